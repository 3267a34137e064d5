#!/usr/bin/env bash
# Runs the official clients of the Model Context Protocol, unmodified, against `./serve mcp` with the bundled checkpoint,
# in its own process and with --url, and against POST /mcp of a service:
#     scripts/check/mcp.sh
# It creates its own Python and npm environments under target/mcp, starts two services on free ports (open; with a key),
# prints one line per check and a final count, and stops the services.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/service.sh"
. "$root/scripts/lib/tools.sh"
sources=$root/scripts/check/mcp
work=$root/target/mcp
log=$work/outcomes.txt
. "$root/scripts/lib/outcomes.sh"
mkdir -p "$work"
: >"$log"

# The caller's settings must not affect the service or the clients, and loopback must not go through a proxy.
unset "${!SERVICE_@}" "${!MCP_@}" "${!LAYA_@}" "${!OTEL_@}"
export NO_PROXY=127.0.0.1 no_proxy=127.0.0.1

export MCP_KEY=key-of-the-client-checks MCP_KEY_FILE=$work/key
(umask 077 && printf '%s' "$MCP_KEY" >"$MCP_KEY_FILE")
export MCP_OPEN_LOG=$work/open.log
start_service "$MCP_OPEN_LOG" SERVICE_CHECKPOINTS=starter SERVICE_THREADS=1 SERVICE_MCP=1 || exit 1
export MCP_OPEN=$service_url
# One slot, so that a check can take it, and a place to wait in, so that a call can be cancelled there.
start_service "$work/keyed.log" SERVICE_CHECKPOINTS=starter SERVICE_THREADS=1 SERVICE_MCP=1 SERVICE_API_KEY="$MCP_KEY" SERVICE_MAX_CONCURRENT=1 \
    SERVICE_QUEUE_MAX=1 SERVICE_QUEUE_TIMEOUT_MS=60000 SERVICE_BODY_READ_TIMEOUT=60 SERVICE_MIN_TRANSFER_RATE=0 || exit 1
export MCP_KEYED=$service_url
# What a client starts: the words of a command line, one on each line.
MCP_COMMAND=$(printf '%s\n' "$JAVA_HOME/bin/java" "${java_options[@]}" -jar "$root/server/target/decision-service.jar" mcp)
export MCP_COMMAND

if ! find_python 2>"$work/python.log"; then
    left_out "the Python client" "$(cat "$work/python.log")"
elif ! python_environment "$work/venv" "$sources/requirements.txt" --no-deps >"$work/pip.log" 2>&1; then
    say "failed   Python environment: the client could not be installed, see target/mcp/pip.log"
else
    for how in python http; do
        PYTHONPATH=$root/scripts/lib checks "$work/venv/bin/python" -B "$sources/official_$how.py"
    done
fi

if ! find_node 20 >"$work/node.log" 2>&1; then
    left_out "@modelcontextprotocol/sdk" "Node.js 20 or newer with npm is missing and could not be installed, see target/mcp/node.log"
else
    cp "$sources"/package*.json "$sources"/*.mjs "$work"
    if (cd "$work" && npm ci --ignore-scripts --no-audit --no-fund) >"$work/npm.log" 2>&1; then
        for how in node http; do checks node "$work/official_$how.mjs"; done
    else
        say "failed   npm environment: the client could not be installed, see target/mcp/npm.log"
    fi
fi

closing_count
