#!/usr/bin/env bash
# Checks the module for Apache Spark on a clean Spark from PyPI, with executors that are processes of their own
# (local-cluster): the same answers as the running service with both engines, an executor that is killed, one that stands
# still, and the programs that docs/scale.md shows.
#   scripts/check/spark.sh [--short] [section ...]
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/tools.sh"
find_jdk java || exit 2
jar=("$root"/spark/target/decision-spark-*-all.jar)
[ -e "${jar[0]}" ] && [ -e "$root/server/target/decision-service.jar" ] ||
    { echo "Build first: ./check, or mvn -Ppytorch,spark -DskipTests package" >&2; exit 2; }
work=$root/target/spark
mkdir -p "$work"
python_environment "$work/venv" "$root/scripts/check/spark/requirements.txt" ||
    { missing "Spark" "PyPI does not give pyspark"; exit 0; }
exec "$work/venv/bin/python" -B "$root/scripts/check/spark" "${jar[0]}" "$@"
