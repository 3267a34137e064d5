#!/usr/bin/env python3
"""Writes labelled rows that are made from templates, for checks in which only the figures matter, not the answers.

    scripts/check/judging/rows.py OUT.jsonl [ROWS, default 600]

They are of every type, with 2 to 10 options, in both forms of a line, and about one label in six is wrong on purpose.
"""

import json
import random
import sys

THINGS = {"parcel": "shipping", "invoice": "billing", "password": "login", "refund": "billing", "login page": "login",
          "courier": "shipping"}
MOODS = [("Thank you, the {} was fine.", 0), ("The {} is not what I expected.", 1), ("I have asked about the {} twice.", 2),
         ("This {} is a disgrace, I am furious!", 3)]
TEAMS = {"shipping": "parcels and couriers", "billing": "payments, invoices and refunds", "login": "accounts and passwords"}
OTHERS = ["sales", "legal", "press", "hiring", "security", "partners", "other"]
WRONG = 1 / 6


def questions(thing, mood):
    """(id, question, right answer) of a state about a thing in a mood."""
    team = THINGS[thing]
    yield "team", {"type": "choice", "instructions": "Which team should handle this?", "criteria": TEAMS}, team
    yield "any", {"type": "choice", "instructions": "What is this about?", "criteria": [*TEAMS, *OTHERS]}, team
    yield "pair", {"type": "choice", "instructions": "Money or not?", "criteria": ["money", "something else"]}, \
        "money" if team == "billing" else "something else"
    yield "tone", {"type": "score", "instructions": "How upset is the customer?", "criteria": ["calm", "firm", "angry", "furious"]}, mood
    yield "upset", {"type": "noul", "instructions": "Is the customer upset?"}, mood > 1


def wrong(question, right, mixed):
    if question["type"] == "noul":
        return not right
    options = range(len(question["criteria"])) if question["type"] == "score" else list(question["criteria"])
    return mixed.choice([option for option in options if option != right])


def main():
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 600
    mixed = random.Random(4)
    with open(sys.argv[1], "w", encoding="utf-8") as out:
        for number in range(wanted):
            thing = mixed.choice(list(THINGS))
            text, mood = mixed.choice(MOODS)
            identity, question, gold = list(questions(thing, mood))[number % 5]
            if mixed.random() < WRONG:
                gold = wrong(question, gold, mixed)
            row = {"state": f"Letter {number}. " + text.format(thing)}
            if number % 2:
                row |= {"question": question, "gold": gold}
            else:
                row |= {"questions": {identity: question}, "gold": {identity: gold}}
            out.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main()
