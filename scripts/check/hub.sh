#!/usr/bin/env bash
# Checks the service's hub client with a stand-in hub, and with the real huggingface_hub client on the same cache: each
# uses what the other fetched, and no byte is fetched twice. Includes kills, concurrent starts and full disks. --short
# skips the long checks.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/tools.sh"
find_jdk javac && need_maven || exit 2
cd "$root"

# The newest client, and the last release of the older series that many images still contain.
newest=2.4.0
older=0.36.2

long=--long
[ "${1:-}" != --short ] || long=
find_python || exit 2

if [ ! -e server/target/decision-service.jar ] || [ ! -e testing/target/classes/org/decisionservice/testing/hub/StandInMain.class ]; then
    mvn --batch-mode --quiet -pl server -am -DskipTests package
fi

client() {
    local venv=$root/target/hub-client-$1
    [ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check "huggingface_hub==$1"
    echo "$venv/bin/python"
}

client=$(client "$newest")
"$client" -B scripts/check/hub/check_hub.py $long
if [ -n "$long" ]; then
    client=$(client "$older")
    "$client" -B scripts/check/hub/check_hub.py
fi
