"""The rules of POST /v1beta/decisions that a JSON schema cannot express: part of a refusal's text -> whether a body breaks
that rule."""

from decisions import MAX_STATE_CHARACTERS, blank

MAX_OPTIONS_IN_ALL = 512


def questions(body):
    return list(body["questions"].values())


def options(question):
    return 2 if question["type"] == "noul" else len(question["criteria"])


def texts(content):
    """The texts of an input or of instructions."""
    return [content] if isinstance(content, str) else [part["text"] for part in ([content] if isinstance(content, dict) else content)]


def blank_instructions(body):
    return any(all(map(blank, texts(question["instructions"]))) for question in questions(body))


def blank_name(body):
    """An option or level whose name the schema's pattern does not take for blank."""
    return any(blank(name) for question in questions(body) if question["type"] != "noul" for name in question["criteria"])


def blank_id(body):
    return any(map(blank, body["questions"]))


def too_many_options(body):
    return sum(options(question) for question in questions(body) if question["type"] != "noul") > MAX_OPTIONS_IN_ALL


def small_window(body):
    """Whether a marker fits depends on the tokenizer; these bounds hold for any of ours."""
    row, head = body.get("max_len") or 512, body.get("head_max_len") or 192
    most = max(map(options, questions(body)))
    # Instructions may fill a head as long as the row.
    return min(row, head) < 4 * most + 60 or most > 30 or head >= row


def long_state(body):
    return sum(map(len, texts(body["input"]))) > MAX_STATE_CHARACTERS // 2


BEYOND_THE_SCHEMA = {
    "must not be blank; add the text": blank_instructions,
    "must not be blank; ": blank_name,
    "the id is blank": blank_id,
    "too many answer options across questions": too_many_options,
    "options fit into max_len": small_window,
    "state too large": long_state,
}
