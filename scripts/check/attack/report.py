"""The result of an attack: one line of figures, each with its bound."""
import threading

ATTACKS = []


def attack(name, title, service=None):
    """Registers an attack. If a service is given, the attack shares it with others; otherwise it starts its own."""

    def register(function):
        ATTACKS.append((name, title, service, function))
        return function

    return register


class NotHere(Exception):
    """This attack cannot be run on this machine; the text says why."""


class Report:
    def __init__(self, name, title):
        self.name, self.title = name, title
        self.parts, self.failed = [], False
        self.lock = threading.Lock()

    def note(self, text):
        """A figure without a bound."""
        with self.lock:
            self.parts.append(text)

    def hold(self, text, good):
        with self.lock:
            self.parts.append(text if good else "!! " + text)
            self.failed |= not good

    def at_most(self, what, figure, bound, unit):
        """Checks a figure against its bound; None means that there was no figure and fails."""
        shown = "never" if figure is None else "%.3g %s" % (figure, unit)
        self.hold("%s %s (at most %g)" % (what, shown, bound), figure is not None and figure <= bound)

    def equal(self, what, found, wanted):
        self.hold("%s %s%s" % (what, found, "" if found == wanted else " (wanted %s)" % (wanted,)), found == wanted)

    def one_of(self, what, found, wanted):
        """Checks that every item found is one of those expected."""
        good = bool(found) and set(found) <= set(wanted)
        counted = ", ".join("%s x %s" % (list(found).count(s), s) for s in sorted(set(found), key=str))
        self.hold("%s %s%s" % (what, counted or "none", "" if good else " (wanted %s)" % (wanted,)), good)

    def line(self, seconds):
        return "%s %-16s %s: %s [%.1f s]" % (
            "FAIL" if self.failed else "ok  ", self.name, self.title, "; ".join(self.parts) or "nothing measured", seconds)
