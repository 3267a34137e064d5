#!/usr/bin/env bash
# Makes releases of the last commit and tries one:
#   scripts/check/release.sh [--short]
# Two builds in two directories must give the same bytes; the archive must start by itself, with ./serve and with java -jar, and
# answer a question. --short makes one release only. What is not committed is not tried.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/service.sh"
work=$root/target/release-check
failed=0
find_jdk javac || exit 2
rm -rf "$work"
mkdir -p "$work"

# holds WHAT COMMAND ...: the command must succeed.
holds() {
    local what=$1
    shift
    if "$@" >"$work/output" 2>&1; then echo "passed   $what"; else echo "failed   $what"; cat "$work/output"; failed=1; fi
}

# release FOLDER: makes a release in a clone of its own.
release() {
    git clone --quiet --no-local "$root" "$work/$1"
    "$work/$1/scripts/release.sh" >"$work/$1.log" 2>&1 || { cat "$work/$1.log"; exit 1; }
}

release one
if [ "${1:-}" != --short ]; then
    release elsewhere/and/deeper/two
    holds "two builds in two directories have the same checksums" \
        cmp "$work/one/target/release/SHA256SUMS" "$work/elsewhere/and/deeper/two/target/release/SHA256SUMS"
fi
cd "$work/one/target/release"
cat SHA256SUMS
holds "the checksums are those of the files" sha256sum --check SHA256SUMS
holds "the list of contents names components, with no random number" python3 - ./*.cdx.json <<'END'
import json, sys
bom = json.load(open(sys.argv[1]))
assert bom["bomFormat"] == "CycloneDX" and len(bom["components"]) > 30, len(bom["components"])
assert all("licenses" in c for c in bom["components"] if c["group"].startswith("io.helidon"))
END
tar xzf decision-service-*.tar.gz -C "$work"
home=$(echo "$work"/decision-service-*)
request='{"state": "I was charged twice", "questions": {"refund": {"type": "noul", "instructions": "The customer asks for money back."}}}'

# answers WHAT COMMAND ...: the command serves, and the service answers.
answers() {
    local what=$1
    shift
    (cd / && exec env -i PATH="$PATH" HOME="$work" JAVA_HOME="$JAVA_HOME" SERVICE_HOST=127.0.0.1 SERVICE_PORT=0 "$@") 2>"$work/service.log" &
    services+="$! "
    if await_service "$work/service.log" $!; then
        holds "$what" grep -q '"noul"' <(curl -s --fail "$service_url/v1/systemone" --json "$request")
    else
        echo "failed   $what"
        cat "$work/service.log"
        failed=1
    fi
    stop_service $!
}

answers "java -jar answers" "$JAVA_HOME/bin/java" -jar "$home/decision-service.jar"
holds "it has the pages and the files of deploy/, the unit of systemd among them" \
    test -s "$home/docs/README.md" -a -s "$home/README.md" -a -s "$home/deploy/systemd/decision-service.service" -a -s "$home/deploy/kubernetes/base/deployment.yaml"
# shellcheck disable=SC2016 # The inner shell expands them.
holds "and the results that the pages link to" bash -c '
    cd "$0" && names=$(grep -rhoE "benchmarks/results/[A-Za-z0-9.-]+[.](json|txt)" docs | sort -u) && [ -n "$names" ] &&
        for name in $names; do [ -e "$name" ] || { echo "$name"; exit 1; }; done' "$home"
# A release that root owns, started by another user. Not even root may write into what is mounted read-only.
if [ "$(id -u)" = 0 ] && unshare --mount true 2>/dev/null; then
    # shellcheck disable=SC2016 # The inner shell expands them.
    read_only=(unshare --mount --propagation private bash -c 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$0/serve"' "$home")
    answers "./serve answers where it may write nothing" "${read_only[@]}"
    holds "and names the command that makes a class archive" grep -qF "$home/scripts/lib/class-archive.sh" "$work/service.log"
    holds "which makes one" "$home/scripts/lib/class-archive.sh"
    answers "./serve answers with it" "${read_only[@]}"
    holds "and names no command any more" test "$(grep -cF class-archive.sh "$work/service.log")" = 0
    rm "$home"/decision-service.jsa*
else
    echo "skipped  a release that may not be written to: it takes root and the right to mount"
fi
answers "./serve answers" "$home/serve"
holds "./serve has made its class archive beside the jar" test -s "$home/decision-service.jsa"
holds "the version is the one of the archive" test "decision-service-$("$home/serve" --version | grep -oE '[0-9]+\.[0-9]+\.[0-9]+' | head -n 1)" = "$(basename "$home")"
exit $failed
