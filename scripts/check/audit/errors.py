"""Rows about errors and limits."""

from services import CHOICE, NOUL, SCORE

KIB = 1024


def rows(s):
    yield from malformed(s.open)
    yield from order(s.open)
    yield from limits(s.open)


def malformed(s):
    bodies = {
        "an empty body": b"",
        "no JSON": b"nonsense",
        "text behind the document": b'{"state":1,"questions":{}} x',
        "an array": b"[]",
        "a number": b"5",
        "NaN": b'{"state":NaN,"questions":{}}',
        "Infinity": b'{"state":-Infinity,"questions":{}}',
        "an unpaired surrogate in the state": b'{"state":"\\ud800","questions":{}}',
        "an unpaired surrogate in a name": b'{"state":{"\\udc00":1},"questions":{}}',
        "an unpaired surrogate in an unknown member": b'{"state":1,"questions":{},"x":"\\ud800"}',
        "nesting past 1,000": b'{"questions":{},"state":' + b"[" * 1001 + b"]" * 1001 + b"}",
        "an integer of 4,301 digits": b'{"questions":{},"state":' + b"1" * 4301 + b"}",
        "no questions": b'{"state":1}',
        "questions as an array": b'{"state":1,"questions":[]}',
        "null questions": b'{"state":1,"questions":null}',
    }
    for name, body in bodies.items():
        r = s.post(body)
        yield "errors", f"{name} is a 400", r.refuses(400), r
    accepted = {
        "a paired surrogate": b'{"state":"\\ud83d\\ude00","questions":{}}',
        "UTF-8 with a byte-order mark": b'\xef\xbb\xbf{"state":1,"questions":{}}',
        "UTF-16": '{"state":"ä","questions":{}}'.encode("utf-16"),
        "nesting of 900": b'{"questions":{},"state":' + b"[" * 900 + b"]" * 900 + b"}",
    }
    for name, body in accepted.items():
        r = s.post(body)
        yield "errors", f"{name} is taken", r.status == 200, r
    r = s.post(b'{"state":"a","state":"b","questions":{},"questions":{"q":{"type":"noul","instructions":"x"}}}')
    yield "routes", "of repeated names the last value counts", r.status == 200 and list(r.json["answers"]) == ["q"], r


def order(s):
    r = s.post({"questions": {"q": 1}, "hooks": 1, "max_len": 0})
    yield "errors", "shape comes before hooks", r.refuses(400, "'state'"), r
    r = s.ask(questions={str(i): 1 for i in range(65)}, hooks=1)
    yield "errors", "limits come before hooks", r.refuses(413), r
    r = s.post(b'{"state":"\\ud800","questions":{"q":1},"hooks":1,"max_len":0}')
    yield "errors", "hooks come before surrogates", r.refuses(422, "'hooks'"), r
    r = s.post(b'{"state":"\\ud800","questions":{"q":1},"max_len":0}')
    yield "errors", "surrogates come before controls", r.refuses(400, "surrogate"), r
    r = s.ask(questions={"q": 1}, max_len=0)
    yield "errors", "controls come before questions", r.refuses(422, "'max_len'"), r


def limits(s):
    r = s.ask(state="é" * 50_000)
    yield "limits", "a state of 50,000 characters is answered", r.status == 200, r
    r = s.ask(state="é" * 50_001)
    yield "limits", "a state of 50,001 is a 413 with both numbers", r.refuses(413, "50001", "50000"), r
    r = s.ask(state=["é" * 49_996])
    yield "limits", "JSON is counted as the text that the model reads", r.status == 200, r
    r = s.ask(state=["é" * 49_997])
    yield "limits", "and refused one character later", r.refuses(413, "50001"), r
    for count, status in ((64, 200), (65, 413)):
        r = s.ask(questions={str(i): NOUL for i in range(count)})
        yield "limits", f"{count} questions are a {status}", r.status == status and (status == 200 or r.refuses(413, "65", "64")), r
    for count, status in ((64, 200), (65, 413)):
        r = s.post({"states": ["a"] * count, "questions": {}}, "/v1/systemone/batch")
        yield "limits", f"{count} states are a {status}", r.status == status and (status == 200 or r.refuses(413, "65", "64")), r
    r = s.question({**CHOICE, "criteria": [str(i) for i in range(100)]})
    yield "limits", "100 options are no 413", r.status in (200, 422), r
    r = s.question({**CHOICE, "criteria": [str(i) for i in range(101)]})
    yield "limits", "101 options are a 413 that names the question", r.refuses(413, "'q'", "101", "100"), r
    for count, status in ((32, 200), (33, 413)):
        r = s.question({**SCORE, "criteria": [str(i) for i in range(count)]})
        yield "limits", f"{count} levels are a {status}", r.status == status, r
    r = s.ask(questions={str(i): {**SCORE, "criteria": [str(n) for n in range(32)]} for i in range(16)})
    yield "limits", "512 options in all are answered", r.status == 200, r
    r = s.ask(questions={str(i): {**SCORE, "criteria": [str(n) for n in range(27)]} for i in range(19)})
    yield "limits", "513 options in all are a 413", r.refuses(413, "513", "512"), r
    whole = 2 * KIB * KIB
    filler = b'{"state":1,"questions":{},"x":"%s"}'
    r = s.post(filler % (b"a" * (whole - len(filler) + 2)))
    yield "limits", "a body of 2 MiB is answered", r.status == 200, r
    r = s.post(filler % (b"a" * (whole - len(filler) + 3)))
    yield "limits", "one byte more is a 413", r.refuses(413), r
    r = s.ask(questions={"q": {**CHOICE, "criteria": {f"a long label {i}": "and a description" for i in range(100)}}}, max_len=64)
    yield "limits", "options that the window cannot hold are a 422 with the ways out", r.refuses(422, "'q'", "max_len", "head_max_len"), r
