"""Reading-comprehension rows: negation pairs, who/where/when, JSON fields, simple numbers."""

from rows.surface import SLOTS, WHICH, dress, fill, one_hot
from rows.texts import load_pairs

WHO = [
    (
        "{name} flies from {c1} to {c2} on {day}.",
        [
            ("Where does the person go?", "c2", "city"),
            ("Where does the journey start?", "c1", "city"),
            ("On which day is the journey?", "day", "day"),
            ("Who travels?", "name", "name"),
        ],
    ),
    (
        "{name} has a meeting with {n2} in {c1} at {time}.",
        [("Where is the meeting?", "c1", "city"), ("When is the meeting?", "time", "time"), ("In which city do they meet?", "c1", "city")],
    ),
    (
        "{product} was ordered on {day} and shipped to {c1}, not to {c2}.",
        [
            ("Where does the parcel go?", "c1", "city"),
            ("When was the order placed?", "day", "day"),
            ("What was ordered?", "product", "product"),
        ],
    ),
    (
        "{name} is responsible for the {thing}, {n2} only helps.",
        [("Who is responsible?", "name", "name2"), ("Who helps?", "n2", "name2"), ("What is it about?", "thing", "thing")],
    ),
    (
        "The {thing} must be ready in {month}; {name} started it in {m2}.",
        [
            ("When must it be ready?", "month", "month"),
            ("When was it started?", "m2", "month"),
            ("What has to be finished?", "thing", "thing"),
        ],
    ),
    (
        "Please give {product} to {name}, because {n2} already has one.",
        [("Who should get it?", "name", "name2"), ("What should be handed over?", "product", "product")],
    ),
    (
        "The hotel in {c1} was fully booked, so we stayed in {c2}.",
        [("Where did they stay?", "c2", "city"), ("Where was no room free?", "c1", "city")],
    ),
    (
        "I work as a {job} in {c1} and play chess with {name} on {day}s.",
        [
            ("What is the job of the writer?", "job", "job"),
            ("Where does the writer work?", "c1", "city"),
            ("When do they play chess?", "day", "day"),
        ],
    ),
]

STATUS = {
    "status": (
        ["active", "open", "running", "healthy", "confirmed", "approved", "paid", "delivered", "online", "completed"],
        ["closed", "cancelled", "failed", "rejected", "unpaid", "offline", "expired", "blocked", "lost", "pending"],
    )
}
BOOL = [
    ("paid", "the invoice is paid", "the invoice is not paid"),
    ("delivered", "the order was delivered", "the order was not delivered"),
    ("verified", "the user is verified", "the user is not verified"),
    ("admin", "the user is an administrator", "the user has no administrator rights"),
    ("newsletter", "the customer gets the newsletter", "the customer does not get the newsletter"),
    ("online", "the device is connected", "the device is disconnected"),
    ("door_open", "the door is open", "the door is closed"),
    ("premium", "it is a premium customer", "it is not a premium customer"),
    ("active", "the account is active", "the account is inactive"),
    ("alarm", "there is an alarm", "there is no alarm"),
    ("in_stock", "the product is available", "the product is sold out"),
    ("gdpr_consent", "consent was given", "consent is missing"),
    ("encrypted", "the data is encrypted", "the data is not encrypted"),
    ("returned", "the item was sent back", "the item was not sent back"),
    ("vip", "this is a very important customer", "this is an ordinary customer"),
    ("remote", "the job can be done from home", "the job is done on site"),
]
NUMS = [
    ("stock", "reorder_level", "the stock is below the reorder level", "there is enough stock", "lt"),
    ("temperature", "max_temperature", "it is too hot", "the temperature is within the limit", "gt"),
    ("used_gb", "quota_gb", "the quota is exceeded", "there is space left", "gt"),
    ("spent", "budget", "the budget is exceeded", "it is within the budget", "gt"),
    ("balance", "price", "there is not enough money", "there is enough money", "lt"),
    ("age", "min_age", "the person is too young", "the person is old enough", "lt"),
    ("score", "pass_mark", "the exam is failed", "the exam is passed", "lt"),
    ("errors", "allowed_errors", "there are too many errors", "the errors are tolerable", "gt"),
    ("speed_kmh", "limit_kmh", "the driver is too fast", "the speed is allowed", "gt"),
    ("guests", "seats", "there are too few seats", "there is a seat for everyone", "gt"),
]
EXTRA = [
    ("id", lambda r: r.randint(100, 9999)),
    ("name", lambda r: r.choice(SLOTS["name"])),
    ("city", lambda r: r.choice(SLOTS["city"])),
    ("country", lambda r: r.choice(["FR", "DE", "US", "UK", "PL", "IN"])),
    ("updated", lambda r: "2026-%02d-%02d" % (r.randint(1, 12), r.randint(1, 28))),
    ("owner", lambda r: r.choice(SLOTS["name"]).lower()),
    ("version", lambda r: "%d.%d" % (r.randint(0, 9), r.randint(0, 20))),
]


def cap(s):
    return s[:1].upper() + s[1:]


class Facts:
    PAIRS = load_pairs()

    def __init__(self, rng, business):
        self.rng, self.b = rng, business

    def pair(self):
        rng = self.rng
        a, b, ta, tb = rng.choice(self.PAIRS)
        slots = {}
        side = rng.random() < 0.5
        st = rng.random() < 0.5
        state = fill(a if side else b, rng, slots)
        own = rng.random() < 0.12
        if own:
            stmt = a if st else b
        else:
            stmt = rng.choice(ta if st else tb)
        stmt = fill(stmt, rng, slots).rstrip(".")
        truth = side == st
        if rng.random() < 0.25:  # an unrelated second sentence
            extra = fill(rng.choice(rng.choice(self.PAIRS)[:2]), rng, {k: v for k, v in slots.items()})
            if extra.split()[:3] != state.split()[:3]:
                state = state + " " + extra if rng.random() < 0.5 else extra + " " + state
        return self.b.noul_row(dress(state, rng, 0.8), stmt, truth, "pair")

    def pair_choice(self):
        rng = self.rng
        a, b, ta, tb = rng.choice(self.PAIRS)
        slots = {}
        side = rng.random() < 0.5
        state = fill(a if side else b, rng, slots)
        good = rng.choice(ta if side else tb)
        bad = rng.choice(tb if side else ta)
        entries = [[fill(good, rng, slots), None], [fill(bad, rng, slots), None]]
        for p in rng.sample(self.PAIRS, rng.randint(0, 2)):
            if p[0] != a:
                entries.append([fill(rng.choice(p[2] + p[3]), rng, dict(slots)), None])
        return self.b._choice_row(
            dress(state, rng, 0.8),
            rng.choice(WHICH),
            entries,
            0,
            "pair_choice",
        )

    def who(self):
        rng = self.rng
        tmpl, qs = rng.choice(WHO)
        ci, mo, na = rng.sample(SLOTS["city"], 5), rng.sample(SLOTS["month"], 5), rng.sample(SLOTS["name"], 5)
        slots = {"c1": ci[0], "c2": ci[1], "month": mo[0], "m2": mo[1], "name": na[0], "n2": na[1]}
        keep = dict(slots)
        state = fill(tmpl, rng, keep)
        q, key, pool = rng.choice(qs)
        gold = keep[key]
        opts = {"city": ci[:4], "month": mo[:4], "name": na[:1] + na[2:], "name2": na[:4]}.get(pool)
        if opts is None:
            opts = [gold] + rng.sample([x for x in SLOTS[pool] if x != gold], 3)
        opts = opts[: rng.randint(2, len(opts))]
        if gold not in opts:
            opts = opts[:-1] + [gold]
        opts = list(dict.fromkeys(opts))
        if len(opts) < 2:
            return None
        gi = opts.index(gold)
        if rng.random() < 0.25:
            x = rng.choice(opts)
            return {
                "state": dress(state, rng, 0.85),
                "q": {"t": "noul", "ins": "%s %s" % (q, x), "crit": None},
                "target": one_hot(2, int(x == gold)),
                "src": "who",
            }
        return self.b._choice_row(dress(state, rng, 0.85), q, [[o, None] for o in opts], gi, "who")

    def record(self):
        """A small JSON record with boolean, status and number fields."""
        rng = self.rng
        d = {k: f(rng) for k, f in rng.sample(EXTRA, rng.randint(1, 4))}
        kind = rng.random()
        if kind < 0.4:
            key, yes, no = rng.choice(BOOL)
            v = rng.random() < 0.5
            d[key] = v
            o = rng.choice(BOOL)
            if o[0] != key:
                d[o[0]] = rng.random() < 0.5
            st = rng.random() < 0.5
            stmt, truth = (yes if st else no), v == st
            good, bad = (yes, no) if v else (no, yes)
        elif kind < 0.62:
            pos, neg = STATUS["status"]
            v = rng.choice(pos + neg)
            key = rng.choice(["status", "state", "order_status", "result"])
            d[key] = v
            w = v if rng.random() < 0.5 else rng.choice([x for x in pos + neg if x != v])
            stmt, truth = rng.choice(["the status is %s", "it is %s", "it has the state %s"]) % w, w == v
            o = rng.choice([x for x in pos + neg if x != v])
            good, bad = v, o
        elif kind < 0.87:
            a, b, hit, miss, op = rng.choice(NUMS)
            lim = rng.choice([5, 10, 18, 20, 50, 80, 100, 500, 1000])
            below, above = int(lim * rng.choice([0.02, 0.1, 0.3, 0.5, 0.8])), int(lim * rng.choice([1.3, 2, 3, 10])) + 1
            v = below if rng.random() < 0.5 else above
            cond = v < lim if op == "lt" else v > lim
            d[a], d[b] = v, lim
            st = rng.random() < 0.5
            stmt, truth = (hit if st else miss), cond == st
            good, bad = (hit, miss) if cond else (miss, hit)
        else:
            k = rng.choice(["city", "name", "country", "plan", "language", "color"])
            pool = {
                "city": SLOTS["city"],
                "name": SLOTS["name"],
                "country": ["France", "Germany", "Poland", "India", "Canada"],
                "plan": ["free", "basic", "pro", "enterprise"],
                "language": ["English", "French", "Spanish", "Polish"],
                "color": ["red", "green", "blue", "black", "white"],
            }[k]
            v, o = rng.sample(pool, 2)
            d[k] = v
            w = v if rng.random() < 0.5 else o
            stmt, truth, good, bad = "the %s is %s" % (k, w), w == v, v, o
        items = list(d.items())
        rng.shuffle(items)
        d = dict(items)
        if rng.random() < 0.2:
            d = {rng.choice(["record", "data", "order", "device", "user"]): d}
        if rng.random() < 0.3:
            return self.b._choice_row(
                d,
                rng.choice(["Which statement is true?", "What is the case?", "Choose the correct one", "Evaluate the record"]),
                [[good, None], [bad, None]],
                0,
                "record",
            )
        return self.b.noul_row(d, cap(stmt), truth, "record")
