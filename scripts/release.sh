#!/usr/bin/env bash
# Makes a release of the last commit in target/release: the archive, a list of what is in it (SBOM, CycloneDX) and checksums.
#   scripts/release.sh
# Every start gives the same bytes for the same commit with the same JDK: entries are sorted and have the date of the pom and no
# owner. Needs GNU tar, git and a network.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
. "$root/scripts/lib/jdk.sh"
need_jdk javac && need_maven || exit 2
export LC_ALL=C TZ=UTC
umask 022
out=$root/target/release
# Built apart, so that nothing uncommitted and no engine built on request gets in.
source=$out/source
rm -rf "$out"
mkdir -p "$source"
git -C "$root" archive HEAD | tar --extract --directory "$source"
version=$(sed -n 's:^  <version>\(.*\)</version>:\1:p' "$source/pom.xml")
date=$(sed -n 's:.*<project.build.outputTimestamp>\(.*\)</.*:\1:p' "$source/pom.xml")
name=decision-service-$version

echo "Building $name from $(git -C "$root" rev-parse --short HEAD) ..." >&2
(cd "$source" && build_with_progress -Dmaven.test.skip=true package) >&2
built=$source/server/target
[ -s "$built/libs/sbom.json" ] || { echo "The build has written no libs/sbom.json: it needs a network." >&2; exit 1; }

home=$out/$name
mkdir -p "$home/scripts/lib"
cp -r "$built/decision-service.jar" "$built/libs" "$built/conf" "$built/engines" "$built/commands" "$built/cleaners" "$built/starter" "$home"
# With what is needed to run it: the pages and the results that they speak of, and the files for supervisors, proxies,
# clusters and monitoring.
mkdir "$home/benchmarks"
cp -r "$source/docs" "$source/deploy" "$home"
cp -r "$source/benchmarks/results" "$home/benchmarks"
cp "$source/serve" "$source/README.md" "$source/LICENSE" "$source/NOTICE" "$source/CHANGELOG.md" "$source/SECURITY.md" "$home"
cp "$source/scripts/lib/jdk.sh" "$source/scripts/lib/service.sh" "$source/scripts/lib/class-archive.sh" "$home/scripts/lib"
cp "$built/libs/sbom.json" "$out/$name.cdx.json"
tar --create --directory "$out" --sort=name --format=gnu --mtime="$date" --owner=0 --group=0 --numeric-owner --mode=u+rwX,go=rX "$name" |
    gzip --no-name --best >"$out/$name.tar.gz"
rm -rf "$source" "$home"
(cd "$out" && sha256sum "$name.tar.gz" "$name.cdx.json" >SHA256SUMS && cat SHA256SUMS)
