"""What the service and laya's clean_email_body leave of the e-mails and lookalikes of testdata/emails.

    benchmarks/email_cleaning.py --laya PYTHON [--out RESULT.json]

PYTHON is the interpreter of an environment with laya 0.4.15. Build the service first (mvn -DskipTests package); it is started
with SERVICE_CLEAN=request and the bundled checkpoint. The service is given each message as it is sent. laya has no reader of
messages: it is given the text that Python's own email package makes of one, the plain part or, where there is none, the HTML
without its tags. White space does not count.
"""

import argparse
import email
import email.policy
import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "scripts" / "lib"))
import machine  # noqa: E402
import running  # noqa: E402

EMAILS = ROOT / "testdata" / "emails"
FOLDERS = ("tuning", "held-out", "more")
QUESTIONS = {"q": {"type": "noul", "instructions": "Is the customer angry?"}}
LAYA = """
import json, sys
from laya.email import clean_email_body
for line in sys.stdin:
    print(json.dumps(clean_email_body(json.loads(line), max_chars=50_000)))
"""


def words(text):
    return " ".join(text.split())


def plain(message):
    """The text of a message, as a program makes it that has only Python's own library."""
    part = email.message_from_bytes(message, policy=email.policy.default).get_body(("plain", "html"))
    if part is None:
        return ""
    text = part.get_content()
    if part.get_content_type() == "text/html":
        text = html.unescape(
            re.sub(r"<[^>]*>", "", re.sub(r"(?i)<br[^>]*>|</p>|</div>", "\n", re.sub(r"(?s)<(style|script).*?</\1>", "", text)))
        )
    return text


def of_laya(python, texts):
    lines = "".join(json.dumps(text) + "\n" for text in texts)
    done = subprocess.run([python, "-c", LAYA], input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def of_service(texts):
    """What is left, as the decision log has it that the model was given it; and what the answers say was cut."""
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder, "decisions.jsonl")
        settings = {
            "SERVICE_CHECKPOINTS": "starter",
            "SERVICE_CLEAN": "request",
            "SERVICE_DECISION_LOG": f"{log},states=text",
        }
        with running.Service([running.SERVE], ROOT / "target" / "email.log", **settings).await_ready() as service:
            said = []
            for text in texts:
                body = json.dumps({"state": text, "clean": "email", "questions": QUESTIONS}).encode()
                status, _, answer = running.call(service.port, "POST", "/v1/systemone", body)
                if status != 200:
                    sys.exit(answer)
                said.append(json.loads(answer)["usage"]["cleaned"])
        states = [line["state"] for line in map(json.loads, log.read_text(encoding="utf-8").splitlines()) if "state" in line]
    return [state["body"] if isinstance(state, dict) else state for state in states], said


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--laya", required=True, help="the Python of an environment with laya")
    parser.add_argument("--out", type=pathlib.Path)
    options = parser.parse_args()
    result = machine.begin()
    result["white_space"] = "does not count"
    names, messages, expected = [], [], []
    for folder in FOLDERS:
        for file in sorted((EMAILS / folder).glob("*.eml")):
            names.append((folder, file.stem))
            messages.append(file.read_bytes())
            expected.append(words(file.with_suffix(".txt").read_text(encoding="utf-8")))
    lookalikes = [json.loads(line) for line in (EMAILS / "lookalikes.jsonl").read_text(encoding="utf-8").splitlines()]
    texts = [each["text"] for each in lookalikes]
    ours, said = of_service([message.decode() for message in messages] + texts)
    laya = of_laya(options.laya, [plain(message) for message in messages] + texts)
    result["rows"] = [
        {"set": folder, "name": name, "service": words(a) == want, "laya": words(b) == want}
        for (folder, name), want, a, b in zip(names, expected, ours, laya, strict=False)
    ]
    result["rows"] += [
        {"set": "lookalikes", "name": each["id"], "service": words(a) == words(each["text"]), "laya": words(b) == words(each["text"])}
        for each, a, b in zip(lookalikes, ours[len(names) :], laya[len(names) :], strict=True)
    ]
    result["exactly_right"] = {}
    for group in (*FOLDERS, "lookalikes"):
        rows = [row for row in result["rows"] if row["set"] == group]
        result["exactly_right"][group] = {"of": len(rows), **{side: sum(row[side] for row in rows) for side in ("service", "laya")}}
        print("%-11s %3d   service %3d   laya %3d" % (group, *result["exactly_right"][group].values()))
    result = machine.end(result)
    if options.out:
        options.out.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
