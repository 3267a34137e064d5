"""Runs jevcompat's conformance suite in every contract and compares the result with the recorded table.

The suite tests the upstream contract. If our interface differs on purpose, the requirement and the reason are listed
here; any other failure fails the check. In full mode there are no differences; the service has a key, so that the
checks of keys run too.
"""

import importlib.metadata

from checks import DEFAULT, FULL, KEY, STRICT, check
from jevcompat.runner import run

NAME = "jevcompat " + importlib.metadata.version("jevcompat")

BOTH = {
    "choice.options": "the contract takes 255 options, our interface 100: more are a 413",
    "http.models": "GET /v1/models is not part of our interface",
    "noul.no-instructions": "our interface wants instructions in every question: none are a 422",
    "confidence.formula": "our interface defines confidence as 1 - H(p)/log(k), the contract otherwise",
    "errors.reject-invalid": "our interface answers `questions: {}` with no answers",
    "errors.validation-shape": 'our errors are {"detail": "text"} with 400, 413 or 422; the contract has a list, always 422',
}
MODES = {
    "default": (DEFAULT, None, 44, BOTH | {"response.extensions": "the full payload has routing, action and more, without x_"}),
    "strict": (STRICT, None, 44, BOTH),
    "full": (FULL, KEY, 46, {}),
}

print(f"{NAME}: default mode, then strict, then full\n\n  mode     MUST   SHOULD")
reports = {mode: run(url, key=key, timeout=30) for mode, (url, key, _, _) in MODES.items()}
for mode, report in reports.items():
    counts = report.summary()
    passed = {level: f"{counts[level]['passed']}/{counts[level]['tested']}" for level in ("MUST", "SHOULD")}
    print(f"  {mode:<8} {passed['MUST']}  {passed['SHOULD']}")
print()
for mode, report in reports.items():
    _, _, expected, documented = MODES[mode]
    failed = {result.id: result for result in report.results if result.status == "fail"}
    for name, result in failed.items():
        print(f"  {mode:<8} {result.level:<6} {name}: {documented.get(name, result.findings[0].message)}")
    with check(NAME, f"nothing fails in {mode} mode but the documented differences"):
        assert report.aborted is None, report.aborted
        assert not report.case_errors and not report.inconclusive, (report.case_errors, report.inconclusive)
        assert set(failed) <= set(documented), sorted(set(failed) - set(documented))
        # A requirement that was not reached counts neither as passed nor as failed, so check that all possible ones
        # were tested.
        tested = sum(result.status != "skip" for result in report.results)
        assert tested == expected, f"{tested} requirements were tested, not {expected}"
    for name in sorted(set(documented) - set(failed)):
        print(f"  {mode:<8} {name} is met now: take it off the list in jevcompat_table.py")
