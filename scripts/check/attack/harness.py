"""The service under attack: started like ./serve, watched, restarted when it ends, and tested afterwards."""
import contextlib
import json
import math
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import threading
import time

import running
import wires
from report import NotHere

QUESTION = {"state": "I was charged twice and nobody answers.",
            "questions": {"angry": {"type": "noul", "instructions": "Is the customer angry?"},
                          "queue": {"type": "choice", "instructions": "Who handles it?",
                                    "criteria": {"billing": "payments", "technical": "errors"}}}}
BODY = json.dumps(QUESTION).encode()
KEY = "a-key-of-the-attack-suite"
PATH = "/v1/systemone"
ALLOWED = "https://app.example.com"
# Small limits, for the attacks that wait for one, and an allowed origin.
TIGHT = {"SERVICE_IDLE_CONNECTION_TIMEOUT": 2, "SERVICE_REQUEST_TIMEOUT_S": 3, "SERVICE_ALLOWED_ORIGINS": ALLOWED}
ENDED = 3  # exit status of a process that cannot continue and should be restarted by its supervisor
MISCONFIGURED = 2  # exit status of a process that a restart cannot help
MOST_MIB = 6 * 1024  # memory that the service may use before the suite ends it
BACK_S = 30  # a process that ended must be back within this time
ANSWERED_S = 20  # a running process must answer within this time


def post(body=BODY, *lines, path=PATH, version="1.1", host="localhost", method="POST"):
    """A whole request as bytes; a line replaces the default header of the same name."""
    head = ["%s %s HTTP/%s" % (method, path, version)]
    names = {line.split(":", 1)[0].lower() for line in lines}
    if host and "host" not in names:
        head.append("Host: " + host)
    if not names & {"content-length", "transfer-encoding"}:
        head.append("Content-Length: %d" % len(body))
    return "\r\n".join([*head, *lines, "", ""]).encode("latin-1") + body


class Service:
    """Keeps one service running on two ports, as a supervisor does. The log has the output of all its processes."""

    def __init__(self, bench, name, descriptors=None, java="", key=None, **settings):
        self.port, self.admin = running.free_ports(2)
        key = key or settings.get("SERVICE_API_KEY")
        self.headers = {"Authorization": "Bearer " + key} if key else {}
        self.log = bench.directory / (name + ".log")
        env = running.environment(self.port, self.admin, **{"SERVICE_MODELS": "english", **settings})
        if java:
            env["JAVA_TOOL_OPTIONS"] = java
        self.launch = lambda log: running.start(bench.command, env, log, descriptors, bench.directory)
        self.statuses, self.renewing, self.over, self.quiet_ms = [], False, False, None
        self.process = None
        self.supervisor = threading.Thread(target=self._supervise, daemon=True)
        self.supervisor.start()
        threading.Thread(target=self._watch, daemon=True).start()
        running.until(lambda: self.ready() or len(self.statuses) > 2 or self._gave_up(), 90, 0.1)
        if not self.ready():
            said = self.said()
            self.close()
            raise RuntimeError("the service did not start: " + said[-600:])
        self.wanted = None

    def _supervise(self):
        with open(self.log, "ab") as log:
            while not self.over:
                self.process = self.launch(log)
                status = self.process.wait()
                if not self.renewing and not self.over:
                    self.statuses.append(status)
                    if status == MISCONFIGURED:
                        return
                self.renewing = False
                time.sleep(0.2)

    def _watch(self):
        """The suite must survive whatever the service does."""
        while not self.over:
            process = self.process
            if process is not None and (running.memory_mib(process.pid) or 0) > MOST_MIB:
                self.note_in_log("ended by the attack suite: more than %d MiB resident" % MOST_MIB)
                process.kill()
            time.sleep(0.1)

    def note_in_log(self, text):
        with open(self.log, "a") as log:
            log.write(text + "\n")

    @property
    def pid(self):
        return self.process.pid

    def ask(self, body=BODY, path=PATH, timeout=60, **headers):
        """Status and text; status 0 if the connection broke, None if nothing arrived in time."""
        named = {k.replace("_", "-"): v for k, v in headers.items()}
        try:
            status, _, text = running.call(self.port, "POST", path, body, {**self.headers, **named}, timeout)
            return status, text
        except TimeoutError:
            return None, ""
        except (OSError, ValueError) as e:
            return 0, repr(e)
        except Exception as e:  # http.client has its own exceptions for broken answers
            return 0, repr(e)

    def answers(self, text):
        """The part of an answer that must be the same every time: everything except the request's identity."""
        return json.loads(text)["answers"]

    def get(self, path, port=None, timeout=5):
        try:
            status, _, text = running.call(port or self.port, "GET", path, timeout=timeout)
            return status, text
        except Exception:
            return 0, ""

    def ready(self):
        return self.process is not None and self.get("/health/ready", self.admin)[0] == 200

    def said(self):
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def warm(self):
        """Records the answer that later ones are compared with; every attack begins with the same heap."""
        if self.wanted is None:
            for _ in range(20):
                status, text = self.ask()
                if status != 200:
                    raise RuntimeError("no answer before the attack: %s %s" % (status, text[:300]))
            self.wanted = self.answers(text)

    def begin(self):
        """Records the state before an attack: process, restarts, log and memory."""
        self.warm()
        running.forget_peak(self.pid)
        self.mark = {"pid": self.pid, "endings": len(self.statuses), "log": len(self.said()),
                     "cpu": running.processor_seconds(self.pid), "resident": running.memory_mib(self.pid)}
        return self

    def growth(self, report, bound=None):
        """Checks the growth of resident memory during the attack."""
        before, peak = self.mark["resident"], running.memory_mib(self.pid, "VmHWM")
        if before is None or peak is None or self.pid != self.mark["pid"]:
            report.hold("resident: the process is gone or the system does not tell", sys.platform != "linux")
            return
        text = "resident %.0f -> %.0f MiB" % (before, peak)
        if bound is None:
            report.note(text)
        else:
            report.hold("%s (at most %g more)" % (text, bound), peak - before <= bound)

    def worked(self):
        """Processor seconds used since the beginning."""
        now = running.processor_seconds(self.pid)
        return None if now is None or self.mark["cpu"] is None else now - self.mark["cpu"]

    def processor(self, body, enough=math.inf):
        """Processor seconds for `body`, which is in gzip, with the status and the answer. Where it takes more than `enough`, it
        is sent twice more and the least counts: Java compiles in the same process, and that is no cost of the request."""
        least = math.inf
        for _ in range(3):
            before = self.worked()
            status, text = self.ask(body, Content_Encoding="gzip")
            least = min(least, self.worked() - before)
            if least <= enough:
                break
        return least, status, text

    def new_log(self):
        return self.said()[self.mark["log"]:]

    def patience_ms(self, bench):
        """The time allowed for a probe: its bound, plus the time that the same probes take while the service is
        idle."""
        if self.quiet_ms is None:
            with Probes(self) as quiet:
                time.sleep(bench.pick(1, 3))
            self.quiet_ms = max((quiet.spread(page) or (0, 0, 0))[1] for page in quiet.seen)
        return bench.pick(250, 100) + self.quiet_ms

    def no_traces(self, report):
        traces = sum(line.startswith("\tat ") for line in self.new_log().splitlines())
        report.hold("%s in the log" % ("no stack trace" if not traces else "%d lines of stack traces" % traces), not traces)

    def survived(self, report):
        """Checks that the service is alive with the same answer and a correct /health, or ended as documented and is
        back."""
        began = time.monotonic()
        seen = None

        def answered():
            nonlocal seen
            status, text = self.ask(timeout=ANSWERED_S)
            seen = status if status != 200 else self.answers(text) == self.wanted
            return seen is True or time.monotonic() - began > ANSWERED_S + BACK_S or self._gave_up()

        running.until(answered, BACK_S, 0.1)
        endings = self.statuses[self.mark["endings"]:]
        if seen is not True:
            said = "another answer" if seen is False else "status %s" % seen
            report.hold("no equal answer afterwards: %s, ended with %s" % (said, endings), False)
            self.renew()
            return
        if endings:
            report.hold("ended with status %s (wanted %d), back after %.1f s" % (
                endings, ENDED, time.monotonic() - began), set(endings) == {ENDED})
            self.no_traces(report)
        elif self.pid == self.mark["pid"]:
            report.note("same process, same answer after %.2f s" % (time.monotonic() - began))
        status, text = self.get("/health")
        facts = json.loads(text) if status == 200 else {}
        true = facts.get("status") == "ok" and (bool(self.headers) or "english" in facts.get("loaded", []))
        probes = [self.get("/health/" + name, self.admin)[0] for name in ("ready", "live")]
        if not true or probes != [200, 200]:
            report.hold("/health %s %s, ready and live %s" % (status, text[:80], probes), False)

    def _gave_up(self):
        return not self.supervisor.is_alive()

    def renew(self):
        """Starts another process for the next attack, after one that failed."""
        if self._gave_up():
            self.supervisor = threading.Thread(target=self._supervise, daemon=True)
            self.supervisor.start()
        else:
            self.renewing = True
            self.process.kill()
        time.sleep(0.3)
        running.until(self.ready, 90)

    def close(self, report=None):
        self.over = True
        good = running.stop(self.process, 25) if self.process else True
        self.supervisor.join(30)
        if report is not None and not good:
            report.hold("SIGTERM had no effect for 25 s", False)


class Probes:
    """Polls /health and liveness while something else is running."""

    def __init__(self, service):
        self.pages = ["%d/health" % service.port, "%d/health/live" % service.admin]

    def __enter__(self):
        self.process = subprocess.Popen([sys.executable, str(pathlib.Path(__file__).with_name("probe.py")), *self.pages],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        return self

    def __exit__(self, *_):
        try:
            out, _ = self.process.communicate("", timeout=60)
            self.seen = json.loads(out)
        except (subprocess.TimeoutExpired, ValueError):
            self.process.kill()
            self.process.wait()
            self.seen = [[], []]

    @staticmethod
    def spread(page):
        """Milliseconds: median, 99th percentile, maximum. A slow answer also counts for the requests that would have
        been sent meanwhile."""
        times = sorted(t - i * 0.02 for _, t, _ in page for i in range(1 + int(t / 0.02)) if i == 0 or t - i * 0.02 > 0)
        if not times:
            return None
        return tuple(1000 * times[math.ceil(share * len(times)) - 1] for share in (0.5, 0.99, 1.0))

    def hold(self, report, bound_ms):
        for name, page in zip(("/health", "liveness"), self.seen, strict=True):
            found = self.spread(page)
            lost = sum(status != 200 for _, _, status in page)
            if found is None:
                report.hold(name + " never answered", False)
                continue
            report.hold("%s p50 %.0f p99 %.0f (at most %.0f) max %.0f ms%s" % (
                name, found[0], found[1], bound_ms, found[2], ", %d of %d lost" % (lost, len(page)) if lost else ""),
                found[1] <= bound_ms and not lost)


class Bench:
    """What the attacks share: the command, the shared services, a folder and the durations."""

    def __init__(self, home, java, short):
        self.home, self.short = home, short
        jars = [home / "server/target/decision-service.jar", home / "decision-service.jar"]
        self.jar = next((jar for jar in jars if jar.exists()), None)
        if self.jar is None:
            sys.exit("Build first: there is no decision-service.jar in %s" % home)
        self.java = java
        self.command = [*shlex.split(java), "-jar", str(self.jar)]
        self.holder = tempfile.TemporaryDirectory(prefix="attack-")
        self.directory = pathlib.Path(self.holder.name)
        self.shared, self.count = {}, 0

    def pick(self, short, long):
        return short if self.short else long

    def engine(self, name):
        return (self.jar.parent / "engines" / name).is_dir()

    def need(self, path, why):
        if not os.path.exists(path):
            raise NotHere(why)

    def service(self, name, settings):
        if name not in self.shared:
            self.shared[name] = Service(self, name, **settings)
        return self.shared[name]

    @contextlib.contextmanager
    def start(self, report, **settings):
        """A separate service for one attack."""
        self.count += 1
        service = Service(self, "own-%d" % self.count, **settings)
        try:
            yield service.begin()
            service.survived(report)
        finally:
            service.close(report)

    def close(self):
        for service in self.shared.values():
            service.close()
        self.holder.cleanup()


def together(*works):
    """Runs functions concurrently and returns their results; the first exception is raised again."""
    results, broken = [None] * len(works), []

    def run(i):
        try:
            results[i] = works[i]()
        except Exception as e:
            broken.append(e)

    threads = [threading.Thread(target=run, args=(i,), daemon=True) for i in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if broken:
        raise broken[0]
    return results


def status_of(service, *packets, **how):
    """The status of the one answer to these packets."""
    return wires.exchange(service.port, *packets, **how)[0][0]
