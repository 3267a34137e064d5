#!/usr/bin/env bash
# Checks the built service against its own /openapi.json with schemathesis, in every contract.
#   scripts/check/contract.sh [examples per route and mode, default 1500; 25 is the short form] [seed]
# Fails at the first difference that scripts/check/contract/ does not explain. The full form sends about 10,000
# requests.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/service.sh"
. "$root/scripts/lib/tools.sh"
examples=${1:-1500} seed=${2:-1}
work=$root/target/contract
venv=$work/venv

mkdir -p "$work"
python_environment "$venv" "$root/scripts/check/contract/requirements.txt" || exit 2

export SCHEMATHESIS_HOOKS=$root/scripts/check/contract/hooks.py
for contract in document strict full; do
    echo "== SERVICE_CONTRACT=$contract"
    SERVICE_CONTRACT=$contract start_service "$work/service-$contract.log"
    (cd "$work" && "$venv/bin/schemathesis" --config-file "$root/scripts/check/contract/schemathesis.toml" run \
        --max-examples "$examples" --seed "$seed" --generation-database none --no-color "$service_url/openapi.json")
    seed=$((seed + 1))
    stop_service
    if grep ' ERROR ' "$work/service-$contract.log"; then
        echo "The service logged errors: $work/service-$contract.log" >&2
        exit 1
    fi
done
