#!/usr/bin/env bash
# Runs the public clients of OpenAI's and Google's Decisions APIs, unmodified, against this service with the bundled
# checkpoint. Both kinds ask at POST /v1/decisions:
#     scripts/check/decisions.sh
# It creates its own Python, npm and Java environments under target/decisions, starts three services on free ports
# (open; with a key and two slots; the same with SERVICE_CONTRACT=full and 429 for overload), prints one line per check
# and a final count, and stops the services.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/service.sh"
. "$root/scripts/lib/tools.sh"
sources=$root/scripts/check/decisions
work=$root/target/decisions
log=$work/outcomes.txt
. "$root/scripts/lib/outcomes.sh"
mkdir -p "$work"
: >"$log"

# The caller's settings must not affect the service or the clients, loopback must not go through a proxy, and no client
# may send traces.
unset "${!SERVICE_@}" "${!DECISIONS_@}" "${!OPENAI_@}" "${!GOOGLE_@}" "${!GEMINI_@}" "${!TYPESAFE_@}" "${!LANGSMITH_@}" "${!LANGCHAIN_@}" "${!PROMPTFOO_@}" "${!OTEL_@}"
export NO_PROXY=127.0.0.1 no_proxy=127.0.0.1

# start NAME [VARIABLE=VALUE ...]: starts a service with its log in NAME.log, its address in DECISIONS_NAME, and the
# address of its metrics in DECISIONS_NAME_METRICS.
start() {
    start_service "$work/$1.log" SERVICE_DECISIONS=openai,gemini SERVICE_CHECKPOINTS=starter SERVICE_THREADS=1 SERVICE_ADMIN_PORT=0 "${@:2}" || exit 1
    export "DECISIONS_${1^^}=$service_url"
    export "DECISIONS_${1^^}_METRICS=http://127.0.0.1:$(sed -n 's/.* health and metrics on 127\.0\.0\.1 port //p' "$work/$1.log")"
}

# A client waits seconds between its attempts. Until it gives up, the uploads that hold the slots must not time out.
export DECISIONS_KEY=key-of-the-client-checks DECISIONS_SLOTS=2
guarded=("SERVICE_API_KEY=$DECISIONS_KEY" "SERVICE_MAX_CONCURRENT=$DECISIONS_SLOTS" SERVICE_BODY_READ_TIMEOUT=60 SERVICE_MIN_TRANSFER_RATE=0)
start open
start keyed "${guarded[@]}"
start limited "${guarded[@]}" SERVICE_CONTRACT=full SERVICE_OVERLOAD_STATUS=429

# OpenAI's Python client, LangChain's, and System One's for its list of models.
if ! find_python 2>"$work/python.log"; then
    left_out "all Python clients" "$(cat "$work/python.log")"
elif ! python_environment "$work/venv" "$sources/requirements.txt" --no-deps >"$work/pip.log" 2>&1; then
    say "failed   Python environment: the clients could not be installed, see target/decisions/pip.log"
else
    for program in openai_python langchain_decisions system_one_models; do
        PYTHONPATH=$root/scripts/lib checks "$work/venv/bin/python" -B "$sources/$program.py"
    done
fi

# Google's, which needs other versions of what LangChain's needs.
if ! find_python 2>"$work/python.log"; then
    left_out "google-genai (Python)" "$(cat "$work/python.log")"
elif ! python_environment "$work/google-venv" "$sources/requirements-google.txt" --no-deps >"$work/google-pip.log" 2>&1; then
    say "failed   Python environment: Google's client could not be installed, see target/decisions/google-pip.log"
else
    PYTHONPATH=$root/scripts/lib checks "$work/google-venv/bin/python" -B "$sources/google_python.py"
fi

# OpenAI's JavaScript client, the AI SDK, and Google's JavaScript client. With an older Node.js, npm would silently install a client without this API.
if ! find_node 22 >"$work/node.log" 2>&1; then
    left_out "all npm clients" "Node.js 22 or newer with npm is missing and could not be installed, see target/decisions/node.log"
else
    cp "$sources"/package*.json "$sources"/*.mjs "$sources/samples.json" "$work"
    if (cd "$work" && npm ci --ignore-scripts --no-audit --no-fund) >"$work/npm.log" 2>&1; then
        for program in openai_node ai_sdk google_node; do
            checks node "$work/$program.mjs"
        done
    else
        say "failed   npm environment: the clients could not be installed, see target/decisions/npm.log"
    fi
    checks "$sources/promptfoo.sh" "$work/promptfoo"
fi

# java_jars PROJECT DIRECTORY: downloads the jars of a Java client, if the file that pins them has changed.
java_jars() {
    ! cmp -s "$1/pom.xml" "$2/pom.xml" || return 0
    rm -rf "$2"
    need_maven && mvn -B -q -f "$1/pom.xml" dependency:copy-dependencies -DoutputDirectory="$2" && cp "$1/pom.xml" "$2"
}

# java_client PROJECT DIRECTORY PROGRAM: runs the checks of one of them.
java_client() {
    if ! { find_jdk javac && java_jars "$sources/$1" "$work/$2"; } >"$work/$2.log" 2>&1; then
        say "failed   Java environment: the client of $3 could not be fetched, see target/decisions/$2.log"
    else
        checks "$JAVA_HOME/bin/java" -cp "$work/$2/*" "$sources/java/$3"
    fi
}
java_client java jars OpenAiJava.java
java_client java/google google-jars GoogleJava.java

closing_count
