#!/usr/bin/env bash
# Holds the built service against its own /openapi.json with schemathesis, in the default and the strict projection.
#   scripts/test-contract.sh [examples per route and mode, default 1500; 25 is the short form] [seed]
# Fails with the first difference that scripts/contract/ does not explain. Some 7,000 requests in the full form.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/scripts/jdk.sh"
. "$root/scripts/service.sh"
examples=${1:-1500} seed=${2:-1}
work=$root/target/contract
venv=$work/venv

command -v python3 >/dev/null || { echo "python3 is needed (schemathesis is a Python program)" >&2; exit 2; }
mkdir -p "$work"
if ! cmp -s "$root/scripts/contract/requirements.txt" "$venv/installed"; then
    python3 -m venv --clear "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$root/scripts/contract/requirements.txt"
    cp "$root/scripts/contract/requirements.txt" "$venv/installed"
fi

export SCHEMATHESIS_HOOKS=$root/scripts/contract/hooks.py
for strict in 0 1; do
    echo "== SERVICE_STRICT=$strict"
    SERVICE_STRICT=$strict start_service "$work/service-$strict.log"
    (cd "$work" && "$venv/bin/schemathesis" --config-file "$root/scripts/contract/schemathesis.toml" run \
        --max-examples "$examples" --seed "$((seed + strict))" --generation-database none --no-color "$service_url/openapi.json")
    stop_service
    if grep ' ERROR ' "$work/service-$strict.log"; then
        echo "The service logged errors: $work/service-$strict.log" >&2
        exit 1
    fi
done
