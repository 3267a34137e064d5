#!/usr/bin/env bash
# Checks the Containerfile, compose files and Kubernetes manifests with hadolint, the Compose schema and
# kubernetes-validate, which it installs in its own environment under target/deploy.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$root/target/deploy
venv=$work/venv
failed=0
. "$root/scripts/lib/tools.sh"
mkdir -p "$work"
cd "$root"
python_environment "$venv" scripts/check/deploy/requirements.txt || exit 2

# try WHAT COMMAND ...
try() {
    local what=$1
    shift
    if "$@" >"$work/output" 2>&1; then
        echo "passed   $what"
    else
        echo "failed   $what"
        cat "$work/output"
        failed=1
    fi
}

try "hadolint: Containerfile" "$venv/bin/hadolint" Containerfile
try "Compose schema: $(echo compose*.yaml)" "$venv/bin/check-jsonschema" --builtin-schema vendor.compose-spec compose*.yaml
if command -v kubectl >/dev/null && kubectl kustomize deploy/kubernetes/overlays/offline >/dev/null 2>&1; then
    for directory in deploy/kubernetes/base deploy/kubernetes/overlays/*; do
        kubectl kustomize "$directory" >"$work/$(basename "$directory").yaml"
        try "kubernetes-validate 1.33, strict: $directory, rendered" "$venv/bin/kubernetes-validate" --strict --quiet \
            --kubernetes-version 1.33 "$work/$(basename "$directory").yaml"
    done
else
    # Overlays are patches, which can be validated only when rendered.
    missing "overlays of Kubernetes" "rendering them needs a kubectl with kustomize 4 or newer: install one (Debian's is too old)"
    for file in deploy/kubernetes/base/[!k]*.yaml; do
        try "kubernetes-validate 1.33, strict: $file" "$venv/bin/kubernetes-validate" --strict --quiet --kubernetes-version 1.33 "$file"
    done
fi
exit $failed
