#!/usr/bin/env bash
# Runs the public clients of the contract, unmodified, against this service with the bundled checkpoint:
#     scripts/check/clients.sh
# It creates its own Python and npm environments under target/clients, starts four services on free ports (default,
# SERVICE_STRICT=1, with a key, and with a key and SERVICE_CONTRACT=full), prints one line per check and a final count,
# and stops the services.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/service.sh"
. "$root/scripts/lib/tools.sh"
sources=$root/scripts/check/clients
work=$root/target/clients
log=$work/outcomes.txt
. "$root/scripts/lib/outcomes.sh"
mkdir -p "$work"
: >"$log"

# The caller's settings must not affect the service or the clients, and loopback must not go through a proxy.
unset "${!SERVICE_@}" "${!CLIENTS_@}" "${!TYPESAFE_@}" "${!LAYA_@}" "${!SYSTEMONE_@}" "${!DECIDE_@}" "${!JEVMCP_@}" "${!OTEL_@}"
export NO_PROXY=127.0.0.1 no_proxy=127.0.0.1

# start NAME [VARIABLE=VALUE ...]: starts a service with its log in NAME.log and its address in CLIENTS_NAME.
start() {
    start_service "$work/$1.log" SERVICE_CHECKPOINTS=starter SERVICE_THREADS=1 "${@:2}" || exit 1
    export "CLIENTS_${1^^}=$service_url"
}

export CLIENTS_KEY=key-of-the-client-checks CLIENTS_KEYED_SLOTS=2
start default
start strict SERVICE_STRICT=1
start keyed SERVICE_API_KEY=$CLIENTS_KEY SERVICE_MAX_CONCURRENT=$CLIENTS_KEYED_SLOTS
start full SERVICE_CONTRACT=full SERVICE_API_KEY=$CLIENTS_KEY SERVICE_MAX_CONCURRENT=$CLIENTS_KEYED_SLOTS SERVICE_OVERLOAD_STATUS=429

if ! find_python 2>"$work/python.log"; then
    left_out "all Python clients" "$(cat "$work/python.log")"
elif ! python_environment "$work/venv" "$sources/requirements.txt" --no-deps >"$work/pip.log" 2>&1; then
    say "failed   Python environment: the clients could not be installed, see target/clients/pip.log"
else
    for program in official_sdk community_clients laya_and_mcp jevcompat_table; do
        PYTHONPATH=$root/scripts/lib checks "$work/venv/bin/python" -B "$sources/$program.py"
    done
fi

if ! find_node 20 >"$work/node.log" 2>&1; then
    left_out "@typesafe-ai/sdk" "Node.js 20 or newer with npm is missing and could not be installed, see target/clients/node.log"
else
    cp "$sources"/package*.json "$sources"/*.mjs "$sources/ticket.json" "$work"
    if (cd "$work" && npm ci --ignore-scripts --no-audit --no-fund) >"$work/npm.log" 2>&1; then
        checks node "$work/official_sdk.mjs"
    else
        say "failed   npm environment: the client could not be installed, see target/clients/npm.log"
    fi
fi

closing_count
