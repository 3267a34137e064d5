"""Holds the Helm chart against the Kubernetes base: BASE.yaml CHART.yaml, both rendered.

Everything that the base says, the chart's defaults say too: the same objects with the same values. The chart may say more, such as
a checksum. What the base generates from settings.env are the settings that are not blank."""
import sys

import yaml

GENERATED = "decision-service-settings"


def objects(path):
    found = {}
    for document in yaml.safe_load_all(open(path)):
        if document:
            name = document["metadata"]["name"]
            found[document["kind"], GENERATED if name.startswith(GENERATED) else name] = document
    return found


def missing(base, chart, path=""):
    """The places where the chart does not say what the base says."""
    if isinstance(base, str) and base.startswith(GENERATED):
        base = GENERATED
    if isinstance(base, dict) and isinstance(chart, dict):
        for key, value in base.items():
            yield from missing(value, chart.get(key), f"{path}.{key}")
    elif isinstance(base, list) and isinstance(chart, list) and len(base) == len(chart):
        for n, (one, other) in enumerate(zip(base, chart, strict=True)):
            yield from missing(one, other, f"{path}[{n}]")
    elif base != chart and not (base == "" and chart is None):
        yield f"{path}: {base!r} in the base, {chart!r} in the chart"


def main():
    base, chart = map(objects, sys.argv[1:3])
    wrong = [f"{kind} {name}: only in the base" for kind, name in base.keys() - chart.keys()]
    wrong += [f"{kind} {name}: only in the chart" for kind, name in chart.keys() - base.keys()]
    for key in base.keys() & chart.keys():
        wrong += [f"{' '.join(key)}{line}" for line in missing(base[key], chart[key])]
    print("\n".join(wrong) or f"{len(base)} objects are the same")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
