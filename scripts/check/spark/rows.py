"""Files of rows: those that Spark reads, those that it writes, and the service's answers to the same."""
import json
import os
import pathlib
import zipfile

import running


def written(path, states):
    """Writes states as the lines that Spark reads."""
    with open(path, "w") as out:
        for index, state in enumerate(states):
            out.write(json.dumps({"id": index, "state": state}) + "\n")
    return path


def divided(folder, states, files):
    """The same in a folder of this many files."""
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for part in range(files):
        with open(folder / f"{part:03}.json", "w") as out:
            for index in range(part, len(states), files):
                out.write(json.dumps({"id": index, "state": states[index]}) + "\n")
    return folder


def archive(path, folder):
    """A zip of the files of a folder, for --archives."""
    unfinished = path.with_suffix(f".{os.getpid()}")
    with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as zipped:
        for file in sorted(pathlib.Path(folder).rglob("*")):
            if file.is_file():
                zipped.write(file, file.relative_to(folder))
    return unfinished.replace(path)


def read(folder):
    """The rows that Spark wrote as JSON, in the order of their ids."""
    return sorted((json.loads(line) for part in pathlib.Path(folder).glob("part-*") for line in part.read_text().splitlines()),
                  key=lambda row: row["id"])


def served(port, states, questions):
    """What the service answers about each state: status and body."""
    asked = json.dumps(questions)
    for state in states:
        body = '{"state": %s, "questions": %s}' % ("null" if state is None else state, asked)
        status, _, text = running.call(port, "POST", "/v1/systemone", body.encode("utf-8", "surrogatepass"))
        yield status, json.loads(text)


def difference(row, status, body, state):
    """How a row of Spark's differs from an answer of the service; None if it does not."""
    if status != 200:
        # A text that is no JSON breaks the whole body, so the service finds the fault at another place.
        same = "valid JSON" in row.get("error", "") if is_broken(state) else row.get("error") == body["detail"]
        return None if same else (row.get("error"), body)
    if "error" in row:
        return row["error"], body
    for name, answer in body["answers"].items():
        mine = expected(answer, name in body["usage"]["truncated_questions"], body["routing"])
        if row[name] != mine:
            return row[name], mine
    return None


def is_broken(state):
    try:
        json.loads(state or "null")
        return False
    except ValueError:
        return True


def expected(answer, truncated, routing):
    """An answer of the service as Spark has it, which leaves out what is null."""
    said = answer[answer["type"]]
    chances = answer.get("probabilities")
    if chances is None:
        # On the wire a noul is one number. The other side's is rounded from what is not shown, so it is looked up.
        chances = {"true": said}
    return without_nulls({"answer": said, "probabilities": chances, "confidence": answer["confidence"],
                          "answer_confidence": answer["answer_confidence"], "act_probability": answer["action"]["act_probability"],
                          "truncated": truncated, "routing": routing})


def without_nulls(value):
    return {name: without_nulls(member) for name, member in value.items() if member is not None} if isinstance(value, dict) else value


def comparable(row, questions):
    """A row without the probability of a noul's other side, which the service does not show."""
    for name, question in questions.items():
        if question["type"] == "noul" and name in row:
            false = row[name]["probabilities"].pop("false")
            assert abs(false + row[name]["probabilities"]["true"] - 1) < 1.5e-4
    return row
