"""Rows from the families: choice among labels, queues, topics, open and settled matters, yes/no.

A row is {"state", "q": {"t", "ins", "crit"[, "labels"]}, "target": [probability per option], "src"}.
"""

from rows.grammar import negated, question_of
from rows.surface import OTHER, OTHER_DESC, STYLES, case, dress, fill, one_hot
from rows.texts import load_confusable, load_families, load_scales


class Families:
    """`want(name)` says which families the rows come from."""

    def __init__(self, rng, want=lambda name: True):
        self.rng = rng
        self.fams, self.scales = [f for f in load_families() if want(f.name)], load_scales()
        self.by = {f.name: f for f in self.fams}
        self.bad = load_confusable()
        # Every class of a family is asked about equally often.
        self.pairs = [(f, c) for f in self.fams for c in f.classes]
        self.tone = {s.name: s for s in self.scales}

    # ------------------------------------------------------------------------------ helpers
    def text_of(self, c):
        return fill(self.rng.choice(c.texts), self.rng)

    TONABLE = {"support_intent", "shop_reason", "banking", "it_incident", "hr", "travel", "clinic_intent", "law"}

    def ok_others(self, f, c):
        bad = self.bad.get((f.name, c.key), ())
        return [o for o in f.classes if o is not c and o.key not in bad]

    def instruction(self, f):
        r = self.rng.random()
        if r < 0.8:
            return self.rng.choice(f.ins)
        return self.rng.choice(
            [
                "Choose the label that fits best",
                "Classify the text",
                "Which option is correct?",
                "Pick one",
                "What is this about?",
                "Select the matching category",
                "Classify",
                "Best fitting label?",
            ]
        )

    def maybe_tone(self, text, f):
        """Appends a tone sentence without a topic to make the state longer."""
        if f.name in self.TONABLE and self.rng.random() < 0.15:
            s = self.tone[self.rng.choice(["anger", "urgency", "politeness"])]
            lv = self.rng.choice([2, 3] if s.name != "politeness" else [3, 4])
            return text + " " + fill(self.rng.choice(s.texts[lv]), self.rng)
        return text

    # ------------------------------------------------------------------------------ choice
    def choice(self):
        rng = self.rng
        f, c = rng.choice(self.pairs)
        others = self.ok_others(f, c)
        k = min(len(others) + 1, rng.choice([2, 3, 3, 4, 4, 4, 5, 5, 6, 7, 8, 10]))
        picked = rng.sample(others, k - 1)
        style = rng.choice(STYLES)
        mode = rng.choice(["bare", "bare", "desc", "desc", "mixed"])
        entries = []
        for o in [c] + picked:
            lab = case(rng.choice(o.labels), style)
            desc = rng.choice(o.descs) if o.descs and (mode == "desc" or (mode == "mixed" and rng.random() < 0.5)) else None
            entries.append([lab, desc])
        gold = 0
        r = rng.random()
        if r < 0.13 and len(entries) > 2:  # the true class is not offered: "other" is right
            if f.name not in ("speech_act",):
                entries[0] = [case(rng.choice(OTHER), style), rng.choice(OTHER_DESC) if mode != "bare" else None]
        elif r < 0.28 and len(entries) > 2:  # "other" as a distractor
            entries[-1] = [case(rng.choice(OTHER), style), rng.choice(OTHER_DESC) if mode != "bare" else None]
        return self._choice_row(dress(self.maybe_tone(self.text_of(c), f), rng), self.instruction(f), entries, gold, "fam:" + f.name)

    def _choice_row(self, state, ins, entries, gold, src):
        rng = self.rng
        order = list(range(len(entries)))
        rng.shuffle(order)
        crit = {}
        for i in order:
            if entries[i][0] in crit:
                return None
            crit[entries[i][0]] = entries[i][1]
        return {
            "state": state,
            "q": {"t": "choice", "ins": ins, "crit": crit},
            "target": one_hot(len(order), order.index(gold)),
            "src": src,
        }

    def cross(self):
        """Labels from unrelated families: what is the text about?"""
        rng = self.rng
        topical = [
            "shop_reason",
            "banking",
            "it_incident",
            "hr",
            "travel",
            "news",
            "health_special",
            "subject",
            "law",
            "product_dept",
            "job",
            "utility_company",
            "gaming",
            "logistics",
            "public_office",
            "realestate",
            "school_letters",
            "garden_help",
            "charity",
        ]
        topical = [x for x in topical if x in self.by]
        f = self.by[rng.choice(topical)]
        c = rng.choice(f.classes)
        entries = [[rng.choice(c.labels), rng.choice(c.descs) if rng.random() < 0.3 else None]]
        for g in rng.sample([x for x in topical if x != f.name], rng.randint(2, 5)):
            o = rng.choice(self.by[g].classes)
            entries.append([rng.choice(o.labels), rng.choice(o.descs) if entries[0][1] else None])
        ins = rng.choice(
            [
                "What is this about?",
                "Topic",
                "Theme of the text",
                "Which label describes the text?",
                "Classify",
                "Subject",
                "Choose the best category",
            ]
        )
        return self._choice_row(dress(self.text_of(c), rng), ins, entries, 0, "cross")

    QUEUES = [
        (
            ["billing", "finance", "payments", "accounting", "billing team"],
            ["payments, invoices and refunds", "money matters", "charges, refunds, receipts"],
            {"billing", "refund"},
        ),
        (
            ["tech", "technical support", "tech support", "IT", "engineering"],
            ["errors and login problems", "things that do not work", "bugs, crashes, access"],
            {"tech", "login"},
        ),
        (["sales", "sales team"], ["new and bigger plans", "wants to buy"], {"upgrade"}),
        (["shipping", "logistics", "delivery"], ["parcels and tracking", "where is the order"], {"shipping"}),
        (["product", "product team", "ideas"], ["suggestions and wishes", "new functions"], {"feature"}),
        (["retention", "cancellations"], ["customers who want to leave", "end of contracts"], {"cancel"}),
        (["privacy", "data protection"], ["personal data"], {"privacy"}),
        (["complaints"], ["bad experiences with us"], {"complaint"}),
    ]

    def queue(self):
        """Coarse support queues with a catch-all, which is the most common first request."""
        rng = self.rng
        f = self.by["support_intent"]
        qs = [self.QUEUES[0], self.QUEUES[1]] if rng.random() < 0.6 else []
        rest = [q for q in self.QUEUES if q not in qs]
        qs = qs + rng.sample(rest, rng.randint(0 if qs else 2, 3))
        c = rng.choice(f.classes)
        covered = set().union(*[q[2] for q in qs])
        # Avoid texts that suggest an offered queue without belonging to it.
        if c.key not in covered and (c.key in ("howto", "complaint") or any(c.key in self.bad.get((f.name, x), ()) for x in covered)):
            return None
        desc = rng.random() < 0.5
        style = rng.choice(STYLES)
        entries = [[case(rng.choice(q[0]), style), rng.choice(q[1]) if desc else None] for q in qs]
        entries.append(
            [
                case(rng.choice(["other", "general", "anything else", "everything else", "misc", "other questions"]), style),
                rng.choice(["anything else", "all the rest", "general questions", None]) if desc else None,
            ]
        )
        gold = next((i for i, q in enumerate(qs) if c.key in q[2]), len(qs))
        ins = rng.choice(
            [
                "Which queue should handle this?",
                "Route the message",
                "Assign the ticket to a team",
                "Who should answer?",
                "Send this to the right queue",
                "Queue",
                "Pick the team",
                "Where does this ticket go?",
            ]
            + f.ins[:3]
        )
        return self._choice_row(dress(self.maybe_tone(self.text_of(c), f), rng), ins, entries, gold, "queue")

    def two_issues(self):
        """One matter is settled, the other is open."""
        rng = self.rng
        f = self.by[rng.choice(["support_intent", "shop_reason", "it_incident", "hr", "banking", "travel"])]
        c, o = rng.sample(f.classes, 2)
        if (
            o.key in self.bad.get((f.name, c.key), ())
            or c.key in ("praise", "info", "complaint")
            or o.key in ("praise", "info", "complaint")
        ):
            return None
        lab = rng.choice(o.labels)
        settled = (
            rng.choice(
                [
                    "The %s is done, thank you.",
                    "The matter with the %s has been settled.",
                    "Thanks, the %s is solved.",
                    "The %s question was answered already.",
                    "Forget about the %s, that is fine now.",
                ]
            )
            % lab
        )
        text = self.text_of(c)
        state = rng.choice(
            [settled + " But now: " + text, settled + " However, " + text, settled + " " + text, text + " By the way: " + settled]
        )
        third = [x for x in self.ok_others(f, c) if x is not o]
        entries = [[rng.choice(c.labels), None], [rng.choice(o.labels), None]] + [
            [rng.choice(x.labels), None] for x in rng.sample(third, min(len(third), rng.randint(1, 3)))
        ]
        if rng.random() < 0.5:
            return self._choice_row(
                dress(state, rng, 0.8),
                rng.choice(
                    [
                        "What is the open problem?",
                        "What still has to be done?",
                        "Open issue",
                        "Which problem is not solved yet?",
                        "What does the writer need now?",
                    ]
                ),
                entries,
                0,
                "two",
            )
        solved = rng.random() < 0.5
        x = c if not solved else o
        return self.noul_row(
            state,
            rng.choice(["The %s is still open", "Help is still needed with: %s", "The problem with the %s is not solved"])
            % rng.choice(x.labels),
            not solved,
            "two",
        )

    # ------------------------------------------------------------------------------ noul
    def noul_row(self, state, stmt, truth, src, crit=None):
        rng = self.rng
        r = rng.random()
        if r < 0.10:
            stmt = rng.choice(["Is it true that %s?", "Is the following true: %s?", "Is this correct: %s?", "Would you agree that %s?"]) % (
                stmt[:1].lower() + stmt[1:].rstrip("?.")
            )
        elif r < 0.28:
            stmt = question_of(stmt)
        elif r < 0.42 and negated(stmt.rstrip(".")):
            stmt = negated(stmt.rstrip("."))
            truth, crit = not truth, None
            if rng.random() < 0.2:
                stmt = stmt[:1].upper() + stmt[1:] + "."
        elif r < 0.49:
            stmt = rng.choice(
                ["It is not true that %s", "The following is wrong: %s", "It is not the case that %s", "It is false that %s"]
            ) % (stmt[:1].lower() + stmt[1:])
            truth, crit = not truth, None
        elif r < 0.58:
            stmt = stmt.rstrip(".") + "."
        elif r < 0.62:
            stmt = stmt.lower()
        q = {"t": "noul", "ins": stmt, "crit": crit or None}
        if rng.random() < 0.06:
            q["labels"] = rng.choice([{"false": "no", "true": "yes"}, {"false": "wrong", "true": "right"}, {"false": "n", "true": "y"}])
        return {"state": state, "q": q, "target": one_hot(2, int(bool(truth))), "src": src}

    def noul(self):
        rng = self.rng
        f, c = rng.choice(self.pairs)
        truth = rng.random() < 0.5
        others = self.ok_others(f, c)
        x = c if truth else rng.choice(others)
        y = rng.choice(others) if truth else c
        if x.stmts and rng.random() < 0.62:
            stmt = rng.choice(x.stmts)
        else:
            lab = rng.choice(x.labels)
            stmt = (
                rng.choice(
                    [
                        "This is about %s",
                        "Is this about %s?",
                        "The text belongs to the category %s",
                        "Does this concern %s?",
                        "The topic is %s",
                        "The right label is %s",
                        "%s",
                        "Category: %s",
                        "It fits the label %s",
                        "Should this be filed under %s?",
                    ]
                )
                % lab
            )
        crit = None
        if rng.random() < 0.25 and x.descs:
            crit = {"true": rng.choice(x.descs)}
            crit["false"] = (
                rng.choice(y.descs)
                if rng.random() < 0.5 and y.descs
                else rng.choice(["anything else", "not about that", "something different"])
            )
        if stmt.endswith("?"):
            q = {"t": "noul", "ins": stmt, "crit": crit}
            return {
                "state": dress(self.maybe_tone(self.text_of(c), f), rng),
                "q": q,
                "target": one_hot(2, int(truth)),
                "src": "noul:" + f.name,
            }
        return self.noul_row(dress(self.maybe_tone(self.text_of(c), f), rng), stmt, truth, "noul:" + f.name, crit)
