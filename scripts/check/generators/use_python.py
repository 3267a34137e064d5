"""Uses the client that openapi-python-client makes of /openapi.json, which is on the path as `decisions`."""

import os
import sys

import outcomes
from decisions import AuthenticatedClient, models
from decisions.api.decisions import decide, decide_batch
from decisions.api.health import health

URL, KEY = os.environ["GENERATORS_URL"], os.environ["GENERATORS_KEY"]
STATE = "I was charged twice this month. Please refund the second payment."
client = AuthenticatedClient(base_url=URL, token=KEY)


def check(name):
    return outcomes.check("Python", name)


def questions(**by_id):
    made = models.Questions()
    made.additional_properties.update(by_id)
    return made


def noul(instructions="The customer asks for money back."):
    return models.NoulQuestion(type_="noul", instructions=instructions)


def ask(state, asked, **controls):
    return decide.sync_detailed(client=client, body=models.DecisionRequest(state=state, questions=asked, **controls)).parsed


def refused(response, status):
    assert response.status_code == status, response
    assert isinstance(response.parsed, models.ErrorResponse), response.parsed
    return response.parsed.detail


with check("a choice, a score and a noul about a text"):
    criteria = {"billing": "payments and refunds", "technical": None}
    got = ask(
        STATE,
        questions(
            queue=models.ChoiceQuestion(type_="choice", instructions="Which team?", criteria=criteria),
            urgency=models.ScoreQuestion(type_="score", instructions="How urgent?", criteria=["calm", "angry"]),
            refund=noul(),
        ),
        min_confidence=0.0,
    )
    queue, urgency, refund = got.answers["queue"], got.answers["urgency"], got.answers["refund"]
    assert isinstance(queue, models.ChoiceAnswer) and queue.choice in ("billing", "technical"), queue
    assert abs(sum(queue.probabilities[label] for label in ("billing", "technical")) - 1) < 0.001, queue
    assert queue.abstention == models.Abstention.PASSED, queue
    assert isinstance(urgency, models.ScoreAnswer) and 0 <= urgency.score <= 1, urgency
    assert urgency.legend["1"] == "angry", urgency
    assert isinstance(refund, models.NoulAnswer) and 0 <= refund.noul <= 1, refund
    assert got.usage.output_tokens == 0 and got.routing.detection.is_english, got

with check("labels as an array, of which one is a number"):
    got = ask(STATE, questions(n=models.ChoiceQuestion(type_="choice", instructions="How many payments?", criteria=[1, "many"])))
    assert got.answers["n"].choice in (1, "many"), got

with check("an object and an array as state"):
    for state in ({"invoice": 4711, "lines": [{"total": 9.5}]}, [{"role": "user", "text": STATE}]):
        assert isinstance(ask(state, questions(refund=noul())).answers["refund"], models.NoulAnswer)

with check("an object as instructions"):
    assert 0 <= ask(STATE, questions(refund=noul({"ask": "Does the customer want money back?"}))).answers["refund"].noul <= 1

with check("a batch"):
    body = models.BatchRequest(states=[STATE, {"text": "Where is my parcel?"}], questions=questions(refund=noul()))
    batch = decide_batch.sync_detailed(client=client, body=body).parsed
    assert [type(result.answers["refund"]) for result in batch.results] == [models.NoulAnswer] * 2, batch
    assert batch.total_usage.input_tokens > 0, batch

with check("a refusal for the key is a typed 401"):
    body = models.DecisionRequest(state=STATE, questions=questions(refund=noul()))
    stranger = AuthenticatedClient(base_url=URL, token="wrong")
    assert "bearer" in refused(decide.sync_detailed(client=stranger, body=body), 401)

with check("a refusal for a control is a typed 422"):
    body = models.DecisionRequest(state=STATE, questions=questions(refund=noul()), task="nonsense")
    assert "'task'" in refused(decide.sync_detailed(client=client, body=body), 422)

with check("a refusal for a limit is a typed 413"):
    body = models.DecisionRequest(state=STATE, questions=questions(**{f"q{i}": noul() for i in range(65)}))
    assert "64" in refused(decide.sync_detailed(client=client, body=body), 413)

with check("health"):
    assert health.sync_detailed(client=client).parsed.status == "ok"

sys.exit(bool(outcomes.failures))
