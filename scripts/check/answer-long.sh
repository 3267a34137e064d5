#!/usr/bin/env bash
# Checks `answer` on a long file: no line is lost or repeated although the run is killed three times, and memory stays
# flat. Prints how fast it is on the bundled checkpoint beside the passes that it computes. Build first.
#   scripts/check/answer-long.sh [lines, default 100000, at least 10000] [rounds of the comparison with the passes, default 5]
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
. "$root/scripts/lib/jdk.sh"
find_jdk java || exit 2
[ -e "$root/server/target/decision-service.jar" ] || { echo "Build first: ./check, or mvn -DskipTests package" >&2; exit 2; }
work=$root/target/answer-long
rm -rf "$work"
mkdir -p "$work"
python3 -B "$root/scripts/check/judging/long.py" "$work" "${1:-100000}"
python3 -B - "$work/rate.jsonl" <<'PYTHON'
import json, random, sys
words = "the parcel arrived late and the box was broken please send a new one or give the money back today".split()
question = {"type": "choice", "instructions": "Which team should handle this?", "criteria": ["billing", "technical", "shipping"]}
mixed = random.Random(1)
with open(sys.argv[1], "w") as out:
    # So many that what a run does once does not count more than in a long file.
    for _ in range(8192):
        state = " ".join(mixed.choices(words, k=mixed.randint(15, 90)))
        out.write(json.dumps({"state": state, "questions": {"team": question}}) + "\n")
PYTHON
target=$root/server/target
"$JAVA_HOME/bin/java" "${java_options[@]}" --enable-native-access=ALL-UNNAMED -Dtestdata="$root/testdata" -cp "$target/test-classes:$root/testing/target/classes:$target/classes:$target/libs/*" \
    org.decisionservice.server.launch.AnswerRateMain "$target" starter "$work/rate.jsonl" "${2:-5}" | tee "$work/rate.txt"
