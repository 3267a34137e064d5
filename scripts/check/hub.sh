#!/usr/bin/env bash
# The hub's side of the service against a stand-in hub, together with the real huggingface_hub client on the same cache:
# each uses what the other fetched, no byte comes twice; kills, crowds and full disks. --short leaves the long ones out.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/tools.sh"
find_jdk javac && need_maven || exit 2
cd "$root"

# The newest client, and the last of the line that many images still carry.
newest=2.4.0
older=0.36.2

long=--long
[ "${1:-}" != --short ] || long=
find_python || exit 2

if [ ! -e server/target/decision-service.jar ] || [ ! -e hub/target/test-classes/org/decisionservice/hub/standin/StandInMain.class ]; then
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
