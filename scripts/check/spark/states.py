"""Mixed rows: languages, documents, conversations, texts that are cut, and rows that are refused."""
import json
import random

QUESTIONS = {
    "team": {"type": "choice", "instructions": "Which team handles it?",
             "criteria": {"billing": "money and invoices", "tech": "errors and crashes", "sales": None, "other": "anything else"}},
    "urgency": {"type": "score", "instructions": "How urgent is it?", "criteria": ["low", "medium", "high", "critical"]},
    "angry": {"type": "noul", "instructions": "Is the customer angry?"},
}
# A choice that is narrowed down in groups if the service is told so.
PRODUCTS = [f"product {i}" for i in range(90)]
MANY = {"product": {"type": "choice", "instructions": "Which product is it about?", "criteria": PRODUCTS}, **QUESTIONS}
# The ids of the workflow customer_service, which select the typed-decisions checkpoint if that is switched on.
WORKFLOW = {
    "action": {"type": "choice", "instructions": "What happens next?", "criteria": ["refund", "reply", "escalate"]},
    "category": {"type": "choice", "instructions": "What is it about?", "criteria": ["invoice", "defect", "other"]},
    "churn_risk": {"type": "score", "instructions": "Will the customer leave?", "criteria": ["no", "perhaps", "surely"]},
    "needs_human": {"type": "noul", "instructions": "A person has to read it."},
    "urgency": {"type": "score", "instructions": "How urgent is it?", "criteria": ["low", "high"]},
}

SENTENCES = {
    "en": ["I was charged twice for my order.", "Nobody has answered my e-mail yet.", "The app crashes when I open it.",
           "Please send me the invoice again.", "Could you call me back tomorrow?", "Thank you for the quick help."],
    "de": ["Mir wurde die Bestellung doppelt berechnet.", "Die Rechnung stimmt nicht und ich warte seit Wochen.",
           "Das Programm stürzt beim Öffnen immer ab.", "Bitte rufen Sie mich morgen zurück."],
    "fr": ["Ma commande a été facturée deux fois.", "Je n'ai toujours pas reçu de réponse à mon message."],
    "ja": ["注文が二重に請求されました。", "アプリを開くと落ちてしまいます。"],
    "ru": ["С меня дважды списали деньги за заказ.", "Приложение не открывается."],
}


def states(count):
    """This many states as JSON texts; None is a row without one."""
    chance = random.Random(4)
    return [state(chance, index) for index in range(count)]


def state(chance, index):
    kind = index % 10
    text = " ".join(chance.choice(SENTENCES[language(chance, kind)]) for _ in range(chance.randint(1, 6)))
    if index % 97 == 96:
        return chance.choice([None, "null", "{\"text\":", json.dumps("x" * 50_001), "\"\\ud800 alone\""])
    if kind == 7:
        order = {"subject": text[:30], "body": text, "order": index, "total": chance.random() * 100, "paid": None}
        return json.dumps(order, ensure_ascii=False)
    if kind == 8:
        return json.dumps([{"role": role, "text": text} for role in ("customer", "agent") * chance.randint(1, 5)], ensure_ascii=False)
    if kind == 9:
        return json.dumps(f"Letter {index}. " + text * chance.randint(20, 60), ensure_ascii=False)
    return json.dumps(f"Letter {index}: {text}", ensure_ascii=False)


def language(chance, kind):
    return "en" if kind < 5 else chance.choice(list(SENTENCES))
