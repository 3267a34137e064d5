#!/usr/bin/env bash
# Checks the Containerfile, compose files and Kubernetes manifests with hadolint, the Compose schema and
# kubernetes-validate, which it installs in its own environment under target/deploy; those for KEDA and KServe with the
# definitions in the Go modules of these projects; the Helm chart with Helm, and against the Kubernetes base.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
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
        kubectl kustomize "$directory" | "$venv/bin/python" -B scripts/check/deploy/own_kinds.py >"$work/$(basename "$directory").yaml"
        try "kubernetes-validate 1.33, strict: $directory, rendered" "$venv/bin/kubernetes-validate" --strict --quiet \
            --kubernetes-version 1.33 "$work/$(basename "$directory").yaml"
    done
    # The rule that the page shows, in an overlay.
    mkdir -p "$work/egress"
    # shellcheck disable=SC2016 # The backquotes are the page's.
    { printf 'resources: [../../../deploy/kubernetes/base]\n' && sed -n '/^```yaml .*deploy.sh renders it/,/^```$/{/^```/!p}' docs/kubernetes.md; } >"$work/egress/kustomization.yaml"
    kubectl kustomize "$work/egress" >"$work/egress.yaml"
    try "the page's rule for another port" "$venv/bin/kubernetes-validate" --strict --quiet --kubernetes-version 1.33 "$work/egress.yaml"
    try "is in the policy" grep -q 'port: 4318' "$work/egress.yaml"
else
    # Overlays are patches, which can be validated only when rendered.
    missing "overlays of Kubernetes" "rendering them needs a kubectl with kustomize 4 or newer: install one (Debian's is too old)"
    for file in deploy/kubernetes/base/[!k]*.yaml; do
        try "kubernetes-validate 1.33, strict: $file" "$venv/bin/kubernetes-validate" --strict --quiet --kubernetes-version 1.33 "$file"
    done
fi
# find_helm: Helm 3, installed from its Go module if need be.
find_helm() {
    helm=$(command -v helm) && return 0
    helm=$work/bin/helm
    [ -x "$helm" ] || { command -v go >/dev/null && GOBIN=$work/bin go install helm.sh/helm/v3/cmd/helm@v3.22.0; }
}
if find_helm 2>"$work/output"; then
    chart=$work/chart.yaml
    try "Helm lint, strict: deploy/helm" "$helm" lint --strict deploy/helm
    "$helm" template decision-service deploy/helm >"$chart"
    try "kubernetes-validate 1.33, strict: deploy/helm, rendered" "$venv/bin/kubernetes-validate" --strict --quiet --kubernetes-version 1.33 "$chart"
    "$helm" template other deploy/helm --set podMonitor.enabled=true,cache.enabled=false,autoscaling.enabled=false \
        --set "networkPolicy.egress[0].ports[0].port=4318" \
        --set image.digest=sha256:0,nodeSelector.disk=fast,settings.SERVICE_MODELS=english | "$venv/bin/python" -B scripts/check/deploy/own_kinds.py >"$work/other.yaml"
    try "kubernetes-validate 1.33, strict: deploy/helm with other values" "$venv/bin/kubernetes-validate" --strict --quiet --kubernetes-version 1.33 "$work/other.yaml"
    try "its networkPolicy.egress is in the policy" grep -q 'port: 4318' "$work/other.yaml"
    if [ -e "$work/base.yaml" ]; then
        try "the chart's defaults are the base" "$venv/bin/python" -B scripts/check/deploy/chart.py "$work/base.yaml" "$chart"
    fi
else
    missing "the Helm chart" "Helm is installed from its Go module: install Go ($(tail -n 1 "$work/output"))"
fi
# fetch_definitions: copies the files that resources.txt names into target/deploy/definitions.
fetch_definitions() {
    local module file folder
    command -v go >/dev/null || return 1
    mkdir -p "$work/definitions"
    while read -r module file; do
        folder=$(cd "$work" && go mod download -json "$module" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p') && [ -n "$folder" ] &&
            cp -f "$folder/$file" "$work/definitions/" || return 1
    done <scripts/check/deploy/resources.txt
}
if fetch_definitions 2>"$work/output"; then
    try "definitions of KEDA, KServe and the Prometheus operator, strict: deploy/kubernetes/overlays/keda, deploy/kserve, deploy/monitoring" \
        "$venv/bin/python" -B scripts/check/deploy/resources.py "$work/definitions" deploy/kubernetes/overlays/keda/scaledobject.yaml \
        deploy/kserve/*.yaml deploy/monitoring/podmonitor.yaml
else
    missing "KEDA and KServe" "their definitions are in Go modules: install Go ($(tail -n 1 "$work/output"))"
fi
exit $failed
