"""The surface of a request: slot values, letters, chats and records around a text, spellings of a label."""

import re

SLOTS = {
    "name": (
        "Anna,Tom,Maria,Ravi,Sofia,Ben,Chen,Fatima,Lukas,Olga,Diego,Emma,Yusuf,Nina,Paul,Aisha,Marco,Grace,Ivan,Julia,Kofi,"
        "Lena,Omar,Priya,Sam,Helen,Jack,Zoe,Hugo,Mei"
    ).split(","),
    "city": (
        "Berlin,Madrid,Chicago,Lyon,Dublin,Osaka,Toronto,Warsaw,Milan,Denver,Bergen,Athens,Nairobi,Seattle,Geneva,Leipzig,"
        "Boston,Prague,Cairo,Sydney,Bristol,Antwerp,Porto Alegre,Mumbai"
    ).split(","),
    "day": "Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday".split(","),
    "month": "January,February,March,April,May,June,July,August,September,October,November,December".split(","),
    "time": "8:30,9 am,noon,2 pm,14:15,half past three,5 o'clock,18:00,7 pm,21:45".split(","),
    "product": (
        "the coffee machine,the backpack,the desk lamp,the running shoes,the winter coat,the vacuum cleaner,the tablet,"
        "the garden chair,the smart watch,the blender,the novel,the office chair,the bicycle helmet,the bed sheets,"
        "the phone case,the toaster,the camera,the rucksack,the carpet,the electric toothbrush,the board game,"
        "the water bottle,the drill,the hair dryer,the mattress,the keyboard,the kettle,the sunglasses,the pan set,"
        "the speaker"
    ).split(","),
    "service": (
        "CloudDesk,the online shop,the mobile app,Mailbird,the customer portal,the booking system,PhotoBox,the intranet,"
        "TaskFlow,the time tracking,the web site,the streaming service,InvoiceHub,the chat tool,the learning platform,"
        "the newsletter tool,StreamTV,the CRM"
    ).split(","),
    "thing": (
        "report,invoice,project,document,order,contract,account,form,file,dashboard,presentation,list,calendar,booking,"
        "message,survey,budget,profile,delivery note,certificate"
    ).split(","),
    "place": "hotel,restaurant,café,campsite,museum,bar,hostel,spa,bakery,cinema,zoo,theatre".split(","),
    "job": "carpenter,baker,developer,nurse,accountant,designer,electrician,teacher,buyer,analyst,mechanic,journalist".split(","),
    "amount": "9.99 euros,$15,$29,45 euros,59 dollars,£80,$120,149 euros,220 dollars,$340,£12.50,75 EUR".split(","),
    "amount2": "$5,7.50 euros,$10,19 euros,25 dollars,£40,$60,99 euros".split(","),
    "amount3": ["5,000 euros", "$12,000", "20000 dollars", "£35,000", "$80,000", "150,000 euros"],
    "ago": "two days ago,last week,three weeks ago,a month ago,yesterday,on Monday,ten days ago,before Easter".split(","),
}
SLOTS["product2"], SLOTS["month2"], SLOTS["n2"] = SLOTS["product"], SLOTS["month"], ["Rosa", "Peter", "Amir", "Wei", "Clara", "Ines"]


def fill(text, rng, same=None):
    """Replaces {slot} markers; a slot used twice in one text gets the same value."""
    used = {} if same is None else same
    out, i = [], 0
    while True:
        a = text.find("{", i)
        if a < 0:
            out.append(text[i:])
            break
        b = text.find("}", a)
        key = text[a + 1 : b] if b > 0 else None
        out.append(text[i:a])
        if key in used:
            out.append(used[key])
        elif key in ("num",):
            used[key] = str(rng.randint(100, 99999))
            out.append(used[key])
        elif key in ("n", "num2"):
            used[key] = str(rng.randint(2, 60))
            out.append(used[key])
        elif key in SLOTS:
            used[key] = rng.choice(SLOTS[key])
            out.append(used[key])
        else:  # a literal brace
            out.append("{")
            i = a + 1
            continue
        i = b + 1
    s = re.sub(r"\b(my|your|our|her|his|a|hire|green|under the usual|good|more of|units of|pieces of|x) the ", r"\1 ", "".join(out))
    return s[:1].upper() + s[1:] if text[:1] == "{" else s


OTHER = ["other", "something else", "none of these", "anything else", "miscellaneous", "other topic", "not listed"]
OTHER_DESC = ["anything else", "everything that fits nowhere else", "none of the above", "the rest", None, None]

GREET = [
    "Hi,",
    "Hello,",
    "Hello team,",
    "Dear support,",
    "Good morning,",
    "Hey,",
    "Dear Sir or Madam,",
    "Hi there,",
    "To whom it may concern,",
]
BYE = ["Thanks", "Best regards, {name}", "Kind regards\n{name}", "Thank you, {name}", "Cheers", "{name}", "Sent from my phone"]
CLOSE = [
    "Thanks!",
    "Thank you.",
    "thanks",
    "Many thanks!",
    "Thanks in advance",
    "Cheers!",
    "ty",
    "Please help!",
    "Danke!",
    "Merci!",
    "Regards",
]
PAD = [
    "I have been a customer for {n} years.",
    "My customer number is {num}.",
    "I live in {city}.",
    "I am writing from {city}.",
    "I hope you are well.",
    "My name is {name}.",
    "I bought it in {month}.",
    "You can reach me after {time}.",
    "It was {day} evening.",
    "We have a small shop in {city} with {n} employees.",
    "I got your address from {name}, who spoke well of you.",
    "As discussed on the phone with {name} on {day}, I am sending you this message.",
    "I usually contact you through the web form, but today I write by mail.",
    "We have been working with you since {month} and the cooperation has been steady.",
    "For your information, my office moved to {city} in {month}.",
    "Please find below what this is about.",
    "I am using version {n} on a normal computer at home.",
    "The person in charge on our side is {name}.",
    "My colleague {name} is in copy.",
    "This is about contract {num}.",
]
WHICH = [
    "Which statement is true?",
    "What follows from the text?",
    "Which statement fits?",
    "Choose the correct statement",
    "Which is correct?",
]
KEYS = ["message", "text", "body", "content", "description", "comment", "note", "request", "feedback"]


def dress(text, rng, plain=0.55, keep_json=True):
    """Wraps a text in the form of a request: plain, a letter, JSON or a chat."""
    r = rng.random()
    if r < plain:
        if rng.random() < 0.15:
            text = text.lower()
        return text + " " + rng.choice(CLOSE) if rng.random() < 0.1 else text
    if r < plain + 0.12:
        return "%s\n%s" % (rng.choice(GREET), text)
    if r < plain + 0.20:
        return "%s\n\n%s\n\n%s" % (rng.choice(GREET), text, fill(rng.choice(BYE), rng))
    if r < plain + 0.27:
        pad = fill(rng.choice(PAD), rng)
        return pad + " " + text if rng.random() < 0.5 else text + " " + pad
    if r < plain + 0.30:  # a longer letter around the point
        pads = [fill(x, rng) for x in rng.sample(PAD, rng.randint(2, 5))]
        cut = rng.randint(0, len(pads))
        return " ".join([rng.choice(GREET)] + pads[:cut] + [text] + pads[cut:] + [fill(rng.choice(BYE), rng)])
    if not keep_json or r > plain + 0.41:
        return text
    if r < plain + 0.38:
        d = {}
        for k, v in rng.sample(
            [
                ("id", rng.randint(1, 9999)),
                ("channel", rng.choice(["email", "web", "phone", "chat"])),
                ("name", rng.choice(SLOTS["name"])),
                ("city", rng.choice(SLOTS["city"])),
                ("lang", "en"),
                ("plan", rng.choice(["free", "basic", "pro"])),
                ("date", "2026-%02d-%02d" % (rng.randint(1, 12), rng.randint(1, 28))),
            ],
            rng.randint(0, 3),
        ):
            d[k] = v
        d[rng.choice(KEYS)] = text
        items = list(d.items())
        rng.shuffle(items)
        return dict(items)
    turns = [
        {"role": "user", "content": rng.choice(["Hello", "Hi, I need help", "Good morning", "Hey"])},
        {
            "role": "assistant",
            "content": rng.choice(["Hello! How can I help?", "Hi, what can I do for you?", "Welcome, please describe your request."]),
        },
        {"role": "user", "content": text},
    ]
    return turns


def stretch(text, rng):
    """A text as a long state: repeated until the window of 384 tokens may be full, or placed in a long letter that is
    short enough that the text is rarely cut off."""
    if rng.random() < 0.4:
        times = rng.randint(50, 320) // max(1, len(text.split()))
        return rng.choice([" ", "\n", "\n\n"]).join([text] * max(2, times))
    words, around = rng.randint(50, 200), []
    while sum(len(x.split()) for x in around) < words:
        around.append(fill(rng.choice(PAD), rng))
    around = list(dict.fromkeys(around))
    around.insert(rng.randint(0, len(around)), text)
    return "%s\n\n%s\n\n%s" % (rng.choice(GREET), rng.choice([" ", "\n"]).join(around), fill(rng.choice(BYE), rng))


def case(label, style):
    if style == "lower":
        return label
    if style == "title":
        return label[:1].upper() + label[1:]
    if style == "upper":
        return label.upper()
    return label.replace(" ", "_").replace(",", "").replace("-", "_")


STYLES = ["lower"] * 6 + ["title"] * 3 + ["upper", "snake"]


STOP = set(
    "a an the i i'm i've i'd i'll me my mine we our us you your he she it its it's they them their this that these those there here what "
    "what's which who whom when where why how is are was were be been being am do does did don't doesn't didn't can could can't will would "
    "won't shall should may might must have has had to of in on at by for from with about into as and or but if so then than just please "
    "hey hi hello ok okay need want like know tell let get give go make any some up out too very really much many also s t m re".split()
)


def keywords(text, most=6):
    """A sentence without its function words, phrased like a label; None if only one word is left, or too many."""
    words = [w for w in re.findall(r"[a-z0-9'-]+", text.lower()) if w not in STOP]
    return " ".join(words) if 2 <= len(words) <= most else None


def one_hot(k, i):
    t = [0.0] * k
    t[i] = 1.0
    return t
