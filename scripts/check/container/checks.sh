# shellcheck shell=bash
# shellcheck disable=SC2154 # container.sh sets image for each build.
# Sourced by scripts/check/container.sh: one function per step, which fails if something is wrong. Each runs in its own
# shell with `set -e` and logs its output. They also use `image`.
: "${root:?}" "${work:?}" "${log:?}"

question=$root/deploy/image/request.json

# check WHAT FUNCTION
check() {
    local started=$SECONDS status
    # Not run in a condition, where `set -e` would have no effect.
    set +e
    (set -euo pipefail; "$2") >"$work/$2.log" 2>&1
    status=$?
    set -e
    if [ $status = 0 ]; then
        say "passed   $1 ($((SECONDS - started)) s)"
    else
        say "failed   $1: $(tail -n 1 "$work/$2.log"), see target/container/$2.log"
    fi
    stop_all
}

stop_all() {
    local name
    stop_nginx
    for name in $(podman ps --all --quiet 2>/dev/null); do podman rm --force --time 1 "$name" >/dev/null 2>&1 || true; done
}

need() {
    "${@:2}" || { echo "$1"; exit 1; }
}

# run NAME [OPTION ...] [-- ARGUMENT ...]: runs a container as docs/containers.md describes, in the background. Sets
# port.
run() {
    local name=$1 options=() arguments=()
    shift
    while [ $# -gt 0 ] && [ "$1" != -- ]; do options+=("$1"); shift; done
    [ $# -eq 0 ] || { shift; arguments=("$@"); }
    port=$(free_ports 1)
    podman run --detach --name "$name" --network slirp4netns:allow_host_loopback=true --publish "127.0.0.1:$port:8000" \
        --read-only --tmpfs /tmp:noexec --cap-drop=all --security-opt=no-new-privileges --pids-limit 256 \
        --env SERVICE_CHECKPOINTS=starter "${options[@]}" "$image" "${arguments[@]}" >/dev/null
}

# Waits until the image's own health check passes.
healthy() {
    local name=$1
    for _ in $(seq 300); do
        ! podman healthcheck run "$name" >/dev/null 2>&1 || return 0
        [ "$(podman inspect --format '{{.State.Running}}' "$name")" = true ] || break
        sleep 0.2
    done
    podman logs "$name"
    echo "$name does not become healthy"
    return 1
}

# post URL FILE [OPTION ...]: prints the status and writes the body to answer.json.
post() {
    curl --silent --show-error --max-time 150 --output "$work/answer.json" --write-out '%{http_code}' \
        --header 'Content-Type: application/json' --data-binary "@$2" "${@:3}" "$1"
}

answered() { [ "$1" = 200 ] && grep -q '"choice":"billing"' "$work/answer.json"; }

# As when the mirror of the packages is away.
unmade() {
    local said
    # shellcheck disable=SC2329 # stand_ins calls it.
    packages() { echo "E: Unable to locate package" >&2; return 25; }
    work=$(mktemp -d)
    ! said=$(made_stand_ins none) || need "it is said to be made" false
    rm -rf "$work"
    need "the reason is not named: $said" grep -qF "E: Unable to locate package" <<<"$said"
}

image_holds_only_java() {
    local tree=$work/tree container
    container=$(buildah from --pull-never "$image")
    tree=$(buildah mount "$container")
    need "there is a shell" test -z "$(find "$tree" -xdev -type f \( -name sh -o -name bash -o -name dash -o -name busybox \) -perm /111)"
    need "there are key-like files" test -z "$(find "$tree/opt" "$tree/cache" -name '*.pem' -o -name '*.key' -o -name '*token*.txt' -o -name .env)"
    find "$tree" -xdev -type f -perm /111 -path '*/bin/*' -printf '/%P\n' | sort
    need "something is writable by all" test -z "$(find "$tree/opt" -perm -o+w -not -type l)"
    buildah rm "$container" >/dev/null
    podman image inspect --format '{{.Config.User}} {{.Config.StopSignal}} {{json .Config.Env}}' "$image"
    need "it runs as another user" test "$(podman image inspect --format '{{.Config.User}}' "$image")" = 10001:10001
    need "it has no health check" test -n "$(podman image inspect --format '{{.HealthCheck}}' "$image" | grep probe)"
    need "its history holds a secret" test -z "$(podman history --no-trunc "$image" | grep -iE 'api_key=|token=|password=')"
}

defaults() {
    local settings=$work/settings.txt
    podman run --rm --network none "$image" --print-config >"$settings"
    cat "$settings"
    grep -qx 'checkpoints.source = hub (SERVICE_CHECKPOINTS)' "$settings"
    grep -qx 'checkpoints.preload = 0 (SERVICE_PRELOAD)' "$settings"
    grep -qx 'hub.home = /cache/huggingface (HF_HOME)' "$settings"
    grep -qE '^compute.threads = [1-4] \(OMP_NUM_THREADS\)$' "$settings"
    need "SERVICE_THREADS does not win" grep -qx 'compute.threads = 1 (SERVICE_THREADS)' \
        <(podman run --rm --network none --env SERVICE_THREADS=1 "$image" --print-config)
    need "a bad setting is not status 2" test "$(podman run --rm --network none --env SERVICE_PORT=x "$image" >/dev/null 2>&1; echo $?)" = 2
}

serves() {
    run serves
    local status before warned
    healthy serves
    status=$(post "http://127.0.0.1:$port/v1/systemone" "$question")
    need "the decision is $status: $(cat "$work/answer.json")" answered "$status"
    need "/health is not ok" grep -q '"status":"ok"' <(curl --silent "http://127.0.0.1:$port/health")
    need "/openapi.json is not there" grep -q /v1/systemone <(curl --silent "http://127.0.0.1:$port/openapi.json")
    before=$(podman diff serves | grep -v -E '^[AC] /(tmp|cache|etc|run|proc|sys|dev)' || true)
    need "it wrote: $before" test -z "$before"
    warned=$(podman logs serves 2>&1 | grep -E 'WARNING|\[warning\]|ERROR' || true)
    need "it should warn once, that there is no key, but logs: $warned" test "$(grep -c . <<<"$warned") $(grep -c 'there is no key' <<<"$warned")" = "1 1"
    need "it listens beyond 127.0.0.1" test -z "$(ss -ltnH "sport = :$port" | awk '$4 !~ /^127\.0\.0\.1:/')"
    podman stop --time 25 serves >/dev/null
    need "it ends with $(podman inspect --format '{{.State.ExitCode}}' serves)" test "$(podman inspect --format '{{.State.ExitCode}}' serves)" = 143
    need "a stopped container is healthy" test "$(podman healthcheck run serves >/dev/null 2>&1; echo $?)" != 0
}

key_file() {
    local key=$work/key status process
    printf 'key-of-the-check\n' >"$key"
    chown 10001:10001 "$key"
    chmod 400 "$key"
    run guarded --volume "$key:/run/secrets/api_key:ro" --env SERVICE_API_KEY_FILE=/run/secrets/api_key
    healthy guarded
    status=$(post "http://127.0.0.1:$port/v1/systemone" "$question")
    need "without the key it is $status" test "$status" = 401
    status=$(post "http://127.0.0.1:$port/v1/systemone" "$question" --header 'Authorization: Bearer key-of-the-check')
    need "with the key it is $status" answered "$status"
    process=$(podman inspect --format '{{.State.Pid}}' guarded)
    need "the key is in its environment" test -z "$(grep -a key-of-the-check "/proc/$process/environ" "/proc/$process/cmdline")"
    need "the key is in its log" test -z "$(podman logs guarded 2>&1 | grep key-of-the-check)"
    need "the key is in its description" test -z "$(podman inspect guarded | grep key-of-the-check)"
    need "an unreadable key is not status 2" test "$(podman run --rm --network none --env SERVICE_API_KEY_FILE=/none "$image" >/dev/null 2>&1; echo $?)" = 2
}

# A request with 16 long texts takes a second or more on any machine.
long_request() {
    python3 - "$question" <<'END'
import json, sys
request = json.load(open(sys.argv[1]))
text = request.pop("state") + " Nothing has happened since then." * 60
request["states"] = [f"{n} {text}" for n in range(16)]
print(json.dumps(request))
END
}

drains() {
    local client status
    run draining --env SERVICE_SHUTDOWN_GRACE_S=60
    healthy draining
    status=$(post "http://127.0.0.1:$port/v1/systemone" "$question")
    need "the decision is $status" answered "$status"
    long_request >"$work/long.json"
    post "http://127.0.0.1:$port/v1/systemone/batch" "$work/long.json" >"$work/status" &
    client=$!
    sleep 0.5
    need "the answer came too early for this check" kill -0 "$client"
    podman kill --signal TERM draining >/dev/null
    sleep 0.2
    need "the answer came before the signal" kill -0 "$client"
    wait "$client"
    need "the answer is $(cat "$work/status")" test "$(cat "$work/status") $(grep -o '"answers"' "$work/answer.json" | wc -l)" = "200 16"
    need "its status is not 143" test "$(podman wait draining)" = 143
    need "its log does not say so" grep -q 'stopping; requests in flight: 1' <(podman logs draining 2>&1)
}

one_shot() {
    podman run --rm --network none --read-only --tmpfs /tmp:noexec --cap-drop=all --env SERVICE_CHECKPOINTS=starter \
        --volume "$question:/request.json:ro" --env SERVICE_REQUEST_FILE=/request.json "$image" --once >"$work/answer.json"
    need "no answer" answered 200
}

prefix() {
    local status public
    run prefixed --env SERVICE_ROOT_PATH=/p
    healthy prefixed
    public=$(free_ports 1)
    start_nginx "$public" "location /p/ { proxy_pass http://127.0.0.1:$port/; }"
    status=$(post "http://127.0.0.1:$public/p/v1/systemone" "$question")
    need "the decision is $status" answered "$status"
    need "/p/health is not ok" grep -q '"status":"ok"' <(curl --silent "http://127.0.0.1:$public/p/health")
    need "the description has another root" grep -qE '"url": ?"/p"' <(curl --silent "http://127.0.0.1:$public/p/openapi.json")
    need "/p/docs does not find the description beside it" grep -q 'href="openapi.json"' <(curl --silent "http://127.0.0.1:$public/p/docs")
}

too_little() {
    local status=0
    podman run --name too_little --memory 160m -e SERVICE_CHECKPOINTS=starter "$image" || status=$?
    need "it ended with $status" test "$status" = 2
    need "it does not say how much it needs" grep -q 'limit of 160 MiB of memory is too low' <(podman logs too_little 2>&1)
}

limited() {
    local status process
    run limited --memory 512m --cpus 0.5
    healthy limited
    for _ in $(seq 20); do
        status=$(post "http://127.0.0.1:$port/v1/systemone" "$question")
        need "the decision is $status" answered "$status"
    done
    need "it was killed for its memory" test "$(podman inspect --format '{{.State.OOMKilled}}' limited)" = false
    process=$(podman inspect --format '{{.State.Pid}}' limited)
    grep -E 'VmHWM|VmRSS' "/proc/$process/status"
}

mounted_engine() {
    local name jar folder=$work/engines status
    rm -rf "$folder"
    mkdir -p "$folder/reference"
    # An engine brings what it needs, here the kit.
    for name in engine-testkit engine-kit; do
        jar=$(find "$root/$name/target" -maxdepth 1 -name "$name-*.jar" ! -name '*sources*' ! -name '*tests*' | head -n 1)
        need "no $name jar: build first" test -n "$jar"
        cp "$jar" "$folder/reference"
    done
    run swapped --volume "$folder:/opt/decision-service/engines:ro" --env SERVICE_ENGINE=reference
    healthy swapped
    status=$(post "http://127.0.0.1:$port/v1/systemone" "$question")
    need "the decision is $status" answered "$status"
    need "another engine answers" grep -q 'reference on cpu' <(podman logs swapped 2>&1)
    need "an engine that is not there is not status 2" test \
        "$(podman run --rm --network none --volume "$folder:/opt/decision-service/engines:ro" "$image" >/dev/null 2>&1; echo $?)" = 2
}

every_engine() {
    local engine status
    for engine in $(podman image inspect --format '{{index .Labels "org.decisionservice.engines"}}' "$image" | sed 's/both/onnx pytorch/'); do
        run "answers-$engine" --env SERVICE_ENGINE="$engine"
        healthy "answers-$engine"
        status=$(post "http://127.0.0.1:$port/v1/systemone" "$question")
        need "$engine answers $status" answered "$status"
        need "another engine answers" grep -q "$engine on cpu" <(podman logs "answers-$engine" 2>&1)
    done
}

# Uses compose.yaml with podman-compose in its own environment. Only the network differs from compose.yaml, because not
# every machine that runs this allows a bridge.
compose_up() {
    local venv=$work/compose status port
    [ -x "$venv/bin/podman-compose" ] || python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check podman-compose==1.6.0
    port=$(free_ports 1)
    cat >"$work/compose.network.yaml" <<'END'
services:
  decision-service:
    network_mode: slirp4netns
END
    export IMAGE=$image SERVICE_CHECKPOINTS=starter SERVICE_PORT=$port MEMORY=2g
    local compose=("$venv/bin/podman-compose" -f "$root/compose.yaml" -f "$work/compose.network.yaml")
    "${compose[@]}" up --detach --no-build
    for _ in $(seq 100); do
        ! curl --silent --fail --output /dev/null "http://127.0.0.1:$port/health" || break
        sleep 0.2
    done
    status=$(post "http://127.0.0.1:$port/v1/systemone" "$question")
    need "the decision is $status" answered "$status"
    "${compose[@]}" down --volumes
}

# Measures the seconds from `podman run` to the first healthy answer, five times, without and with preloading the
# bundled checkpoint; the resident memory; and the processor time of one health check.
start_times() {
    local preload times began process
    for preload in 0 1; do
        times=()
        for _ in 1 2 3 4 5; do
            began=$EPOCHREALTIME
            run timed --env SERVICE_PRELOAD=$preload
            until curl --silent --fail --output /dev/null "http://127.0.0.1:$port/health"; do sleep 0.02; done
            times+=("$(python3 -c "print('%.2f' % ($EPOCHREALTIME - $began))")")
            [ "${#times[@]}" -lt 5 ] || break
            podman rm --force --time 0 timed >/dev/null
        done
        echo "SERVICE_PRELOAD=$preload: healthy after $(printf '%s\n' "${times[@]}" | sort -n | sed -n 3p) s (median of 5: ${times[*]})"
        process=$(podman inspect --format '{{.State.Pid}}' timed)
        awk '/VmRSS/ { printf "  %.0f MB resident\n", $2 / 1000 }' "/proc/$process/status"
        [ $preload = 1 ] || podman rm --force --time 0 timed >/dev/null
    done
    probe_cost "$process"
}

probe_cost() {
    local java=(/opt/jre/bin/java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx32m
        -XX:SharedArchiveFile=/opt/decision-service/decision-service.jsa -Xlog:cds=off -Xlog:cds+dynamic=off
        --sun-misc-unsafe-memory-access=allow -jar /opt/decision-service/decision-service.jar --probe)
    python3 - "$1" "${java[@]}" <<'END'
import resource, subprocess, sys
for _ in range(10):
    subprocess.run(["nsenter", "--target", sys.argv[1], "--all", *sys.argv[2:]], check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print("one health check: %.2f s of processor time, %.0f MB resident" % ((used.ru_utime + used.ru_stime) / 10, used.ru_maxrss / 1000))
END
}
