# shellcheck shell=bash
# Sourced by fresh.sh: what ./serve and ./check ask of Maven and make of its answer, in a tree with stand-ins for Maven, Java and
# the script of the class archive, which note in ran.txt how they were called.
: "${root:?}" "${work:?}"
tree=$work/tree
ran=$work/ran.txt
rm -rf "$tree"
mkdir -p "$tree"/{bin,jdk/bin,scripts/lib,core/src/main,conf,starter/checkpoint}
cp "$root/serve" "$root/check" "$tree"
cp "$root/scripts/lib/jdk.sh" "$tree/scripts/lib"
touch "$tree"/{pom.xml,core/pom.xml,core/src/main/A.java}
echo 'JAVA_VERSION="25"' >"$tree/jdk/release"

# stand_in FILE COMMAND
stand_in() {
    printf '#!/bin/bash\necho "%s $*" >>"%s"\n%s\n' "$(basename "$1")" "$ran" "$2" >"$1"
    chmod +x "$1"
}
# As Maven does, it leaves a jar alone whose content is the same.
stand_in "$tree/bin/mvn" "sleep 0.2; mkdir -p server/target/{libs,engines}; [ -e server/target/decision-service.jar ] || touch server/target/decision-service.jar; cat '$work/mvn.txt'"
stand_in "$tree/jdk/bin/java" ""
stand_in "$tree/jdk/bin/javac" ""
# shellcheck disable=SC2016 # The stand-in expands it.
stand_in "$tree/scripts/lib/class-archive.sh" 'touch "$1/decision-service.jsa"; printf %s "$1" >"$1/decision-service.jsa.folder"'

# in_tree COMMAND ...: runs it; sets the status.
in_tree() {
    status=0
    : >"$ran"
    (cd "$tree" && env PATH="$tree/bin:$PATH" JAVA_HOME="$tree/jdk" "$@") >"$work/said.txt" 2>&1 || status=$?
}

# Everything that was built is an hour old, and a source is newer.
change() {
    find "$tree/server/target" -exec touch --date "1 hour ago" {} +
    touch "$tree/core/src/main/A.java"
}

: >"$work/mvn.txt"
in_tree ./serve
expect "./serve builds only what runs" "$ran" "--threads 2 -Dquick package"
expect_none "./serve makes no class archive after a build" "$ran" "class-archive.sh"
in_tree ./serve
expect_none "the next ./serve builds nothing" "$ran" "mvn "
expect "the next ./serve makes a class archive" "$ran" "class-archive.sh"
in_tree ./serve
expect_none "the one after that makes none" "$ran" "class-archive.sh"
expect "and uses it" "$ran" "-XX:SharedArchiveFile="
change
in_tree ./serve
expect "./serve after a change builds" "$ran" "mvn "
in_tree ./serve
expect_none "and only once, though the jar has kept its date" "$ran" "mvn "
change
in_tree bash -c './serve & ./serve & wait'
grep -c "^mvn " "$ran" >"$work/builds.txt"
expect "two ./serve at once build once" "$work/builds.txt" "1"
change
in_tree ./check
expect_status "./check" 0 $status
in_tree ./serve
expect_none "./serve builds nothing after ./check" "$ran" "mvn "
change
in_tree ./check -pl core
in_tree ./serve
expect "./serve builds after a ./check of one module" "$ran" "mvn "
echo "[ERROR] org.decisionservice.core.ATest.a -- Time elapsed: 0.1 s <<< FAILURE!" >"$work/mvn.txt"
in_tree ./check
expect_status "./check where Maven ignores that a test has failed" 1 $status
tail -n 1 "$work/said.txt" >"$work/last.txt"
expect "its last line names the test" "$work/last.txt" "core.ATest.a"
