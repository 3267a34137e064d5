#!/usr/bin/env bash
# Runs the public clients of the contract, unchanged, against this service on the bundled checkpoint:
#     scripts/check/clients.sh
# It makes its own Python and npm environments under target/clients, starts the service four times on free ports
# (default, SERVICE_STRICT=1, with a key, and with a key and SERVICE_CONTRACT=full), prints one line per check and a
# closing count, and stops what it started.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
sources=$root/scripts/clients
work=$root/target/clients
log=$work/outcomes.txt
mkdir -p "$work"
: >"$log"

# The caller's settings must not reach the service or the clients, nor a proxy the loopback.
unset ${!SERVICE_@} ${!CLIENTS_@} ${!TYPESAFE_@} ${!LAYA_@} ${!SYSTEMONE_@} ${!DECIDE_@} ${!JEVMCP_@} ${!OTEL_@}
export NO_PROXY=127.0.0.1 no_proxy=127.0.0.1

services=() program=
stop() {
    local pid
    for pid in ${services[@]+"${services[@]}"} $program; do kill -- "-$pid" 2>/dev/null || true; done
    wait
}
trap stop EXIT

# Runs its arguments in the background and in a process group of their own, so that stop reaches all they started.
launch() {
    set -m
    "$@" &
    set +m
}

say() { echo "$*" | tee -a "$log"; }

# start NAME [VARIABLE=VALUE ...]: one service, its output in NAME.log.
start() {
    local name=$1
    shift
    launch env "$@" SERVICE_HOST=127.0.0.1 SERVICE_PORT=0 SERVICE_THREADS=1 "$root/serve" >"$work/$name.log" 2>&1
    services+=($!)
}

# address NAME PID: its URL once it listens.
address() {
    local url
    while kill -0 "$2" 2>/dev/null; do
        url=$(sed -n 's/^Decision Service on \(http[^ ]*\).*/\1/p' "$work/$1.log")
        [ -z "$url" ] || { echo "$url"; return 0; }
        sleep 0.2
    done
    echo "The service did not start:" >&2
    cat "$work/$1.log" >&2
    return 1
}

# The first start builds where that is needed; the others then find the same jar.
export CLIENTS_KEY=key-of-the-client-checks CLIENTS_KEYED_SLOTS=2
start default
CLIENTS_DEFAULT=$(address default "${services[0]}")
start strict SERVICE_STRICT=1
start keyed SERVICE_API_KEY=$CLIENTS_KEY SERVICE_MAX_CONCURRENT=$CLIENTS_KEYED_SLOTS
start full SERVICE_CONTRACT=full SERVICE_API_KEY=$CLIENTS_KEY SERVICE_MAX_CONCURRENT=$CLIENTS_KEYED_SLOTS SERVICE_OVERLOAD_STATUS=429
CLIENTS_STRICT=$(address strict "${services[1]}")
CLIENTS_KEYED=$(address keyed "${services[2]}")
CLIENTS_FULL=$(address full "${services[3]}")
export CLIENTS_DEFAULT CLIENTS_STRICT CLIENTS_KEYED CLIENTS_FULL

recorded() { "$@" | tee -a "$log"; }

# checks COMMAND ...: one program of checks; it prints its own lines, so only a crash is reported here.
checks() {
    launch recorded "$@"
    program=$!
    wait "$program" || say "failed   $(basename "${@: -1}"): it stopped before its last check"
    program=
}

python=
for candidate in python3 python3.14 python3.13 python3.12 python3.11; do
    if "$candidate" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    say "skipped  all Python clients: no Python 3.11 or newer with its venv module is on the PATH"
elif ! { [ -x "$work/venv/bin/pip" ] || "$python" -m venv "$work/venv"; } >"$work/pip.log" 2>&1 ||
    ! "$work/venv/bin/pip" install --no-deps -r "$sources/requirements.txt" >>"$work/pip.log" 2>&1; then
    say "failed   Python environment: the clients could not be installed, see target/clients/pip.log"
else
    for program in official_sdk community_clients laya_and_mcp jevcompat_table; do
        checks "$work/venv/bin/python" -B "$sources/$program.py"
    done
fi

if ! command -v npm >/dev/null || ! node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null; then
    say "skipped  @typesafe-ai/sdk: no Node.js 20 or newer with npm is on the PATH"
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
