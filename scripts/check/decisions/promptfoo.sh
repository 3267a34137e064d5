#!/usr/bin/env bash
# Runs promptfoo's newest release if it has a provider of the Decisions API. In November 2026 no release had one
# (0.123.1), but its main branch did. That provider checks answers more strictly than the other clients.
#     scripts/check/decisions/promptfoo.sh FOLDER
set -euo pipefail
sources=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
log=$1.log
rm -rf "$1" && mkdir -p "$1" && cd "$1"

failed() {
    echo "failed   promptfoo ${version-}: $1, see $log"
    exit 1
}

# The archive alone shows whether it can be run; an installation has hundreds of packages.
{ npm pack promptfoo@latest && tar -xzf promptfoo-*.tgz; } >"$log" 2>&1 || failed "its newest release could not be fetched"
version=$(node -p 'require(process.argv[1]).version' "$PWD/package/package.json")
if ! grep -rqsF "openai:decisions" package/dist --include='*.js'; then
    echo "note     promptfoo $version, the newest release: it has no provider of the Decisions API, so nothing is run"
    exit 0
fi

echo '{"private": true}' >package.json
npm install --no-audit --no-fund "promptfoo@$version" >>"$log" 2>&1 || failed "it could not be installed"
# It ends with status 0 even if it got no answer, so its counts decide.
export PROMPTFOO_CONFIG_DIR=$PWD/config PROMPTFOO_DISABLE_TELEMETRY=1 PROMPTFOO_DISABLE_UPDATE=1
npx --no-install promptfoo eval --no-cache --no-table --config "$sources/promptfooconfig.yaml" --output "$PWD/outcome.json" \
    >>"$log" 2>&1 || failed "it could not be run"
node -e 'process.exit(require(process.argv[1]).results.stats.successes === 1 ? 0 : 1)' "$PWD/outcome.json" ||
    failed "an assertion about predicate, choice or score does not hold"
echo "passed   promptfoo $version: its own checks and our assertions about predicate, choice and score"
