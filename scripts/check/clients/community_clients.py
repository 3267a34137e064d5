"""systemone-client, jev-lite, pydecide and deqio-client, unmodified: one decision each, and their error messages."""

import importlib.metadata

import decide
import jev_lite
import systemone
from checks import BAD_TOKEN, DEFAULT, KEY, KEYED, QUESTIONS, STATE, STRICT, check, raises, wire
from decide.backends.typesafe import TypeSafeBackend
from deqio_client import DeqioClient, DeqioError

QUEUE, URGENCY, REFUND = QUESTIONS["queue"], QUESTIONS["urgency"], QUESTIONS["refund"]
EMPTY_CHOICE = {"queue": {**QUEUE, "criteria": {}}}
EXPECTED = wire(DEFAULT)["answers"]
MODES = {"default": DEFAULT, "strict": STRICT}


def agrees(choice, probabilities, score, noul):
    assert choice == EXPECTED["queue"]["choice"] == "billing"
    assert dict(probabilities) == EXPECTED["queue"]["probabilities"]
    assert score == EXPECTED["urgency"]["score"]
    assert noul == EXPECTED["refund"]["noul"]


def of(package):
    return f"{package} {importlib.metadata.version(package)}"


def systemone_client():
    name = of("systemone-client")
    questions = {
        "queue": systemone.Choice(QUEUE["instructions"], QUEUE["criteria"]),
        "urgency": systemone.Score(URGENCY["instructions"], URGENCY["criteria"]),
        "refund": systemone.Noul(REFUND["instructions"], REFUND["criteria"]),
    }
    for mode, url in MODES.items():
        with check(name, f"a decision, {mode}"), systemone.Client(url) as client:
            result = client.system_one(STATE, questions)
            queue = result.choices["queue"]
            agrees(queue.choice, queue.probabilities, result.scores["urgency"].score, result.nouls["refund"].noul)
    # It sends the key twice: as X-API-Key, which is ignored here, and as a bearer token.
    with check(name, "the right key"), systemone.Client(KEYED, KEY) as client:
        assert client.system_one(STATE, questions).choices["queue"].choice == "billing"
    with check(name, "a wrong key says so"), systemone.Client(KEYED, "wrong") as client:
        with raises(systemone.SystemOneError) as caught:
            client.system_one(STATE, questions)
        assert (caught.error.status, caught.error.detail) == (401, BAD_TOKEN)
    with check(name, "a refused question is named"), systemone.Client(DEFAULT) as client:
        with raises(systemone.SystemOneError) as caught:
            client.system_one(STATE, EMPTY_CHOICE)
        assert caught.error.status == 422 and "queue" in caught.error.detail


def jev_lite_client():
    name = of("jev-lite")
    for mode, url in MODES.items():
        with check(name, f"a decision, {mode}"), jev_lite.TypeSafe(api_key="any", base_url=url) as client:
            result = client.system_one.create(state=STATE, questions=QUESTIONS)
            queue = result.choices["queue"]
            agrees(queue.choice, queue.probabilities, result.scores["urgency"].score, result.nouls["refund"].noul)
    with check(name, "a wrong key says so"), jev_lite.TypeSafe(api_key="wrong", base_url=KEYED) as client:
        with raises(jev_lite.AuthenticationError) as caught:
            client.system_one.create(state=STATE, questions=QUESTIONS)
        assert caught.error.message == BAD_TOKEN
    with check(name, "a refused field is named"), jev_lite.TypeSafe(api_key="any", base_url=DEFAULT) as client:
        with raises(jev_lite.UnprocessableEntityError) as caught:
            client.system_one.create(state=STATE, questions=QUESTIONS, extra_body={"max_len": 0})
        assert "max_len" in caught.error.message


def pydecide():
    name = of("pydecide")
    questions = {
        "queue": decide.Choice(QUEUE["instructions"], QUEUE["criteria"]),
        "urgency": decide.Score(URGENCY["instructions"], URGENCY["criteria"]),
        "refund": decide.Noul(REFUND["instructions"], REFUND["criteria"]),
    }
    for mode, url in MODES.items():
        with check(name, f"a decision, {mode}"), decide.Client([TypeSafeBackend("any", base_url=url)]) as client:
            answers = client.decide(STATE, questions).answers
            queue = answers["queue"]
            agrees(queue.choice, queue.probabilities, answers["urgency"].score, answers["refund"].noul)
    with check(name, "a wrong key says so"), decide.Client([TypeSafeBackend("wrong", base_url=KEYED)]) as client:
        with raises(decide.AllBackendsFailed) as caught:
            client.decide(STATE, questions)
        assert caught.error.errors[0].body == {"detail": BAD_TOKEN}


def deqio():
    name = of("deqio-client")
    for mode, url in MODES.items():
        with check(name, f"a decision, {mode}"):
            answers = DeqioClient(url).systemone(STATE, QUESTIONS)["answers"]
            queue = answers["queue"]
            agrees(queue["choice"], queue["probabilities"], answers["urgency"]["score"], answers["refund"]["noul"])
    with check(name, "health"):
        assert DeqioClient(DEFAULT).health()["status"] == "ok"
    with check(name, "a refused question is named"):
        with raises(DeqioError) as caught:
            DeqioClient(DEFAULT).systemone(STATE, EMPTY_CHOICE)
        assert caught.error.status == 422 and "queue" in caught.error.detail
    # This client cannot send a key.
    with check(name, "a service with a key says what is missing"):
        with raises(DeqioError) as caught:
            DeqioClient(KEYED).systemone(STATE, QUESTIONS)
        assert (caught.error.status, caught.error.detail) == (401, BAD_TOKEN)


systemone_client()
jev_lite_client()
pydecide()
deqio()
