"""Rows from short realistic states with statements that hold or do not."""

import json

from rows.surface import WHICH, dress, fill
from rows.texts import load_statements


class Statements:
    """Short realistic states with statements that do or do not follow."""

    def __init__(self, rng, business):
        self.rng, self.b, self.items = rng, business, load_statements()

    def row(self):
        rng = self.rng
        s, t, f = rng.choice(self.items)
        slots = {}
        state = fill(s, rng, slots)
        if state[:1] in "{[":
            state = json.loads(state)
        far = [x for o in rng.sample(self.items, 3) if o[0] != s for x in o[1]]
        if rng.random() < 0.6:
            truth = rng.random() < 0.5
            stmt = rng.choice(t if truth else (f if rng.random() < 0.7 else far))
            if isinstance(state, str):
                state = dress(state, rng, 0.75)
            return self.b.noul_row(state, fill(stmt, rng, slots), truth, "stmt")
        entries = [[fill(rng.choice(t), rng, slots), None]] + [
            [fill(x, rng, slots), None] for x in rng.sample(f, min(len(f), rng.randint(1, 3)))
        ]
        entries += [[fill(x, rng, dict(slots)), None] for x in rng.sample(far, rng.randint(0, 2))]
        return self.b._choice_row(
            state,
            rng.choice(WHICH),
            entries,
            0,
            "stmt_choice",
        )
