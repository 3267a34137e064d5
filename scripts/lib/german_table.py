"""A table as a spreadsheet program in half of the world writes it: semicolons, decimal commas, quotes where they are needed, lines
that end with CR and LF; with cells that such programs take for formulas, and others that are easily changed on the way."""

import csv
import io

ROWS = 2_000
QUESTION = {
    "type": "choice",
    "instructions": "Which team should handle this?",
    "criteria": {"Rechnung": "payments and refunds", "Technik": "errors and login", "Versand": "parcels"},
}
STATE = "Anfrage"
FILES = (("ansi.csv", "cp1252"), ("utf-8.csv", "utf-8-sig"))
TICKETS = (
    "Die Rechnung für März enthält einen Fehler.",
    "Wo bleibt mein Paket? Größe: 2,5 kg",
    'Er sagte: "Nie wieder!"',
    "Die App stürzt ab;\nbeim Öffnen kommt nichts.",
    "  mit Leerzeichen außen  ",
)
ODD = ("@müller", "-5,2", "+49 170 1234567", "=A1", "007", "1.234,50 €", "", "ja;nein", "–", "'schon mit Apostroph")
HEAD = ["Nr", STATE, "Bereich", "Wert in €", "Wer", " mit Rand "]
LABELS = ("Rechnung", "Versand", "", "Technik", "")


def cells():
    return [HEAD] + [
        [str(n), f"{TICKETS[n % 5]}", LABELS[n % 5], f"{n / 8:.3f}".replace(".", ","), ODD[n % 10], " x "] for n in range(ROWS)
    ]


def written(rows):
    out = io.StringIO()
    csv.writer(out, delimiter=";", lineterminator="\r\n").writerows(rows)
    return out.getvalue()


def read(text):
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=";"))
