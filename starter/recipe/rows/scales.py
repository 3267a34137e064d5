"""Rows from the scales: a level of five as score, as choice and as yes/no."""

import json

from rows.surface import dress, fill

# What a message is about if a sentence after it says how strong it is. The texts of the classes left out are strong
# themselves.
TOPICS = "support_intent", "shop_reason", "banking", "hr", "department", "travel", "utility_company", "product_dept", "realestate"
# Scales that are asked about more often than the others.
OFTEN = {"urgency", "anger", "satisfaction", "triage", "priority", "churn", "disruption"}
LOUD = {"complaint", "praise", "fraud", "lostcard", "conflict", "discount", "cancel", "emergency", "outage", "security"}


class Scales:
    """`want(name)` says which scales the rows come from."""

    def __init__(self, rng, families, want=lambda name: True):
        self.rng, self.b = rng, families
        self.by, self.scales = families.by, [s for s in families.scales if want(s.name)]
        self.often = [s for s in self.scales for _ in range(3 if s.name in OFTEN else 1)]

    GENERIC = [
        ["not {a}", "{a}"],
        ["not {a}", "slightly {a}", "{a}"],
        ["not {a} at all", "a bit {a}", "{a}", "very {a}"],
        ["not {a}", "slightly {a}", "moderately {a}", "very {a}", "extremely {a}"],
        ["low", "medium", "high"],
        ["very low", "low", "medium", "high", "very high"],
        ["0: not {a}", "1: somewhat {a}", "2: {a}", "3: very {a}"],
        ["not at all", "a little", "quite", "very much"],
        ["none", "low", "medium", "high"],
        ["0", "1", "2", "3", "4", "5"],
    ]

    def levels(self, s):
        rng = self.rng
        if rng.random() < 0.6:
            lv = list(rng.choice(s.lists))
        else:
            a = rng.choice(s.adjs)
            lv = [x.format(a=a) for x in rng.choice(self.GENERIC)]
        if rng.random() < 0.2:
            lv = [x[:1].upper() + x[1:] for x in lv]
        return lv

    def scale_state(self, s):
        rng = self.rng
        c = rng.randrange(5)
        if s.tails[c] and rng.random() < 0.4:
            f = self.by[rng.choice([x for x in TOPICS if x in self.by])]
            about = self.b.text_of(rng.choice([x for x in f.classes if x.key not in LOUD]))
            tail = fill(rng.choice(s.tails[c]), rng)
            return c, dress(about + " " + tail if rng.random() < 0.75 else tail + " " + about, rng, 0.65)
        text = fill(rng.choice(s.texts[c]), rng)
        if text.startswith('{"'):
            return c, json.loads(text)
        if s.name in ("anger", "urgency", "satisfaction", "politeness") and "support_intent" in self.by and rng.random() < 0.35:
            f = self.by[
                rng.choice(
                    ["support_intent", "shop_reason", "banking"]
                    if s.name != "urgency"
                    else ["support_intent", "hr", "department", "shop_reason"]
                )
            ]
            k = rng.choice([x for x in f.classes if x.key not in ("complaint", "praise", "fraud", "lostcard", "conflict", "discount")])
            t = self.b.text_of(k)
            text = t + " " + text if rng.random() < 0.6 else text + " " + t
            if s.name == "satisfaction":
                text = fill(rng.choice(s.texts[c]), rng)
        if c >= 3 and s.name == "anger" and rng.random() < 0.2:
            text = text.upper()
        return c, dress(text, rng, 0.65)

    def scale(self):
        rng = self.rng
        s = rng.choice(self.often)
        c, state = self.scale_state(s)
        lv = self.levels(s)
        k = len(lv)
        ins = (
            rng.choice(s.ins).format(who=s.who)
            if rng.random() < 0.75
            else rng.choice(["How {a} is this?", "How {a} does it sound?", "Rate: {a}", "Score how {a} the text is"]).format(
                a=rng.choice(s.adjs)
            )
        )
        x = c / 4 * (k - 1)
        if rng.random() < 0.08:
            lv, x = lv[::-1], k - 1 - x
        t = [0.0] * k
        lo = int(x)
        t[lo] += 1 - (x - lo)
        if x > lo:
            t[lo + 1] += x - lo
        if k > 2:  # neighbouring levels are not completely wrong
            sm = [0.0] * k
            for i, p in enumerate(t):
                nb = [j for j in (i - 1, i + 1) if 0 <= j < k]
                sm[i] += p * 0.95
                for j in nb:
                    sm[j] += p * 0.05 / len(nb)
            t = sm
        return {"state": state, "q": {"t": "score", "ins": ins, "crit": lv}, "target": t, "src": "scale:" + s.name}

    def scale_choice(self):
        rng = self.rng
        s = rng.choice(
            [
                x
                for x in self.scales
                if x.name in "satisfaction anger urgency severity toxicity lead risk trust formality politeness priority churn".split()
            ]
        )
        c, state = self.scale_state(s)
        lv = self.levels(s)
        k = len(lv)
        x = c / 4 * (k - 1)
        if abs(x - round(x)) > 0.3 or lv[0][:1].isdigit():
            return None
        ins = rng.choice(s.ins).format(who=s.who)
        return self.b._choice_row(state, ins, [[x, None] for x in lv], int(round(x)), "scale_choice")

    def scale_noul(self):
        rng = self.rng
        s = rng.choice(self.often)
        c, state = self.scale_state(s)
        if c == 2:
            return None
        if rng.random() < 0.7:
            stmt = rng.choice(s.stmts).format(who=s.who)
        else:
            stmt = (
                "The %s is %s" % (s.who, rng.choice(s.adjs))
                if s.name in ("anger", "satisfaction", "politeness", "enthusiasm", "certainty", "seniority")
                else rng.choice(s.stmts).format(who=s.who)
            )
        return self.b.noul_row(state, stmt, c >= 3, "scale_noul")
