#!/usr/bin/env bash
# Checks the built service against its own /openapi.json with schemathesis, in every contract.
#   scripts/check/contract.sh [examples per route and mode, default 1500; 25 is the short form] [seed]
# Fails at the first difference that scripts/check/contract/ does not explain. The full form sends about 24,000
# requests, 7,000 of them to POST /v1/decisions and as many to POST /v1beta/decisions.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/service.sh"
. "$root/scripts/lib/tools.sh"
examples=${1:-1500} seed=${2:-1}
work=$root/target/contract
venv=$work/venv

mkdir -p "$work"
python_environment "$venv" "$root/scripts/check/contract/requirements.txt" || exit 2

export SCHEMATHESIS_HOOKS=$root/scripts/check/contract/hooks.py
export PYTHONPATH=$root/scripts/check/contract PYTHONDONTWRITEBYTECODE=1

# check_contract NAME EXAMPLES [OPTION of schemathesis ...]: runs schemathesis on a service with the exported settings.
check_contract() {
    local log=$work/service-$1.log
    start_service "$log"
    (cd "$work" && "$venv/bin/schemathesis" --config-file "$root/scripts/check/contract/schemathesis.toml" run \
        --max-examples "$2" --seed "$seed" --generation-database none --no-color "${@:3}" "$service_url/openapi.json")
    seed=$((seed + 1))
    stop_service
    if grep ' ERROR ' "$log"; then
        echo "The service logged errors: $log" >&2
        exit 1
    fi
}

for contract in document strict full; do
    echo "== SERVICE_CONTRACT=$contract"
    SERVICE_CONTRACT=$contract check_contract "$contract" "$examples"
done
# OpenAI's routes are the same in every contract; these two differ in the document and in the windows of long choices.
for contract in document full; do
    echo "== SERVICE_DECISIONS=1 SERVICE_CONTRACT=$contract, OpenAI's routes"
    export SERVICE_DECISIONS=1 SERVICE_CONTRACT=$contract
    check_contract "models-$contract" 25 --include-path-regex '^/v1/models'
    check_contract "decisions-$contract" $((2 * examples)) --include-path /v1/decisions
done
# Google's route, which takes more options of a choice in the full contract.
for contract in document full; do
    echo "== SERVICE_DECISIONS=openai,gemini SERVICE_CONTRACT=$contract, Google's route"
    export SERVICE_DECISIONS=openai,gemini SERVICE_CONTRACT=$contract
    check_contract "gemini-$contract" $((2 * examples)) --include-path /v1beta/decisions
done
