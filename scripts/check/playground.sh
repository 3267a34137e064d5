#!/usr/bin/env bash
# Uses the page at /docs/try in a headless Chromium, on the bundled checkpoint:
#     scripts/check/playground.sh [--short]
# The full form also tries the other contracts and the copied Python and Java, and takes the pictures in docs/playground.
# It makes its own Python environment under target/playground, and installs chromium by apt where that is allowed.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/service.sh"
work=$root/target/playground
venv=$work/venv
wanted=$root/scripts/check/playground/requirements.txt
mkdir -p "$work"
unset ${!SERVICE_@}
export NO_PROXY=127.0.0.1 no_proxy=127.0.0.1 SERVICE_CHECKPOINTS=starter

skip() {
    echo "skipped  the playground in a browser: $1"
    exit 0
}

find_browser() {
    CHROMIUM=$(command -v chromium || command -v google-chrome) && CHROMEDRIVER=$(command -v chromedriver) && export CHROMIUM CHROMEDRIVER
}

command -v python3 >/dev/null || skip "no python3 on the PATH"
if ! find_browser; then
    { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; } || skip "no chromium with chromedriver, and apt-get needs root"
    # Inter is the first font that the page asks for.
    (apt-get update && apt-get install --yes --no-install-recommends chromium chromium-driver fonts-inter) >"$work/apt.log" 2>&1 &&
        find_browser || skip "chromium could not be installed, see target/playground/apt.log"
fi
if ! cmp -s "$wanted" "$venv/installed"; then
    { python3 -m venv --clear "$venv" && "$venv/bin/pip" install --no-deps --requirement "$wanted"; } >"$work/pip.log" 2>&1 ||
        skip "selenium could not be installed, see target/playground/pip.log"
    cp "$wanted" "$venv/installed"
fi

check() { "$venv/bin/python" -B "$root/scripts/check/playground/check.py" "$service_url" "$@"; }

start_service "$work/service.log"
export PATH=$JAVA_HOME/bin:$PATH
if [ "${1:-}" = --short ]; then
    check --short
else
    check --shots "$root/docs/playground"
    for contract in strict full; do
        stop_service
        SERVICE_CONTRACT=$contract start_service "$work/service-$contract.log"
        check --contract "$contract"
    done
fi
