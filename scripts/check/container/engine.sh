# shellcheck shell=bash
# Sourced by scripts/check/container.sh: a container engine that needs no service, no registry and no trace outside
# target/container, and the stand-ins for the base images.
: "${root:?}" "${work:?}"

# Installs what is missing if that can be done; otherwise says what is missing and returns 1.
need_engine() {
    local wanted=() tool
    [ "$(id -u)" = 0 ] || { echo "containers without a service need root: run it as root"; return 1; }
    for tool in buildah podman runc slirp4netns mmdebstrap nginx; do
        command -v "$tool" >/dev/null || wanted+=("$tool")
    done
    [ ${#wanted[@]} -eq 0 ] || install_packages buildah podman runc catatonit netavark aardvark-dns slirp4netns uidmap \
        mmdebstrap iptables nginx-light || {
        echo "${wanted[*]} missing and could not be installed, see target/apt.log (on Debian: apt-get install buildah podman runc" \
            "slirp4netns mmdebstrap nginx-light)"
        return 1
    }
}

# runc, because crun does not start on every arrangement of control groups; files, because there may be no systemd.
configure_engine() {
    cat >"$work/containers.conf" <<END
[containers]
default_ulimits = ["nofile=16384:16384", "nproc=16384:16384"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
END
    cat >"$work/storage.conf" <<END
[storage]
driver = "overlay"
graphroot = "$work/storage"
runroot = "$work/run"
END
    export CONTAINERS_CONF=$work/containers.conf CONTAINERS_STORAGE_CONF=$work/storage.conf DISABLE_HC_SYSTEMD=true
}

# packages NAME PACKAGE ...: a file system of Debian packages and what they depend on, unpacked and not installed.
packages() {
    local name=$1
    shift
    mmdebstrap --quiet --variant=extract --include="$(IFS=,; echo "$*")" bookworm "$work/$name.tar"
}

# The final base: the packages that gcr.io/distroless/cc-debian12 is made of, so no shell. The build base: a shell, its
# tools and this machine's JDK; with Maven where the image is compiled.
stand_ins() {
    local name=$1 more=()
    [ "$name" = jdk ] || more=(maven)
    if ! podman image exists localhost/stand-in/cc; then
        packages cc base-files ca-certificates libc6 libgcc-s1 libgomp1 libssl3 libstdc++6 netbase tzdata
        podman import --quiet "$work/cc.tar" localhost/stand-in/cc
    fi
    if ! podman image exists "localhost/stand-in/$name"; then
        packages "$name" base-files bash ca-certificates coreutils dash findutils grep sed libc-bin libgomp1 libstdc++6 zlib1g "${more[@]}"
        # What Debian links to outside of the JDK, such as its certificates, comes as the files themselves.
        tar --append --dereference --ignore-failed-read --file "$work/$name.tar" --transform 's,^\.,./opt/java/openjdk,' \
            --directory "$JAVA_HOME" --exclude=./lib/src.zip --exclude=./jmods .
        podman import --quiet --change ENV=JAVA_HOME=/opt/java/openjdk \
            --change ENV=PATH=/opt/java/openjdk/bin:/usr/share/maven/bin:/usr/bin:/bin "$work/$name.tar" "localhost/stand-in/$name"
    fi
    rm -f "$work"/*.tar
}

# build ENGINES TAG [ARGUMENT ...]
build() {
    local engines=$1 tag=$2
    shift 2
    # Without this format the health check is dropped without a word.
    buildah build --pull-never --isolation=chroot --format=docker --layers=false --build-arg BASE_IMAGE=localhost/stand-in/cc \
        --build-arg ENGINES="$engines" "$@" --tag "$tag" --file "$root/Containerfile" "$root"
}

# Megabytes of its files.
image_size() { echo "$(($(podman image inspect --format '{{.Size}}' "$1") / 1000000)) MB"; }

# Megabytes of the archive that would travel.
packed_size() { echo "$(($(podman save --format docker-archive "$1" | gzip | wc -c) / 1000000)) MB with gzip"; }
