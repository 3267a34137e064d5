"""The rules of POST /v1/decisions that a JSON schema cannot express: part of a refusal's text -> whether a body breaks
that rule."""

import json

MAX_STATE_CHARACTERS = 50_000
MAX_OPTIONS_IN_ALL = 2_048
FAMILIES = {
    "function_call": "function_call", "function_call_output": "function_call",
    "custom_tool_call": "custom_tool_call", "custom_tool_call_output": "custom_tool_call",
}
# type of a question -> the member with its options, and the member of an option that names it
NAMES = {"choice": ("choices", "value"), "score": ("levels", "label")}


def items(body):
    return [i for i in body["input"] if isinstance(i, dict)] if isinstance(body["input"], list) else []


def calls_twice(body):
    ids = [i["call_id"] for i in items(body) if i.get("type") in ("function_call", "custom_tool_call")]
    return len(set(ids)) < len(ids)


def output_without_call(body):
    seen = set()
    for item in items(body):
        key = (FAMILIES.get(item.get("type")), item.get("call_id"))
        if str(item.get("type")).endswith("_output") and key not in seen:
            return True
        seen.add(key)
    return False


def options(question):
    return len(question[NAMES[question["type"]][0]]) if question["type"] in NAMES else 2


def blank(text):
    r"""Whether a text is blank to the service. Its spaces, which are Python's, are more than those that \s has in a schema."""
    return not text.strip()


def blank_name(body):
    """A choice or level whose name the schema's pattern does not take for blank."""
    names = [option.get(NAMES[q["type"]][1]) for q in body["questions"] if q["type"] in NAMES for option in q[NAMES[q["type"]][0]]]
    return any(isinstance(name, str) and blank(name) for name in names)


def equal_choices(body):
    """Python takes 1 and True for one value; values are strings and booleans."""
    values = [[repr(c["value"]) for c in q["choices"]] for q in body["questions"] if q["type"] == "choice"]
    return any(len(set(one)) < len(one) for one in values)


def blank_instructions(body):
    given = [q["instructions"] for q in body["questions"]]
    return any(blank(one) if isinstance(one, str) else all(map(blank_part, one)) for one in given)


def blank_part(part):
    return part["type"] != "input_json" and blank(part["refusal" if part["type"] == "refusal" else "text"])


def too_many_options(body):
    return sum(options(q) for q in body["questions"] if q["type"] != "predicate") > MAX_OPTIONS_IN_ALL


def small_window(body):
    """Whether a marker fits depends on the tokenizer; these bounds hold for any of ours."""
    row, head = body.get("max_len") or 512, body.get("head_max_len") or 192
    most = max(map(options, body["questions"]))
    # Instructions may fill a head as long as the row.
    return min(row, head) < 4 * most + 60 or most > 30 or head >= row


def long_state(body):
    return len(json.dumps(body["input"])) > MAX_STATE_CHARACTERS // 2


BEYOND_THE_SCHEMA = {
    "an earlier call has this id": calls_twice,
    "put the call before its output": output_without_call,
    "an earlier choice has this value": equal_choices,
    "must not be blank; add the text": blank_instructions,
    "must not be blank; name the": blank_name,
    "too many choices and levels across": too_many_options,
    "options fit into max_len": small_window,
    "state too large": long_state,
}


def paired(body):
    """Puts a call before every output that has none: random ids never agree, and outputs would hardly be reached.

    A call is a valid item, so a body stays as valid or as invalid as it was.
    """
    if not isinstance(body, dict) or not isinstance(body.get("input"), list):
        return body
    seen, mended = set(), []
    for item in body["input"]:
        kind = item.get("type") if isinstance(item, dict) else None
        if isinstance(kind, str) and kind.endswith("_output") and kind in FAMILIES and isinstance(item.get("call_id"), str):
            call = {"type": FAMILIES[kind], "call_id": item["call_id"], "name": "tool", "arguments": "{}", "input": ""}
            if (call["type"], call["call_id"]) not in seen:
                mended.append(call)
                seen.add((call["type"], call["call_id"]))
        elif isinstance(kind, str) and kind in FAMILIES:
            # An id of another type is refused anyway, and may not be hashable.
            seen.add((kind, str(item.get("call_id"))))
        mended.append(item)
    return {**body, "input": mended}
