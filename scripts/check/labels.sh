#!/usr/bin/env bash
# Holds the page at /docs/try to what the commands say of odd and broken files of labels: testdata/labels/expected.json has
# a line for each file. LabelFilesTest holds the commands to it, and this script the page's own modules, in Node.js, and the
# packaged service, as people call it, with a few of the files, and with a German spreadsheet that is answered. It also holds the page to sentences.txt, the list of what it can say.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
. "$root/scripts/lib/tools.sh"
find_node 20 || { missing "the page's reading of labels" "Node.js 20 or newer could not be installed"; exit 0; }
node "$root/scripts/check/labels/page.mjs" "$root"
node "$root/scripts/check/labels/sentences.mjs" "$root"

work=$root/target/labels
mkdir -p "$work"
failed=0
for file in unclosed-quote.csv bad-byte-after-200-rows.csv two-columns-of-one-name.csv workbook.csv pretty.jsonl gold-list.jsonl; do
    status=0
    questions=()
    case $file in *.csv) questions=(--questions "$root/testdata/labels/questions.json") ;; esac
    SERVICE_CHECKPOINTS=$root/testdata/tiny "$root/serve" evaluate "$root/testdata/labels/$file" "${questions[@]}" >"$work/out" 2>"$work/err" || status=$?
    if [ "$status" = 2 ] && [ "$(wc -l <"$work/err")" = 1 ] && [ ! -s "$work/out" ] && grep -qF "$file" "$work/err"; then
        echo "passed   ./serve evaluate $file: $(sed 's|.*/||' "$work/err")"
    else
        echo "failed   ./serve evaluate $file: status $status"
        head -n 5 "$work/err"
        failed=1
    fi
done
python3 -B "$root/scripts/check/labels/german.py" "$root" "$work" || failed=1
exit $failed
