"""Support tickets made from parts, and four questions about them. The same seed gives the same tickets."""
import random

QUESTIONS = {
    "department": {"type": "choice", "instructions": "Which team should handle this ticket?",
                   "criteria": {"billing": "charges, refunds and invoices", "technical": "errors, crashes and login",
                                "shipping": "delivery and lost or damaged parcels", "sales": "plans, prices and upgrades"}},
    "refund": {"type": "noul", "instructions": "The customer asks for money back."},
    "churn": {"type": "noul", "instructions": "The customer wants to cancel or leave."},
    "urgency": {"type": "score", "instructions": "How urgent is this ticket?",
                "criteria": ["can wait", "this week", "today", "right now"]},
}
FEWEST_WORDS, MOST_WORDS = 10, 80
OPENINGS = ("Hello,", "Hi team,", "Good morning,", "To whom it may concern,", "Hey,", "")
PROBLEMS = (
    "I was charged twice for order {number} and the second payment of {amount} dollars is still on my card.",
    "The app closes as soon as I open the settings page on my {device}.",
    "My parcel {number} was marked as delivered on {day} but nothing has arrived.",
    "I can't log in since {day}, the reset mail never comes.",
    "Invoice {number} shows {amount} dollars although we agreed on a lower price.",
    "The box of order {number} was open and the {item} inside is broken.",
    "We would like to move {amount} users to the larger plan, what would that cost?",
    "Export to a spreadsheet fails with error {number} every time.",
    "You sent the wrong {item}, I ordered another size.",
    "Please close my account at the end of the month.",
)
DETAILS = (
    "I have tried it on my {device} and at work, with the same result.",
    "I already wrote on {day} and got no answer.",
    "My colleague has the same trouble with her account.",
    "The number on the receipt is {number}.",
    "It used to work until the update last {day}.",
    "I need this for a presentation on {day}.",
    "Your chat told me to wait for {amount} hours.",
    "The tracking page has not changed since {day}.",
    "I have been a customer for years and never had to complain.",
    "The {item} was a present.",
)
ENDINGS = (
    "Please send my money back.", "Please help quickly.", "If this goes on I will look for another provider.",
    "There is no hurry.", "I expect an answer today.", "Thanks for your help.", "What can you do about it?",
)
FILLS = {"device": ("phone", "tablet", "laptop", "old computer"), "day": ("Monday", "Tuesday", "Friday", "Sunday"),
         "item": ("lamp", "keyboard", "jacket", "coffee machine")}


def tickets(count, seed=1):
    """This many different tickets; their lengths are spread evenly over 10 to 80 words."""
    source = random.Random(seed)
    made = []
    while len(made) < count:
        ticket = one(source, source.randint(FEWEST_WORDS, MOST_WORDS))
        if ticket not in made:
            made.append(ticket)
    return made


def one(source, words):
    parts = [source.choice(OPENINGS), *source.sample(PROBLEMS, 2), *source.sample(DETAILS, len(DETAILS))]
    fills = {name: source.choice(values) for name, values in FILLS.items()}
    text = " ".join(parts).format(number=source.randint(1000, 99999), amount=source.randint(2, 400), **fills).split()
    ending = source.choice(ENDINGS).split()
    return " ".join([*text[:words - len(ending)], *ending])
