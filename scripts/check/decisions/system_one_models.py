"""typesafe-sdk, System One's official Python client, unmodified: the one body of GET /v1/models holds its list too."""

import importlib.metadata
import sys

import typesafe_sdk
from checks import KEY, LIMITED, LISTED, OPEN, SAMPLES
from outcomes import check, failures, raises

NAME = "typesafe-sdk " + importlib.metadata.version("typesafe-sdk")

for mode, url in {"default": OPEN, "whole contract": LIMITED}.items():
    with check(NAME, f"models.list, {mode}"), typesafe_sdk.TypeSafeClient(api_key=KEY, base_url=url) as client:
        listed = client.models.list().models
        assert [model.name for model in listed] == ["jev-latest", *LISTED[1:]]
        assert all(model.description and len(model.release_date) == len("2026-11-21") for model in listed)

with check(NAME, "its decisions are what they were"), typesafe_sdk.TypeSafeClient(api_key=KEY, base_url=OPEN) as client:
    refund = typesafe_sdk.Noul(**SAMPLES["systemone"]["questions"]["refund"])
    assert client.system_one(SAMPLES["ticket"], {"refund": refund}).nouls["refund"].noul > 0.5

with check(NAME, "a wrong key does not list models"), typesafe_sdk.TypeSafeClient(api_key="wrong", base_url=LIMITED) as client:
    with raises(typesafe_sdk.TypeSafeAuthenticationError):
        client.models.list()

sys.exit(bool(failures))
