#!/usr/bin/env bash
# Checks every shell script with shellcheck and every Python file with ruff (ruff.toml), both installed in their own
# environment under target/lint.
#   scripts/check/lint.sh [option of ruff, such as --fix]
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/scripts/lib/tools.sh"
venv=$root/target/lint
cd "$root"
python_environment "$venv" scripts/check/lint/requirements.txt || exit 2

# Uses git's list of files, so that nothing under target is included; untracked files are.
files() { git ls-files --cached --others --exclude-standard -- "$@" | while read -r file; do [ ! -e "$file" ] || echo "$file"; done; }

mapfile -t shell < <(files serve check .ci/run '*.sh')
mapfile -t python_files < <(files '*.py')
status=0
"$venv/bin/shellcheck" --external-sources "${shell[@]}" || status=1
"$venv/bin/ruff" check --quiet "$@" "${python_files[@]}" || status=1
[ $status = 0 ] && echo "${#shell[@]} shell scripts and ${#python_files[@]} Python files have no findings"
exit $status
