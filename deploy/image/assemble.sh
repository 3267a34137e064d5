#!/bin/sh
# Lays out the image's files in /opt, at the paths they will run from, because the class archive stores the paths:
#   assemble.sh <distribution: the target folder of the server> <engines: onnx, pytorch or both> <starter: 1 or 0>
set -eu
distribution=$1 engines=$2 starter=$3
here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
app=/opt/decision-service java=/opt/jre/bin/java

# The modules that jdeps finds in the jars, without java.desktop, java.sql and java.compiler, which libraries use only
# if present; and those that are reached by name: signals and Unsafe, zip files, the processor time of the process, the
# encodings of e-mails.
modules=java.base,java.logging,java.management,java.naming,java.net.http,java.xml,jdk.charsets,jdk.management,jdk.unsupported,jdk.zipfs
"${JAVA_HOME:?}/bin/jlink" --add-modules "$modules" --output /opt/jre \
    --strip-java-debug-attributes --no-header-files --no-man-pages --compress zip-0
# Class archives store the dates of the files they were made from, and copying into an image may round dates.
whole_seconds() { find "$@" -exec touch -d @946684800 {} +; }
whole_seconds /opt/jre
# The archive of Java's own classes; the service's archive builds on it.
$java -Xshare:dump -XX:+UseSerialGC >/dev/null

mkdir -p "$app/engines"
cp -r "$distribution/decision-service.jar" "$distribution/libs" "$distribution/conf" "$distribution/cleaners" "$distribution/commands" "$distribution/starter" "$app"
case $engines in
    onnx | pytorch) cp -r "$distribution/engines/$engines" "$app/engines" ;;
    both) cp -r "$distribution/engines/onnx" "$distribution/engines/pytorch" "$app/engines" ;;
    *) echo "ENGINES=$engines: expected onnx, pytorch or both" >&2; exit 1 ;;
esac

# A CUDA build of libtorch computes on the CPU too, where there is no driver.
[ ! -d /libtorch/torch ] || export PYTORCH_LIBRARY_PATH=/libtorch/torch/lib
# Unpacks native libraries once here instead of at every start; the jars keep only their classes.
export DJL_CACHE_DIR=$app/natives SERVICE_CHECKPOINTS=starter SERVICE_REQUEST_FILE="$here/request.json"
for engine in "$app"/engines/*; do
    # With the CUDA provider's jar, its build of the runtime serves the CPU too.
    runtime=onnxruntime
    ! ls "$engine"/onnxruntime_gpu-* >/dev/null 2>&1 || runtime=onnxruntime_gpu
    "$JAVA_HOME/bin/java" "$here/Jars.java" unpack "$engine" "$runtime-[0-9]*.jar"
    SERVICE_ENGINE=$(basename "$engine") $java --sun-misc-unsafe-memory-access=allow -jar "$app/decision-service.jar" --once >/dev/null
done
"$JAVA_HOME/bin/java" "$here/Jars.java" strip "$app"

# DJL makes unpacked files readable only by its own user.
chmod -R a+rX "$app"
whole_seconds "$app"
# The class archive holds the classes that a start and some answers use. Java rejects it if the jars have other dates or
# sizes.
set -- "$app"/engines/*
SERVICE_ENGINE=$(basename "$1")
export SERVICE_ENGINE
JAVA_HOME=/opt/jre bash "$here/scripts/lib/class-archive.sh" "$app"

if [ "$starter" != 1 ]; then
    rm -r "$app/starter"
    mkdir "$app/starter"
fi
