#!/usr/bin/env bash
# Runs LiteLLM's gateway, unmodified, with this service as its guardrail and the bundled checkpoint behind it:
#     scripts/check/guardrail.sh
# It creates its own Python environment (some 400 MB) under target/guardrail, starts a service with a key on a free port,
# prints one line per check and a final count, and stops the service.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/service.sh"
. "$root/scripts/lib/tools.sh"
sources=$root/scripts/check/guardrail
work=$root/target/guardrail
log=$work/outcomes.txt
. "$root/scripts/lib/outcomes.sh"
mkdir -p "$work"
: >"$log"

# The caller's settings must not affect the service or the gateway, and loopback must not go through a proxy.
unset "${!SERVICE_@}" "${!GUARDRAIL_@}" "${!LITELLM_@}" "${!OPENAI_@}" "${!OTEL_@}"
export NO_PROXY=127.0.0.1 no_proxy=127.0.0.1

# One slot, so that a check can take it.
export GUARDRAIL_WORK=$work GUARDRAIL_KEY=key-of-the-gateway
start_service "$work/service.log" SERVICE_CHECKPOINTS=starter SERVICE_THREADS=1 SERVICE_API_KEY="$GUARDRAIL_KEY" SERVICE_MAX_CONCURRENT=1 \
    SERVICE_QUESTION_SETS="$root/conf/question-sets" SERVICE_GUARDRAIL=guard SERVICE_BODY_READ_TIMEOUT=60 SERVICE_MIN_TRANSFER_RATE=0 || exit 1
export GUARDRAIL_SERVICE=$service_url

if ! find_python 2>"$work/python.log"; then
    left_out "LiteLLM's gateway" "$(cat "$work/python.log")"
elif ! python_environment "$work/venv" "$sources/requirements.txt" --no-deps >"$work/pip.log" 2>&1; then
    say "failed   Python environment: the gateway could not be installed, see target/guardrail/pip.log"
else
    PYTHONPATH=$root/scripts/lib checks "$work/venv/bin/python" -B "$sources/litellm_gateway.py"
fi

closing_count
