#!/usr/bin/env bash
# Tests the page at /docs/try in a headless Chromium, with the bundled checkpoint:
#     scripts/check/playground.sh [--short]
# Both forms test the reports of evaluate and learn for people who see badly, labels by hand, learning from them on the page, answers that were learned,
# the code for OpenAI's clients, with their route on and off, question sets, and the forms that ask for a key. The full form also tests every state of the page at three widths, light and
# dark, the other contracts, denied storage, and the copied Python, JavaScript and Java, and takes the pictures in
# docs/playground. It creates its own Python and npm environments under target/playground, and installs chromium with apt
# if it may.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/service.sh"
. "$root/scripts/lib/tools.sh"
work=$root/target/playground
venv=$work/venv
mkdir -p "$work"
unset "${!SERVICE_@}"
export NO_PROXY=127.0.0.1 no_proxy=127.0.0.1 SERVICE_CHECKPOINTS=starter

find_browser() {
    CHROMIUM=$(command -v chromium || command -v google-chrome) && CHROMEDRIVER=$(command -v chromedriver) && export CHROMIUM CHROMEDRIVER
}

# Inter is the page's first choice of font.
if ! find_browser && ! { install_packages chromium chromium-driver fonts-inter && find_browser; }; then
    missing "the playground in a browser" "chromium with chromedriver (on Debian, as root: apt-get install chromium chromium-driver)"
    exit 0
fi
python_environment "$venv" "$root/scripts/check/playground/requirements.txt" --no-deps || exit 2

# axe-core looks for what keeps people out.
if ! find_node 20 >"$work/node.log" 2>&1; then
    missing "axe-core, and the copied JavaScript" "Node.js 20 or newer with npm could not be installed, see target/playground/node.log"
else
    mkdir -p "$work/axe" && cp "$root"/scripts/check/playground/package*.json "$work/axe"
    (cd "$work/axe" && npm ci --ignore-scripts --no-audit --no-fund) >"$work/npm.log" 2>&1 ||
        { echo "failed   axe-core could not be installed, see target/playground/npm.log"; exit 1; }
    export AXE=$work/axe/node_modules/axe-core/axe.min.js
fi

check() { "$venv/bin/python" -B "$root/scripts/check/playground/check.py" "$service_url" "$@"; }

# The reports that evaluate writes are looked at with the same eyes: of many questions, and of one with its texts.
"$root/serve" evaluate "$root/docs/thresholds/labelled.jsonl" --report "$work/report.html" >"$work/evaluate.log" 2>&1
"$venv/bin/python" -B "$root/scripts/check/playground/labelling.py" "$work/labels.jsonl"
"$root/serve" evaluate "$work/labels.jsonl" --show-states --report "$work/report-one.html" >>"$work/evaluate.log" 2>&1
reports=(--report "$work/report-one.html" --report "$work/report.html")
start_service "$work/service.log"
export PATH=$JAVA_HOME/bin:$PATH
if [ "${1:-}" = --short ]; then
    check --short "${reports[@]}"
    stop_service
    SERVICE_DECISIONS=1 start_service "$work/service-openai.log"
    check --openai
else
    check --shots "$root/docs/playground" "${reports[@]}"
    for contract in strict full; do
        stop_service
        SERVICE_CONTRACT=$contract start_service "$work/service-$contract.log"
        check --contract "$contract"
    done
    stop_service
    SERVICE_DECISIONS=1 start_service "$work/service-openai.log"
    check --openai
fi
stop_service
# Question sets fill in the form.
SERVICE_QUESTION_SETS=$root/conf/question-sets start_service "$work/service-sets.log"
check --question-sets
stop_service
# The page has the service learn from labels.
mkdir -p "$work/learned"
SERVICE_DOCS=learn start_service "$work/service-learning.log"
if [ "${1:-}" = --short ]; then check --short --learn "$work/learned"; else check --learn "$work/learned" --shots "$root/docs/playground"; fi
stop_service
# What the page gave for download is answered by, and is shown beside the checkpoint's own answer.
"$root/serve" learn "$work/labels.jsonl" --out "$work/learned.safetensors" --report "$work/learned.html" >"$work/learn.log" 2>&1
SERVICE_FITTED=$work/learned/learned.safetensors,$work/learned/thresholds.json start_service "$work/service-learned.log"
check --learned --report "$work/learned.html" ${1:+--short}
stop_service
SERVICE_API_KEY=the-key SERVICE_DOCS=1 SERVICE_DECISIONS=1 start_service "$work/service-key.log"
check --key the-key
