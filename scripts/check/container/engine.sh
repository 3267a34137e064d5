# shellcheck shell=bash
# Sourced by scripts/check/container.sh: a container engine that needs no service and no registry and leaves nothing
# outside target/container, and the stand-ins for the base images.
: "${root:?}" "${work:?}"

# Installs missing tools if possible; otherwise prints what is missing and returns 1.
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

# Uses runc, because crun does not start with every setup of control groups, and files, because there may be no systemd.
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

# packages NAME PACKAGE ...: makes a file system of Debian packages and their dependencies, unpacked but not installed.
packages() {
    local name=$1
    shift
    mmdebstrap --quiet --variant=extract --include="$(IFS=,; echo "$*")" bookworm "$work/$name.tar"
}

# The final base has the packages of gcr.io/distroless/cc-debian12, so no shell. The build base has a shell, its tools
# and this machine's JDK, Maven if the image is compiled, and pip for the libtorch of a GPU. Ends with the status of what fails,
# also where `set -e` does not hold.
stand_ins() {
    local name=$1 more=()
    case $name in
        maven) more=(maven) ;;
        python) more=(python3 python3-pip) ;;
    esac
    if ! podman image exists localhost/stand-in/cc; then
        packages cc base-files ca-certificates libc6 libgcc-s1 libgomp1 libssl3 libstdc++6 netbase tzdata &&
            podman import --quiet "$work/cc.tar" localhost/stand-in/cc || return
    fi
    if ! podman image exists "localhost/stand-in/$name"; then
        packages "$name" base-files bash ca-certificates coreutils dash findutils grep sed libc-bin libgomp1 libstdc++6 zlib1g "${more[@]}" || return
        # Files outside the JDK that Debian links to, such as its certificates, are copied instead of the links.
        tar --append --dereference --ignore-failed-read --file "$work/$name.tar" --transform 's,^\.,./opt/java/openjdk,' \
            --directory "$JAVA_HOME" --exclude=./lib/src.zip --exclude=./jmods . || return
        podman import --quiet --change ENV=JAVA_HOME=/opt/java/openjdk \
            --change ENV=PATH=/opt/java/openjdk/bin:/usr/share/maven/bin:/usr/bin:/bin "$work/$name.tar" "localhost/stand-in/$name" || return
    fi
    rm -f "$work"/*.tar
}

# made_stand_ins NAME: makes them; otherwise prints why not and returns 1. What was said is in bases.log.
made_stand_ins() {
    stand_ins "$1" >"$work/bases.log" 2>&1 || {
        echo "its base images cannot be made of Debian's packages, see target/container/bases.log:" \
            "$(grep -m 1 -E '^(E:|Err)' "$work/bases.log" || tail -n 1 "$work/bases.log")"
        return 1
    }
}

# build ENGINES TAG [ARGUMENT ...]
build() {
    local engines=$1 tag=$2
    shift 2
    # Other formats drop the health check without a warning.
    buildah build --pull-never --isolation=chroot --format=docker --layers=false --build-arg BASE_IMAGE=localhost/stand-in/cc \
        --build-arg ENGINES="$engines" "$@" --tag "$tag" --file "$root/Containerfile" "$root"
}

# Size of the files in the image.
image_size() { echo "$(($(podman image inspect --format '{{.Size}}' "$1") / 1000000)) MB"; }

# Size of the compressed archive.
packed_size() { echo "$(($(podman save --format docker-archive "$1" | gzip | wc -c) / 1000000)) MB with gzip"; }
