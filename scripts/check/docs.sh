#!/usr/bin/env bash
# Runs every command of README.md and docs/*.md against the built service, compares the answers that the pages show, and
# resolves every link of every page; asks the examples of the page at /docs/try, which must be right. Prints one line per block and a count.
#   scripts/check/docs.sh [--short] [--renew] [PAGE ...]      such as README.md, or `examples`; default: all
# --short leaves out the blocks marked `long`. --renew writes into a page the words and numbers that its commands print now. The words after a block's language say how to run it; scripts/check/docs/blocks.py
# lists them. Build first; it listens on free ports of this machine.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/tools.sh"
work=$root/target/docs
mkdir -p "$work"
find_jdk javac || exit 2
python_environment "$work/venv" "$root/scripts/check/docs/requirements.txt" --no-deps || exit 2
find_node 20 >"$work/node.log" 2>&1 || echo "Node.js 20 or newer is missing and could not be installed, see target/docs/node.log" >&2
export NO_PROXY=127.0.0.1 no_proxy=127.0.0.1
PYTHONPATH=$root/scripts/lib exec "$work/venv/bin/python" -B "$root/scripts/check/docs" "$@"
