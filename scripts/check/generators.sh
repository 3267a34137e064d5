#!/usr/bin/env bash
# Makes clients of a service's /openapi.json with the public generators of five languages, compiles them, and uses them:
#     scripts/check/generators.sh [--short]
# --short leaves out the languages that need more than Node.js and Python: Go, Java and C#. It installs pinned
# generators under target/generators, starts one service with a key on a free port, prints one line per language and
# operation and a final count, and stops the service. Of the other contracts' descriptions, clients are made and compiled.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/service.sh"
. "$root/scripts/lib/tools.sh"
sources=$root/scripts/check/generators
work=$root/target/generators
log=$work/outcomes.txt
generator=7.25.0
. "$root/scripts/lib/outcomes.sh"
mkdir -p "$work"
: >"$log"

unset "${!SERVICE_@}" "${!GENERATORS_@}"
export NO_PROXY=127.0.0.1 no_proxy=127.0.0.1 GENERATORS_KEY=key-of-the-generator-checks
languages=(python typescript)
[ "${1:-}" = --short ] || languages+=(go java csharp)

# describe NAME [VARIABLE=VALUE ...]: starts a service and writes its description to NAME.json.
describe() {
    start_service "$work/$1.log" SERVICE_CHECKPOINTS=starter SERVICE_THREADS=1 SERVICE_API_KEY=$GENERATORS_KEY SERVICE_DOCS=1 "${@:2}" || exit 1
    curl --silent --fail --header "Authorization: Bearer $GENERATORS_KEY" "$service_url/openapi.json" >"$work/$1.json"
}

# Prepares a language's generator; its output is the log that a failure names.
prepare_python() { python_environment "$work/venv" "$sources/requirements.txt"; }
prepare_typescript() {
    find_node 20 || return 1
    cp "$sources"/package*.json "$sources/use_typescript.mts" "$work" && (cd "$work" && npm ci --ignore-scripts --no-audit --no-fund)
}
prepare_go() { command -v go && cp -r "$sources/go" "$work" && (cd "$work/go" && go mod download); }
prepare_java() {
    find_jdk javac && need_maven || return 1
    local artifact
    for artifact in org.openapitools:openapi-generator-cli:$generator jakarta.annotation:jakarta.annotation-api:2.1.1; do
        (cd "$work" && mvn --batch-mode --quiet dependency:copy -Dartifact="$artifact" -DoutputDirectory="$work/jars") || return 1
    done
}
prepare_csharp() {
    # The JSON library is that of NSwag's package; Debian's is too old.
    prepare_java && prepare_typescript && cp "$work/node_modules/nswag/bin/binaries/Win/Newtonsoft.Json.dll" "$work" || return 1
    { command -v mcs && command -v mono; } || install_packages mono-mcs mono-runtime libmono-system-net-http4.0-cil libmono-system-web4.0-cil \
        libmono-system-runtime-serialization4.0-cil libmono-system-componentmodel-dataannotations4.0-cil
}

# Makes and compiles the client of $1.json.
make_python() {
    rm -rf "$work/python" && mkdir "$work/python" &&
        "$work/venv/bin/openapi-python-client" generate --path "$work/$1.json" --meta none --output-path "$work/python/decisions" >"$work/warnings" || return 1
    # Its only warnings are those about its formatter, which is not installed.
    cat "$work/warnings"
    ! grep -q 'WARNING' "$work/warnings" && "$work/venv/bin/python" -m compileall -q "$work/python"
}
make_typescript() {
    (cd "$work" && npx --no-install openapi-typescript "$1.json" -o decisions.d.ts && npx --no-install tsc --noEmit --strict decisions.d.ts)
}
make_go() {
    (cd "$work/go" && mkdir -p decisions && go tool oapi-codegen -generate models,client -package decisions -o decisions/client.gen.go "../$1.json" && go vet ./decisions)
}
generate() {
    rm -rf "${work:?}/${1:?}" && "$JAVA_HOME/bin/java" -jar "$work/jars/openapi-generator-cli-$generator.jar" generate --generator-name "$1" --input-spec "$work/$2.json" \
        --output "$work/$1" --global-property apiTests=false,modelTests=false,apiDocs=false,modelDocs=false "${@:3}"
}
make_java() {
    generate java "$1" --library native --additional-properties \
        invokerPackage=decisions,apiPackage=decisions.api,modelPackage=decisions.model,useJakartaEe=true,openApiNullable=false,containerDefaultToNull=true &&
        find "$work/java/src/main/java" -name '*.java' >"$work/java/sources.txt" &&
        "$JAVA_HOME/bin/javac" -nowarn -proc:none -d "$work/java/classes" -cp "$work/jars/*" "@$work/java/sources.txt"
}
csharp_references=(-langversion:7.2 "-nowarn:108,219,618,1591" "-r:$work/Newtonsoft.Json.dll" -r:System.Net.Http.dll -r:System.Runtime.Serialization.dll
    -r:System.Web.dll -r:System.ComponentModel.DataAnnotations.dll)
make_csharp() {
    generate csharp "$1" --library httpclient --additional-properties packageName=Decisions,targetFramework=net48,nullableReferenceTypes=false &&
        mcs -target:library "${csharp_references[@]}" -out:"$work/Decisions.dll" -recurse:"$work/csharp/src/Decisions/*.cs" "$sources/Unused.cs"
}

# Runs the program that uses the client of the service with the default contract.
use_python() { PYTHONPATH=$root/scripts/lib:$work/python "$work/venv/bin/python" -B "$sources/use_python.py"; }
use_typescript() {
    (cd "$work" && npx --no-install tsc --strict --noUncheckedIndexedAccess --exactOptionalPropertyTypes --module nodenext --target es2022 --outDir use use_typescript.mts &&
        node use/use_typescript.mjs)
}
use_go() { (cd "$work/go" && go run .); }
use_java() {
    "$JAVA_HOME/bin/javac" -nowarn -proc:none -d "$work/java/classes" -cp "$work/java/classes:$work/jars/*" "$sources/UseJava.java" &&
        "$JAVA_HOME/bin/java" -cp "$work/java/classes:$work/jars/*" UseJava
}
use_csharp() {
    mcs "${csharp_references[@]}" -r:"$work/Decisions.dll" -out:"$work/UseCSharp.exe" "$sources/UseCSharp.cs" && mono "$work/UseCSharp.exe"
}

describe strict SERVICE_CONTRACT=strict && stop_service
describe full SERVICE_CONTRACT=full && stop_service
describe decisions SERVICE_DECISIONS=1 && stop_service
describe document
export GENERATORS_URL=$service_url

for language in "${languages[@]}"; do
    if ! "prepare_$language" >"$work/$language.log" 2>&1; then
        left_out "$language" "the generator or the compiler could not be installed, see target/generators/$language.log"
        continue
    fi
    descriptions=(strict full decisions document)
    # This generator's Java does not compile where a value is one of several kinds of which one is an array.
    [ "$language" != java ] || descriptions=(strict document)
    # The last one is used.
    for description in "${descriptions[@]}"; do
        if "make_$language" "$description" >>"$work/$language.log" 2>&1; then
            say "passed   $language: a client of the description '$description' is made and compiled"
        else
            say "failed   $language: no client of the description '$description', see target/generators/$language.log"
        fi
    done
    checks "use_$language"
done

closing_count
