"""Rows that take exact reading: amounts, days and hours against a limit, who does what to whom, conditions, and what is left over."""

from rows.cases import WIDE
from rows.surface import SLOTS, dress, fill, one_hot

# Text with a limit {l} and a value {x}; statements if the value is over the limit, and if not; whether the limit itself is over.
AMOUNTS = [
    (
        "Expenses above {l} euros need an approval. {name} hands in a receipt for {x} euros.",
        "An approval is needed",
        "No approval is needed",
        0,
    ),
    ("Parcels of up to {l} kg go by post, heavier ones by freight. This one weighs {x} kg.", "It goes by freight", "It goes by post", 0),
    ("Our limit for cash payments is {l} dollars. The bill comes to {x} dollars.", "It cannot be paid in cash", "Cash is possible", 0),
    (
        "Orders from {l} euros on are sent free of charge. My basket says {x} euros.",
        "Delivery is free for this order",
        "Delivery will be charged",
        1,
    ),
    (
        "The lift carries {l} people at most. {x} of us are standing here.",
        "There are too many people for the lift",
        "The lift can take them all",
        0,
    ),
    ("Budget for the trip: {l} pounds. Spent so far: {x} pounds.", "The budget is exceeded", "Spending is within the budget", 0),
    ("You need at least {l} points to pass. {name} got {x}.", "{name} passed", "{name} failed", 1),
    (
        "The hall seats {l}. We have sold {x} tickets.",
        "More tickets were sold than there are seats",
        "There is a seat for everyone with a ticket",
        0,
    ),
    (
        "Alarm threshold {l} degrees, current reading {x} degrees.",
        "The reading is above the threshold",
        "The reading does not exceed the threshold",
        0,
    ),
    ("Children under {l} travel free. Our daughter is {x}.", "A fare has to be paid for her", "She travels free", 1),
    (
        "The plan includes {l} GB a month, and {name} has used {x} GB.",
        "The allowance is used up",
        "There is still some of the allowance left",
        1,
    ),
    ("The speed limit there was {l}. The camera measured {x}.", "The car was too fast", "The speed was allowed", 0),
    (
        "We hire drivers who are {l} or older. I turned {x} last week.",
        "The applicant is old enough",
        "The applicant is too young for the job",
        1,
    ),
    (
        "Minimum order: {l} pieces. Could you send us {x}?",
        "The quantity they ask for is large enough",
        "They ask for less than the minimum",
        1,
    ),
    ("Stock {x}, reorder when it falls below {l}.", "No order is due yet", "It is time to reorder", 1),
    (
        "I can pay {l} a month and not more. The flat costs {x} a month.",
        "The flat is too expensive for the writer",
        "The writer can afford the flat",
        0,
    ),
    ("A quorum takes {l} members. {x} members came.", "The meeting had a quorum", "Too few members came", 1),
]
DAYS = [
    (
        "Goods can be returned within {l} days. I received mine {x} days ago.",
        "It is too late to return them",
        "They can still be returned",
        0,
    ),
    (
        "Payment is due {l} days after the invoice date. The invoice went out {x} days ago and nothing has come in.",
        "Payment is overdue",
        "The payment is not due yet",
        0,
    ),
    (
        "Please cancel at least {l} days ahead. The course starts in {x} days.",
        "There is still time to cancel",
        "The deadline for cancelling has passed",
        1,
    ),
    (
        "Delivery takes {l} days at most, the shop wrote. I have been waiting for {x} days.",
        "The delivery is late",
        "The delivery may still be on time",
        0,
    ),
    ("The trial lasts {l} days and {name} began it {x} days ago.", "The trial is over", "The trial is still running", 0),
    (
        "Notice period {l} days. My contract ends in {x} days and I have not written to anybody yet.",
        "Notice can still be given in time",
        "It is too late to give notice in time",
        1,
    ),
    ("We keep lost property for {l} days. The umbrella was handed in {x} days ago.", "It is no longer kept", "It should still be there", 0),
    ("Open milk keeps {l} days. I opened this one {x} days ago.", "It has been open for too long", "It should still be good", 0),
]
# text with a day of the month {l} and today {x}
DATES = [
    ("The offer ends on {month} {l}. Today is {month} {x}.", "The offer has ended", "The offer is still valid"),
    (
        "Applications must arrive by {l} {month}. Mine arrived on {x} {month}.",
        "The application came too late",
        "The application arrived in time",
    ),
    (
        "Tickets can be used until {month} {l}. We travel on {month} {x}.",
        "The ticket will have expired by then",
        "The ticket is valid that day",
    ),
    (
        "The road is closed up to and including {l} {month}. I need to drive there on {x} {month}.",
        "The road will be open again",
        "The road will still be closed",
    ),
    ("Rent is due on the {l}th. It came in on the {x}th.", "The rent was late", "The rent was paid in time"),
]
HOURS = [
    ("Opening hours: {a}:00 to {b}:00. It is {h}:20 now.", "It is open", "It is closed"),
    (
        "Deliveries only between {a}:00 and {b}:00, please. The driver can be there at {h}:30.",
        "The time suits the customer",
        "That time is not possible for the customer",
    ),
    (
        "I am at my desk from {a}:00 to {b}:00. {name} wants to call me at {h}:15.",
        "The writer can be reached then",
        "The writer is not at the desk then",
    ),
    (
        "Quiet hours end at {a}:00 and begin again at {b}:00. The drilling went on at {h}:40.",
        "The drilling fell outside the quiet hours",
        "There was drilling in the quiet hours",
    ),
]
# what a says or does to b: the sentence; what follows; the same with the two exchanged
ROLES = [
    ("{a} lent {b} {t}.", "{b} borrowed something from {a}|{a} was the one who lent something|{b} should give something back to {a}"),
    ("{a} sold {b} {t}.", "{b} bought something from {a}|The seller was {a}|{b} was the buyer"),
    ("{a} asked {b} to check {t}.", "{b} was asked by {a}|{b} is to check something|The request came from {a}"),
    ("{a} was trained by {b}.", "{b} trained {a}|{a} learned from {b}"),
    ("{a} reports to {b}.", "{b} is the superior of {a}|{a} works under {b}"),
    ("{a} owes {b} forty euros.", "{b} should get money from {a}|{a} is in debt to {b}"),
    ("{a} was invited by {b}, and both came.", "{b} is the host|{b} invited {a}|{a} is the guest"),
    ("{a} replaced {b} as head of the team.", "{a} leads the team now|{b} used to lead the team|{a} came after {b}"),
    ("{a} blames {b} for the delay.", "According to {a}, the delay is the fault of {b}|{a} accuses {b}"),
    ("{a} beat {b} in the final.", "{b} lost the final|{a} won against {b}|The final was won by {a}"),
    ("{a} forwarded the mail of {b} to me.", "The mail was written by {b}|I got the mail from {a}"),
    ("{a} covered the shift of {b}.", "{a} worked in place of {b}|It was the shift of {b}"),
    ("{a} complained to the manager about {b}.", "The complaint is about {b}|{a} is the one who complained"),
    ("{a} promised {b} to call back.", "{b} is waiting for a call from {a}|It is {a} who has to call"),
    ("Instead of {b}, {a} went to the fair.", "{a} went to the fair|{b} stayed away from the fair"),
    ("{a} arrived before {b}.", "{b} arrived after {a}|{a} was there earlier than {b}"),
    ("{a} is taller than {b}.", "{b} is shorter than {a}|Of the two, {a} is the taller"),
    ("{a} earns less than {b}.", "{b} earns more than {a}|Of the two, {b} is paid better"),
]
# a rule; the case in which it applies, another in which it does not; what holds then, and otherwise
RULES = [
    (
        "Members get in free, everybody else pays ten euros.",
        "{name} is a member.",
        "{name} is not a member.",
        "{name} gets in free",
        "{name} has to pay",
    ),
    (
        "If the light is red, the pump must not be started.",
        "The light is red.",
        "The light is green.",
        "Starting the pump is forbidden now",
        "The pump may be started",
    ),
    (
        "Unless a deposit is paid by Friday, the room goes to someone else.",
        "No deposit had come by Friday.",
        "The deposit came on Thursday.",
        "The room goes to someone else",
        "The room stays reserved",
    ),
    (
        "Only those who finished the course may use the saw.",
        "{name} never took the course.",
        "{name} finished the course in {month}.",
        "{name} must not use the saw",
        "{name} may use the saw",
    ),
    (
        "We deliver on Sundays only if the order comes in before Friday noon.",
        "The order came in on Friday evening.",
        "The order came in on Thursday.",
        "There will be no delivery on Sunday",
        "It can be delivered on Sunday",
    ),
    (
        "The warranty ends as soon as someone opens the case.",
        "{name} has opened the case.",
        "The case was never opened.",
        "The warranty has ended",
        "Opening the case did not end the warranty",
    ),
    (
        "Should the test fail, the release is put off by a week.",
        "The test failed.",
        "The test passed.",
        "The release is put off",
        "The release is not put off by the test",
    ),
    (
        "Whoever books two nights gets the third one free.",
        "{name} books two nights.",
        "{name} books one night.",
        "{name} gets a night free",
        "{name} gets no night free",
    ),
    (
        "Refunds are made except for opened software.",
        "What {name} bought is software, and it has been opened.",
        "What {name} bought is a chair.",
        "{name} gets no refund",
        "{name} can get a refund",
    ),
    (
        "I'll take the job as long as I can work from home.",
        "They insist on presence in the office.",
        "They say working from home is fine.",
        "The writer will turn the job down",
        "The writer takes the job",
    ),
]
# what is said of all; the one that is excepted {a}, one that is not {b}
EXCEPT = [
    ("All branches except {a} are open on Sundays, {b} too.", "{c} is open on Sundays"),
    ("Every city but {a} has confirmed; {b} was the first.", "{c} has confirmed"),
    ("Apart from {a}, everyone's train was on time: {b} arrived to the minute.", "The train to {c} was on time"),
    ("The offer holds everywhere, {b} included, just not in {a}.", "The offer holds in {c}"),
    ("None of the offices is closed besides {a}. {b} works as usual.", "The office in {c} works"),
    ("Neither rain nor wind stopped the teams of {b}; only {a} stayed at home.", "The team of {c} took part"),
]


class Limits:
    def __init__(self, rng, business):
        self.rng, self.b = rng, business
        self.kinds = [self.amount, self.amount, self.day, self.date, self.hour, self.role, self.role, self.rule, self.excepted]

    def row(self):
        text, true, false = self.rng.choice(self.kinds)()
        rng = self.rng
        if rng.random() < 0.2:
            return self.b._choice_row(dress(text, rng, 0.85), rng.choice(ASKS), [[true, None], [false, None]], 0, "limit")
        truth = rng.random() < 0.5
        said, state = true if truth else false, dress(text, rng, 0.85)
        if WIDE.search(said):
            return {"state": state, "q": {"t": "noul", "ins": said, "crit": None}, "target": one_hot(2, int(truth)), "src": "limit"}
        return self.b.noul_row(state, said, truth, "limit")

    def told(self, text, over, within, is_over, slots):
        rng = self.rng
        slots["name"] = rng.choice(SLOTS["name"])
        text, over, within = (fill(x, rng, slots) for x in (text, over, within))
        return (text, over, within) if is_over else (text, within, over)

    def amount(self):
        text, over, within, inclusive = self.rng.choice(AMOUNTS)
        limit = self.rng.choice([3, 5, 8, 12, 16, 18, 20, 25, 30, 50, 75, 80, 100, 150, 250, 400, 1000, 2500])
        return self.compared(text, over, within, inclusive, limit)

    def day(self):
        text, over, within, inclusive = self.rng.choice(DAYS)
        return self.compared(text, over, within, inclusive, self.rng.choice([3, 5, 7, 10, 14, 20, 21, 28, 30, 45, 60, 90]))

    def compared(self, text, over, within, inclusive, limit):
        """A value near the limit, far from it, or the limit itself."""
        by = self.rng.choice([1, 1, 2, max(1, limit // 10), max(1, limit // 4), max(1, limit // 2)])
        value = self.rng.choice([limit + by, limit + by, limit - by, limit - by, limit] + [limit * 3] * (limit > 5))
        is_over = value >= limit if inclusive else value > limit
        return self.told(text, over, within, is_over, {"l": str(limit), "x": str(max(1, value))})

    def date(self):
        text, over, within = self.rng.choice(DATES)
        limit, today = self.rng.randint(4, 20), self.rng.randint(4, 28)
        limit, today = (limit, today) if "th." not in text else (self.rng.randint(5, 15), self.rng.randint(4, 19))
        return self.told(text, over, within, today > limit, {"l": str(limit), "x": str(today), "month": self.rng.choice(SLOTS["month"])})

    def hour(self):
        rng = self.rng
        text, inside, outside = rng.choice(HOURS)
        a, b = rng.randint(7, 11), rng.randint(15, 20)
        hour = rng.randint(a, b - 1) if rng.random() < 0.5 else rng.choice([rng.randint(5, a - 1), rng.randint(b, 22)])
        return self.told(text, inside, outside, a <= hour < b, {"a": str(a), "b": str(b), "h": str(hour)})

    def role(self):
        rng = self.rng
        text, follows = rng.choice(ROLES)
        a, b = rng.sample(SLOTS["name"], 2)
        said, thing = (
            rng.choice(follows.split("|")),
            rng.choice(["a drill", "the old car", "a tent", "the keyboard", "a camera", "the report"]),
        )
        return (
            fill(text, rng, {"a": a, "b": b, "t": thing}),
            fill(said, rng, {"a": a, "b": b}),
            fill(said, rng, {"a": b, "b": a}),
        )

    def rule(self):
        rule, applies, other, then, otherwise = self.rng.choice(RULES)
        case = self.rng.random() < 0.5
        text = "%s %s" % ((rule, applies if case else other) if self.rng.random() < 0.7 else (applies if case else other, rule))
        return self.told(text, then, otherwise, case, {"month": self.rng.choice(SLOTS["month"])})

    def excepted(self):
        rng = self.rng
        text, said = rng.choice(EXCEPT)
        a, b = rng.sample(SLOTS["city"], 2)
        return fill(text, rng, {"a": a, "b": b}), fill(said, rng, {"c": b}), fill(said, rng, {"c": a})


ASKS = ["Which of the two is so?", "What holds?", "Which statement is right here?", "What follows?", "Which is true?"]
