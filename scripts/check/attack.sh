#!/usr/bin/env bash
# Attacks the built service like somebody who can reach its port, its checkpoint files or its hub. Prints one line per
# attack, with the measurements and their bounds. Needs only Python 3.10; sends to loopback only.
#   scripts/check/attack.sh [--short] [--list] [--home FOLDER] [NAME…]
# --short is the form for continuous integration. --home attacks another checkout or an unpacked distribution.
# A NAME is an attack or the beginning of some, such as `2` or `10-`.
set -euo pipefail
repository=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
home=$repository
previous=
for argument; do
    [ "$previous" != --home ] || home=$(CDPATH="" cd "$argument" && pwd)
    previous=$argument
done
# The Java options are those of the checkout under attack.
options=$repository/scripts/lib/jdk.sh
[ ! -e "$home/scripts/lib/jdk.sh" ] || options=$home/scripts/lib/jdk.sh
# shellcheck source=scripts/lib/jdk.sh
. "$options"
find_jdk java || exit 2
archive=$home/server/target/decision-service.jsa
[ ! -e "$archive" ] || use_class_archive "$archive"
exec python3 "$repository/scripts/check/attack" --java "$JAVA_HOME/bin/java ${java_options[*]}" "$@"
