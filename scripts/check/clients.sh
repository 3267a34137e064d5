#!/usr/bin/env bash
# Runs the public clients of the contract, unmodified, against this service with the bundled checkpoint:
#     scripts/check/clients.sh
# It creates its own Python and npm environments under target/clients, starts four services on free ports (default,
# SERVICE_STRICT=1, with a key, and with a key and SERVICE_CONTRACT=full), prints one line per check and a final count,
# and stops the services.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/service.sh"
. "$root/scripts/lib/tools.sh"
sources=$root/scripts/check/clients
work=$root/target/clients
log=$work/outcomes.txt
mkdir -p "$work"
: >"$log"

# The caller's settings must not affect the service or the clients, and loopback must not go through a proxy.
unset "${!SERVICE_@}" "${!CLIENTS_@}" "${!TYPESAFE_@}" "${!LAYA_@}" "${!SYSTEMONE_@}" "${!DECIDE_@}" "${!JEVMCP_@}" "${!OTEL_@}"
export NO_PROXY=127.0.0.1 no_proxy=127.0.0.1

say() { echo "$*" | tee -a "$log"; }

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

# checks COMMAND ...: runs a program of checks. It prints its own lines, so only a crash is reported here.
checks() {
    "$@" | tee -a "$log" || say "failed   $(basename "${@: -1}"): it stopped before its last check"
}

if ! find_python 2>"$work/python.log"; then
    missing "all Python clients" "$(cat "$work/python.log")" | tee -a "$log"
elif ! python_environment "$work/venv" "$sources/requirements.txt" --no-deps >"$work/pip.log" 2>&1; then
    say "failed   Python environment: the clients could not be installed, see target/clients/pip.log"
else
    for program in official_sdk community_clients laya_and_mcp jevcompat_table; do
        checks "$work/venv/bin/python" -B "$sources/$program.py"
    done
fi

node_is_new() { command -v npm >/dev/null && node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null; }

# If Node.js is not on the PATH, it is installed from PyPI.
if ! node_is_new && python_environment "$work/node" "$sources/node.txt" >"$work/node.log" 2>&1; then
    PATH=$work/node/bin:$PATH
fi
if ! node_is_new; then
    missing "@typesafe-ai/sdk" "Node.js 20 or newer with npm is missing and could not be installed, see target/clients/node.log" | tee -a "$log"
else
    cp "$sources"/package*.json "$sources"/*.mjs "$sources/ticket.json" "$work"
    if (cd "$work" && npm ci --ignore-scripts --no-audit --no-fund) >"$work/npm.log" 2>&1; then
        checks node "$work/official_sdk.mjs"
    else
        say "failed   npm environment: the client could not be installed, see target/clients/npm.log"
    fi
fi

count() { grep -c "^$1 " "$log" || true; }
passed=$(count passed) failed=$(count failed) skipped=$(count skipped)
echo
echo "$passed passed, $failed failed$([ "$skipped" -eq 0 ] || echo ", $skipped skipped")"
[ "$failed" -eq 0 ]
