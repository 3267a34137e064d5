#!/usr/bin/env bash
# Builds the image from the Containerfile, runs it as documented, and prints passed or failed for every step:
#   scripts/check/container.sh --short           the image of the ONNX engine, with the jars that are already built
#   scripts/check/container.sh                   the same from the sources, then the images of the other engines
#   scripts/check/container.sh --cuda            PyTorch's image for a GPU, with the jars that are already built, as far as a machine
#                                                without a GPU can run it; fetches 2.6 GB unless WHEELS names a folder that has them
#   scripts/check/container.sh --measure         start times, memory and health check cost of images built before
# No registry is used: stand-ins for the two base images are made from Debian packages, so this checks the Containerfile
# and what it copies, not the published base images. Needs root on Debian for buildah and podman, which it installs if
# they are missing.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
work=$root/target/container
short=0
[ "${1:-}" != --short ] || short=1
mkdir -p "$work"
log=$work/outcomes.txt
: >"$log"

. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/service.sh"
. "$root/scripts/lib/tools.sh"
. "$root/scripts/lib/outcomes.sh"
. "$root/scripts/check/container/engine.sh"
. "$root/scripts/check/container/checks.sh"
. "$root/scripts/check/container/cuda.sh"
. "$root/scripts/check/container/hub.sh"
. "$root/scripts/lib/nginx.sh"
find_jdk javac || exit 2
# The caller's settings must not affect the containers, and loopback must not go through a proxy.
unset "${!SERVICE_@}" "${!HF_@}" JAVA_TOOL_OPTIONS
export NO_PROXY=127.0.0.1 no_proxy=127.0.0.1

if ! reason=$(need_engine); then
    missing "the container" "$reason"
    exit 0
fi
configure_engine
trap stop_all EXIT

if [ "${1:-}" = --measure ]; then
    for image in $(podman images --format '{{.Repository}}:{{.Tag}}' --filter reference=localhost/decision-service); do
        echo "$image: $(image_size "$image"), $(packed_size "$image")"
        start_times
        stop_all
    done
    exit 0
fi

if [ "${1:-}" = --cuda ]; then
    [ -d "$root/server/target/engines/pytorch" ] || { echo "Build first: ./check, or mvn -Ppytorch -DskipTests package" >&2; exit 2; }
    reason=$(made_stand_ins python) || { missing "the container" "$reason"; exit 0; }
    check "libtorch for a GPU: its wheels" cuda_wheels
    image=localhost/decision-service:cuda
    check "build of ENGINES=pytorch with TORCH=cuda" cuda_build
    check "without a GPU it computes on the CPU, and the log says why" cuda_on_the_cpu
    check "without a GPU SERVICE_DEVICE=cuda is refused with the reason, exit status 2" cuda_refused
    closing_count
    exit
fi

if [ $short = 1 ] || [ -n "${PREBUILT:-}" ]; then
    [ -e "$root/server/target/decision-service.jar" ] || { echo "Build first: ./check, or mvn -DskipTests package" >&2; exit 2; }
    bases=jdk
    from=(--build-arg BUILD_IMAGE=localhost/stand-in/jdk --build-arg DISTRIBUTION=prebuilt)
    how="with the jars that are already built"
else
    bases=maven
    # The libraries come from this machine's Maven repository, because the image's network may not reach the same
    # sources.
    from=(--build-arg BUILD_IMAGE=localhost/stand-in/maven --build-arg MAVEN_FLAGS=-Dmaven.repo.local=/repository
        --volume "${MAVEN_REPOSITORY:-${HOME:?needed unless MAVEN_REPOSITORY is set}/.m2/repository}:/repository")
    how="from the sources"
fi

if ! reason=$(made_stand_ins "$bases"); then
    missing "the container" "$reason"
    exit 0
fi
check "a base image that cannot be made is named" unmade

engines=(onnx)
[ $short = 1 ] || engines=(onnx pytorch both)
for set in "${engines[@]}"; do
    image=localhost/decision-service:$set
    if ! build "$set" "$image" "${from[@]}" >"$work/build-$set.log" 2>&1; then
        say "failed   build of ENGINES=$set, see target/container/build-$set.log"
        tail -n 5 "$work/build-$set.log" >&2
        continue
    fi
    say "passed   build of ENGINES=$set $how: $(image_size "$image")"
    if [ "$set" = onnx ]; then
        check "no shell, no secret, not root" image_holds_only_java
        check "its defaults are those of a container" defaults
        check "read-only, without capabilities: healthy, and a decision through the published port" serves
        check "its key from a file: 401, 200, and neither in its environment nor in its image" key_file
        check "SIGTERM while it decides: the answer arrives, exit status 143" drains
        check "one request from a file" one_shot
        check "behind nginx that strips /p" prefix
        check "within 512 MB and half a processor" limited
        check "in too little memory: one line, exit status 2" too_little
        check "an engine from a mounted folder" mounted_engine
        check "what it fetches stays in its cache, for a start without a network" hub_cache
        [ $short = 1 ] || check "compose.yaml, with podman-compose" compose_up
    else
        check "ENGINES=$set answers with each of its engines" every_engine
    fi
done
[ $short = 0 ] || say "skipped  build from the sources, ENGINES=pytorch and both: not in the short form"
closing_count
