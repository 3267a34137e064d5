#!/usr/bin/env bash
# Asserts the rows of docs/interface.md against running services on the tiny checkpoints, one line per row:
#     scripts/check/audit.sh [SECTION ...]
# An id such as limits-3 names a section of that page. Build first.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
. "$root/scripts/lib/tools.sh"
PYTHONPATH=$root/scripts/lib exec python3 -B "$root/scripts/check/audit" "$@"
