# shellcheck shell=bash
# shellcheck disable=SC2154 # container.sh sets image, and run sets port.
# Sourced by scripts/check/container.sh: the steps of --cuda.
: "${root:?}" "${work:?}"

wheels=${WHEELS:-$work/wheels}
on_a_gpu=(--env SERVICE_ENGINE=pytorch --env PYTORCH_LIBRARY_PATH=/opt/decision-service/libtorch/torch/lib)
no_gpu='there is no NVIDIA driver|CUDA finds no device'

# On this machine, because the network of the build may not reach the same sources.
cuda_wheels() {
    [ -z "${WHEELS:-}" ] || return 0
    "$root/scripts/libtorch-cuda.py" --wheels "$wheels"
}

cuda_build() {
    printf '[global]\nno-index = true\nfind-links = /wheels\n' >"$work/pip.conf"
    build pytorch "$image" --build-arg TORCH=cuda --build-arg BUILD_IMAGE=localhost/stand-in/python --build-arg DISTRIBUTION=prebuilt \
        --volume "$wheels:/wheels" --volume "$work/pip.conf:/etc/pip.conf"
    image_size "$image"
}

cuda_on_the_cpu() {
    run cuda "${on_a_gpu[@]}" --env SERVICE_DEVICE=auto
    healthy cuda
    need "no answer" answered "$(post "http://127.0.0.1:$port/v1/systemone" "$question")"
    need "the log does not say why" grep -qE "SERVICE_DEVICE is auto, and engine pytorch computes on cpu: ($no_gpu)" <<<"$(podman logs cuda 2>&1)"
}

cuda_refused() {
    run cuda "${on_a_gpu[@]}" --env SERVICE_DEVICE=cuda
    need "another status" [ "$(podman wait cuda)" = 2 ]
    need "no reason" grep -qE "^SERVICE_DEVICE: .*($no_gpu)" <<<"$(podman logs cuda 2>&1)"
}
