#!/usr/bin/env bash
# Makes the class archive of a built service next to its jar. A start that maps it needs a quarter to a third less
# processor time.
#   scripts/lib/class-archive.sh [directory of decision-service.jar, default that of the release, or server/target]
# ./serve calls it where it may write. Root calls it once for a release that root owns and others start.
# The archive works only with the Java installation and the jars that it was made with; otherwise Java ignores it. To
# suppress Java's message about that, start as ./serve does (use_class_archive in scripts/lib/jdk.sh):
#   java -XX:SharedArchiveFile=server/target/decision-service.jsa -Xlog:cds=off -Xlog:cds+dynamic=off -jar ...
# In an image, run this last, with the image's Java, when the jars are in their final place with their final dates.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/service.sh"
find_jdk java || exit 2
home=$root/server/target
[ ! -e "$root/decision-service.jar" ] || home=$root
home=$(cd "${1:-$home}" && pwd -P)
work=$(mktemp -d)
service_pid=

finish() {
    [ -z "$service_pid" ] || stop_service
    rm -rf "$work"
}
trap finish EXIT

give_up() {
    echo "No class archive was made ($1); the service starts without one, but more slowly." >&2
    exit 1
}

# It is read before the new process may have opened it.
: >"$work/log"

# Uses the bundled checkpoint. Of the caller's settings, only the engine and where its native libraries are stay, because the
# archive depends only on the classes that a start and a request use.
env -i PATH="$PATH" HOME="$work" TMPDIR="$work" SERVICE_HOST=127.0.0.1 SERVICE_PORT=0 SERVICE_CHECKPOINTS=starter SERVICE_THREADS=1 \
    ${DJL_CACHE_DIR+"DJL_CACHE_DIR=$DJL_CACHE_DIR"} ${PYTORCH_LIBRARY_PATH+"PYTORCH_LIBRARY_PATH=$PYTORCH_LIBRARY_PATH"} \
    ${SERVICE_ENGINE+"SERVICE_ENGINE=$SERVICE_ENGINE"} \
    "$JAVA_HOME/bin/java" "${java_options[@]}" -Xlog:disable -XX:ArchiveClassesAtExit="$work/archive.jsa" \
    -jar "$home/decision-service.jar" >"$work/log" 2>&1 &
service_pid=$!
# An image for another processor is built under emulation, where a start takes minutes.
await_service "$work/log" "$service_pid" 600 || give_up "it did not start: $(tail -n 1 "$work/log")"

ask() {
    exec 3<>"/dev/tcp/127.0.0.1/${service_url##*:}"
    printf '%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s' "$1" "$2" "${#3}" "$3" >&3
    cat <&3 >/dev/null
    exec 3>&-
}
questions='"questions": {"queue": {"type": "choice", "instructions": "Which team?", "criteria": {"billing": "charges", "other": null}},
 "urgency": {"type": "score", "instructions": "How urgent?", "criteria": ["calm", "furious"]},
 "refund": {"type": "noul", "instructions": "The customer asks for money back."}}'
for _ in 1 2 3; do
    ask GET /health ""
    ask POST /v1/systemone "{\"state\": \"I was charged twice this month.\", $questions}"
    ask POST /v1/systemone/batch "{\"states\": [{\"text\": \"Where is my parcel?\"}, \"Wo ist mein Paket?\"], $questions}"
    ask POST /v1/systemone "{}"
done
stop_service
service_pid=
[ -s "$work/archive.jsa" ] || give_up "Java wrote none: $(tail -n 1 "$work/log")"
# Replaced atomically, so that a service that starts meanwhile sees either the old archive or the new one.
cp "$work/archive.jsa" "$home/.decision-service.jsa" && mv -f "$home/.decision-service.jsa" "$home/decision-service.jsa"
# The classes in it name the folder in which it was made, so ./serve uses it nowhere else.
printf '%s' "$home" >"$home/decision-service.jsa.folder"
