#!/usr/bin/env bash
# The operator's port of the built service, on the tiny checkpoints: probes from the start to the end of the process, /metrics read
# by the parsers of Prometheus' own Python client after a known load, and by promtool where it is installed; nothing on the public port;
# traces as a stand-in collector receives them.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/scripts/lib/jdk.sh"
find_jdk java || exit 2
[ -e "$root/server/target/decision-service.jar" ] || { echo "Build first: ./check, or mvn -DskipTests package" >&2; exit 2; }
venv=$root/target/operations-venv
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
"$venv/bin/pip" install --quiet --disable-pip-version-check --require-virtualenv -r "$root/scripts/check/operations/requirements.txt"
for check in check_operations check_traces; do
    "$venv/bin/python" "$root/scripts/check/operations/$check.py" "$JAVA_HOME/bin/java"
done
