"""Long states made from parts: pages of everyday notes of a shop's mailbox, with or without one sentence that decides a
question. The same seed gives the same states. Texts for choosing a rule ("dev") and for judging it ("test") share the
notes, but neither questions nor deciding sentences."""
import dataclasses
import random

NOTES = (
    "{name} from {town} thanks us for the quick answer and has no further questions.",
    "The {item} for {name} left the warehouse on {day} and should be there by the weekend.",
    "We moved the weekly meeting from {day} to {other_day} because the large room is taken.",
    "{name} asks whether the {item} also comes in {colour}.",
    "The new catalogue has {amount} pages and will be printed in {town}.",
    "On {day} {name} picked up the {item} at the counter and paid in cash.",
    "The branch in {town} opens at {hour} from next month on.",
    "{name} wrote a friendly review of the {item} and gave it four stars.",
    "A colleague in {town} has finished the stocktaking; {amount} boxes of the {colour} {item} are on the shelf.",
    "The carpet in the hall was cleaned on {day}.",
    "{name} would like to receive the newsletter in future.",
    "Our supplier in {town} now packs the {item} in recycled paper.",
    "{name} changed the delivery address to a street in {town}.",
    "The plants near the window were watered by {name} while we were away.",
    "Order {number} was confirmed to {name} the same afternoon.",
    "{name} asked how to wash the {item} and was sent the leaflet.",
    "For the summer party {name} brings salad and {other} looks after the drinks.",
    "The canteen serves soup on {day} and fish on {other_day}.",
    "{name} works from home on {day}; calls go to {other}.",
    "The {colour} {item} is back in stock since {day}.",
    "Parcel {number} reached {name} in {town} a day earlier than announced.",
    "{name} takes over the {town} region from {other} at the beginning of the month.",
    "The photographs of the {item} were taken on {day} and look good.",
    "{name} asks for the opening hours of the shop in {town}.",
    "We ordered {amount} new chairs for the office in {town}.",
    "{other} showed {name} how the label printer works.",
    "The training for new colleagues starts on {day} at {hour}.",
    "{name} sent a postcard from {town}; it hangs in the kitchen.",
    "The price list for the {item} stays the same until the end of the year.",
    "{name} confirmed the appointment on {day} at {hour}.",
    "The window display now shows the {colour} {item} next to the lamp.",
    "{name} from {town} placed order {number} for {amount} pieces of the {item}.",
    "The lift was serviced on {day} and works as usual.",
    "{name} asked for the {item} to be gift-wrapped in {colour} paper.",
    "In {town} it rained all {day}, but the stand at the fair was well visited.",
    "{other} has translated the manual of the {item}; {name} reads it through.",
    "Customer {number} prefers to be written to in the morning.",
    "{name} says the {item} fits well and looks nice in the living room.",
    "The coffee machine on the second floor has a new filter.",
    "{name} and {other} will visit the supplier in {town} on {day}.",
    "The survey about the {item} was answered by {amount} people.",
    "{name} returned the borrowed umbrella to the front desk.",
    "The {item} now has a longer cable, as {name} suggested last year.",
    "On {other_day} the shop in {town} closes an hour later than usual.",
    "{name} asks which of the two {colour} models is the lighter one.",
    "Number {number} on the list is the {item}; it will be photographed on {day}.",
    "{other} put the minutes of the meeting into the shared folder.",
    "The van for {town} is loaded on {day} at {hour}.",
)
FILLS = {
    "name": ("Anna", "Mr Bell", "Carla", "Dmitri", "Mrs Evans", "Farid", "Greta", "Mr Hall", "Ines", "Jonas", "Ms Klein", "Luis"),
    "other": ("Martha", "Nils", "Olga", "Pavel", "Rosa", "Stefan", "Tilda", "Vera"),
    "town": ("Leeds", "Ghent", "Porto", "Graz", "Turin", "Malmo", "Cork", "Lyon", "Basel", "Gdansk"),
    "item": ("lamp", "kettle", "jacket", "bookshelf", "backpack", "toaster", "garden chair", "radio", "blanket", "desk"),
    "colour": ("blue", "green", "grey", "white", "red", "yellow"),
    "day": ("Monday", "Tuesday", "Wednesday"), "other_day": ("Thursday", "Friday", "Saturday"),
    "hour": ("eight", "nine", "half past nine", "ten"),
}


@dataclasses.dataclass(frozen=True)
class Topic:
    """A question and the sentences that decide it; `truth` is true, a label or the index of a level."""
    question: dict
    truth: object
    sentences: tuple


def noul(statement, *sentences):
    return Topic({"type": "noul", "instructions": statement}, True, sentences)


TEAMS = {"type": "choice", "instructions": "Which team has to act?",
         "criteria": {"accounting": "wrong charges, unpaid invoices and refunds", "safety": "injuries, burns and dangerous products",
                      "security": "stolen passwords and break-ins", "nobody": "everyday notes; there is nothing to do"}}
REASONS = {"type": "choice", "instructions": "What does somebody complain about?",
           "criteria": {"damage": "something arrived broken", "delay": "something did not arrive in time",
                        "staff": "an employee was rude", "nothing": "nobody complains"}}
DANGER = {"type": "score", "instructions": "How dangerous is the worst thing that is reported?",
          "criteria": ["harmless", "slightly dangerous", "dangerous", "life-threatening"]}
ANGER = {"type": "score", "instructions": "How angry is the angriest person?",
         "criteria": ["calm", "displeased", "angry", "furious"]}
HAPPENED = {"type": "choice", "instructions": "What happened to somebody?",
            "criteria": {"illness": "somebody is ill", "theft": "something was stolen", "dismissal": "somebody lost the job",
                         "nothing": "nothing of that"}}
URGENCY = {"type": "score", "instructions": "How urgent is the most urgent message?",
           "criteria": ["can wait", "this week", "today", "immediately"]}

TOPICS = {
    "dev": (
        noul("The customer asks for money back.", "Please refund the {amount} dollars I paid for the {item}.",
             "I want my money back for order {number}.", "I ask you to return my payment of {amount} dollars to my account.",
             "The {item} is useless, give me my money back."),
        noul("The customer wants to cancel the subscription.", "Please cancel my subscription at the end of the month.",
             "I am cancelling my subscription, do not renew it.", "End my subscription number {number} immediately, please.",
             "I no longer want the subscription and cancel it today."),
        noul("Somebody was injured.", "My daughter cut her hand on the {item} and had to go to hospital.",
             "A visitor fell down the stairs and broke an arm.", "{name} burned his fingers on the {item} and needed a doctor.",
             "The {item} fell on my foot and broke two toes."),
        Topic(TEAMS, "accounting", ("I was charged twice for order {number}.", "You took {amount} dollars too much from my card.",
                                    "Invoice {number} has been unpaid for three months.")),
        Topic(TEAMS, "safety", ("The {item} caught fire and burned my hand.", "My son got an electric shock from the {item}.",
                                "The {item} exploded and hurt two people.")),
        Topic(TEAMS, "security", ("Somebody stole my password and logged in as me.", "Hackers broke into the customer database last night.",
                                  "A stranger used my account after the password was stolen.")),
        Topic(DANGER, 3, ("The house burned down and a man is fighting for his life.", "The gas leak can kill everybody in the building.",
                          "Two people nearly died of an electric shock from the {item}.")),
    ),
    "more": (
        noul("Something was stolen.", "Somebody stole the {item} from the van last night.",
             "Thieves took {amount} boxes out of the warehouse.", "My {item} was stolen at the fair in {town}.",
             "{name} noticed that the cash box was stolen."),
        noul("A customer wants to speak to a manager.", "I demand to talk to your manager right now.",
             "Put me through to the person in charge, I want the manager.", "Let me speak to your supervisor about order {number}.",
             "I will only discuss this with the manager."),
        noul("There was a flood.", "A pipe burst and the cellar is under water.", "The warehouse in {town} was flooded last night.",
             "Water is running down the stairs and the ground floor is flooded.",
             "The river rose and the branch in {town} stands in water."),
        noul("Somebody was dismissed.", "We fired {name} on {day} for stealing.", "{name} lost the job in {town} and has to leave at once.",
             "{other} was dismissed without notice.", "The company has let {name} go with immediate effect."),
        Topic(HAPPENED, "illness", ("{name} has caught pneumonia and is in hospital.", "{other} has a high fever and cannot get up.",
                                    "My doctor says that I have a serious illness.")),
        Topic(HAPPENED, "theft", ("Somebody stole the {item} from the van last night.", "Thieves took {amount} boxes out of the warehouse.",
                                  "My {item} was stolen at the fair in {town}.")),
        Topic(HAPPENED, "dismissal", ("We fired {name} on {day} for stealing.", "{other} was dismissed without notice.",
                                      "{name} has lost the job and must leave at once.")),
        Topic(URGENCY, 3, ("This is an emergency, call me back at once!", "Help, I need somebody here immediately, water is pouring in!",
                           "Extremely urgent: stop the shipment of order {number} right now!")),
    ),
    "test": (
        noul("A parcel arrived damaged.", "The parcel arrived with a big hole and the {item} inside is broken.",
             "The box was crushed when it came and the {item} is in pieces.", "My parcel was delivered damaged and wet.",
             "The {item} was broken when the parcel arrived."),
        noul("A customer threatens to go to court.", "If you do not pay, I will sue you.", "My lawyer will take you to court next week.",
             "I am going to court over order {number}.", "You will hear from my lawyer, I am taking legal action."),
        noul("There was a fire.", "The {item} caught fire and the kitchen burned out.",
             "Flames came out of the {item} and the fire brigade had to come.",
             "Last night a fire destroyed the warehouse in {town}.", "The curtain was burning because the {item} had overheated."),
        Topic(REASONS, "damage", ("The {item} arrived broken and I am very disappointed.",
                                  "The glass was shattered when I opened the box.",
                                  "My {item} came with a cracked screen.")),
        Topic(REASONS, "delay", ("My parcel is three weeks late and I am still waiting.",
                                 "I complain because order {number} has not arrived yet.",
                                 "The {item} should have come on {day}, it is still not here.")),
        Topic(REASONS, "staff", ("Your employee shouted at me and was very rude.", "The man at the counter insulted my wife.",
                                 "I was treated rudely by your shop assistant.")),
        Topic(ANGER, 3, ("I am furious, this is an outrage and I hate your company!",
                         "I have never been so angry in my life, you are criminals!",
                         "This is a disgrace, I am boiling with rage!")),
    ),
}


def notes(source, characters):
    """Different notes, a little more than `characters` in all."""
    made, seen, length = [], set(), 0
    while length < characters:
        note = fill(source, source.choice(NOTES))
        if note not in seen:
            seen.add(note)
            made.append(note)
            length += len(note) + 1
    return made


def fill(source, text):
    return text.format(number=source.randint(1000, 99999), amount=source.randint(2, 400),
                       **{key: source.choice(values) for key, values in FILLS.items()})


def cut(sentences, characters):
    """At most this many characters, with whole words."""
    text = " ".join(sentences)
    return text if len(text) <= characters else text[:text.rindex(" ", 0, characters + 1)]


def without(seed, characters):
    """A state of notes alone."""
    return cut(notes(random.Random(seed), characters), characters)


def hidden(seed, characters, topic):
    """A state with a deciding sentence at a random place, the sentence, and its offsets."""
    source = random.Random(seed)
    sentence = fill(source, source.choice(topic.sentences))
    around = cut(notes(source, characters - len(sentence) - 1), characters - len(sentence) - 1).split(". ")
    place = source.randint(0, len(around) - 1)
    before = "".join(note + ". " for note in around[:place])
    state = before + sentence + " " + ". ".join(around[place:])
    return state, sentence, (len(before), len(before) + len(sentence))
