# shellcheck shell=bash
# shellcheck disable=SC2154 # container.sh sets image for each build.
# Sourced by scripts/check/container.sh: checks that what a container fetches stays in its cache volume. Also uses
# `image`.
: "${root:?}" "${work:?}" "${question:?}"

# start_hub: starts the stand-in for the model hub on loopback; sets hub and hub_url, logs to exchanges.log.
start_hub() {
    local classes=$root/testing/target/classes
    need "no stand-in hub: build first" test -e "$classes/org/decisionservice/testing/hub/StandInMain.class"
    : >"$work/exchanges.log"
    rm -f "$work/hub.in"
    mkfifo "$work/hub.in"
    "$JAVA_HOME/bin/java" -cp "$classes" org.decisionservice.testing.hub.StandInMain \
        "$root/testdata/tiny" "$work/exchanges.log" 1000000000000 <"$work/hub.in" >"$work/hub.out" &
    hub=$!
    # The stand-in runs until its input ends.
    exec 9>"$work/hub.in"
    for _ in $(seq 100); do
        hub_url=$(head -n 1 "$work/hub.out")
        [ -z "$hub_url" ] || return 0
        sleep 0.1
    done
    echo "the stand-in hub does not start"
    return 1
}

# Bytes of content that the hub has sent.
sent() { awk -F '\t' '{ bytes += $7 } END { print bytes + 0 }' "$work/exchanges.log"; }

# once NETWORK [OPTION ...]: writes one answer of the checkpoint `english`, fetched from the hub, to answer.json.
once() {
    podman run --rm --network "$1" --read-only --tmpfs /tmp:noexec --cap-drop=all --security-opt=no-new-privileges \
        --env SERVICE_MODEL=english --env "HF_ENDPOINT=$hub_url" --volume "$question:/request.json:ro" \
        --env SERVICE_REQUEST_FILE=/request.json "${@:2}" "$image" --once >"$work/answer.json"
}

hub_cache() {
    local cache=$work/cache first
    rm -rf "$cache"
    install -d -m 700 -o 10001 -g 10001 "$cache"
    start_hub
    once host --volume "$cache:/cache"
    need "no answer" grep -q '"answers"' "$work/answer.json"
    first=$(sent)
    need "nothing was fetched" test "$first" -gt 1000000
    once host --volume "$cache:/cache"
    need "the second container fetched $(($(sent) - first)) bytes again" test "$(sent)" = "$first"
    once none --volume "$cache:/cache" --env HF_HUB_OFFLINE=1
    need "no answer without a network" grep -q '"answers"' "$work/answer.json"
    need "an empty cache answers offline" test "$(once none --env HF_HUB_OFFLINE=1 2>"$work/offline.err"; echo $?)" != 0
    cat "$work/offline.err"
    need "it does not say what is missing" grep -q 'HF_HUB_OFFLINE' "$work/offline.err"
    exec 9>&-
    wait "$hub"
    rm -rf "$cache"
}
