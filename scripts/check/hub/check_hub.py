"""The service and Python's huggingface_hub on one cache, with kills, concurrent starts and full disks. One line per
check."""

import pathlib
import random
import subprocess
import sys
import tempfile
import time

import huggingface_hub
import mirrors
from stand_in import (
    COMMIT,
    REPO,
    Hub,
    finish,
    incomplete,
    need,
    need_genuine,
    size,
    snapshot,
    start_python,
    start_service,
)

KILLS = 20
SLOW = 600_000  # bytes per second and connection
# Most bytes in transit on a connection when it is cut.
ON_THE_WIRE = 128 * 1024


def python_then_service(directory):
    """The service uses what Python has fetched."""
    cache = directory / "cache"
    with Hub(directory) as hub:
        finish(start_python(hub, cache))
        finish(start_python(hub, cache, "multilingual"))
        sent = hub.sent()
        finish(start_service(hub, cache))
        finish(start_service(hub, cache, "multilingual"))
        finish(start_service(hub, cache, HF_HUB_OFFLINE="1"))
        need(hub.sent() == sent, "%d bytes were fetched again" % (hub.sent() - sent))
        return "%d bytes, 0 fetched again" % sent


def service_then_python(directory):
    """Python uses what the service has fetched, including the tools that list and verify caches."""
    cache = directory / "cache"
    with Hub(directory) as hub:
        finish(start_service(hub, cache))
        finish(start_service(hub, cache, "multilingual"))
        sent = hub.sent()
        need(sent == size() + size("multilingual"), "%d bytes for %d" % (sent, size() + size("multilingual")))
        finish(start_python(hub, cache, HF_HUB_OFFLINE="1"))
        path = finish(start_python(hub, cache)).strip().splitlines()[-1]
        finish(start_python(hub, cache, "multilingual"))
        need(path == str(snapshot(cache)), "another snapshot: " + path)
        need(hub.sent() == sent, "%d bytes were fetched again" % (hub.sent() - sent))
        report = huggingface_hub.scan_cache_dir(cache)
        need(not report.warnings, "scan_cache_dir complains: %s" % report.warnings)
        [repo] = report.repos
        [revision] = repo.revisions
        need((repo.repo_id, revision.commit_hash, set(revision.refs)) == (REPO, COMMIT, {"main"}), str(repo))
        need_genuine(cache)
        need_genuine(cache, "multilingual")
        return "%d bytes, 0 fetched again" % sent


def both_at_once(directory):
    """Both use the same lock: the second one waits and then finds the file."""
    cache = directory / "cache"
    with Hub(directory, SLOW) as hub:
        service, python = start_service(hub, cache), start_python(hub, cache)
        finish(python)
        finish(service)
        need(hub.sent() == size(), "%d bytes for %d" % (hub.sent(), size()))
        need_genuine(cache)
        return "%d bytes between them" % hub.sent()


def two_services_at_once(directory):
    """Two processes fetch one copy, and both start."""
    cache = directory / "cache"
    with Hub(directory, SLOW) as hub:
        for process in [start_service(hub, cache) for _ in range(2)]:
            finish(process)
        need(hub.sent() == size(), "%d bytes for %d" % (hub.sent(), size()))
        need_genuine(cache)
        return "%d bytes between them" % hub.sent()


def await_download(process, cache, known):
    """Waits until new bytes arrive; false if the process ended first."""
    while process.poll() is None:
        if sum(pathlib.Path(file).stat().st_size for file in incomplete(cache)) > known:
            return True
        time.sleep(0.01)
    return False


def killed_at_random_points(directory):
    """kill -9 during a download; the next start continues it."""
    chance = random.Random(7)
    killed = round_ = 0
    extra = 0
    while killed < KILLS:
        round_ += 1
        place = directory / str(round_)
        place.mkdir()
        cache = place / "cache"
        cuts = 0
        with Hub(place, SLOW) as hub:
            while killed < KILLS:
                known = sum(pathlib.Path(file).stat().st_size for file in incomplete(cache))
                process = start_service(hub, cache)
                if await_download(process, cache, known):
                    time.sleep(chance.uniform(0, 0.8))
                    if process.poll() is None:
                        process.kill()
                        killed, cuts = killed + 1, cuts + 1
                process.communicate()
                if snapshot(cache).joinpath("model.safetensors").exists():
                    break
            finish(start_service(hub, cache))
            need_genuine(cache)
            need(hub.sent() <= size() + cuts * ON_THE_WIRE, "%d bytes for %d after %d kills" % (hub.sent(), size(), cuts))
            extra += hub.sent() - size()
    return "%d kills in %d downloads, digests right, %d bytes sent twice" % (killed, round_, extra)


def a_disk_that_is_too_small(directory):
    """A lack of room is reported before anything is fetched."""
    with Mount(directory / "small", "1m") as disk, Hub(directory) as hub:
        said = finish(start_service(hub, disk.path / "cache"), 75)
        need("HF_HUB_CACHE" in said and "room for" in said, said)
        need(hub.sent() == 0, "something was fetched")
        return disk.kind


def a_disk_that_fills_up(directory):
    """A full disk gives a clear message and no broken snapshot, and the next start continues."""
    with Mount(directory / "filling", "4m") as disk, Hub(directory, SLOW) as hub:
        cache = disk.path / "cache"
        process = start_service(hub, cache)
        need(await_download(process, cache, 0), "it ended before it fetched")
        disk.fill()
        said = finish(process, 75)
        need("No space left on device" in said and "HF_HUB_CACHE" in said, said)
        need(not (snapshot(cache) / "model.safetensors").exists(), "there is a snapshot")
        disk.clear()
        finish(start_service(hub, cache))
        need_genuine(cache)
        need(hub.sent() <= size() + ON_THE_WIRE, "%d bytes for %d" % (hub.sent(), size()))
        return disk.kind


class Mount:
    """A small separate file system."""

    kind = "on a tmpfs"

    def __init__(self, path, limit):
        self.path, self.limit = path, limit

    def __enter__(self):
        self.path.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=" + self.limit, "tmpfs", str(self.path)], check=True)
        return self

    def fill(self):
        try:
            with open(self.path / "filler", "wb", buffering=0) as filler:
                while True:
                    filler.write(bytes(65536))
        except OSError:
            pass

    def clear(self):
        (self.path / "filler").unlink()

    def __exit__(self, *_):
        subprocess.run(["umount", str(self.path)], check=True)


def may_mount():
    with tempfile.TemporaryDirectory() as directory:
        try:
            with Mount(pathlib.Path(directory) / "probe", "1m"):
                return True
        except (OSError, subprocess.CalledProcessError):
            return False


def main():
    """--long has all checks run; names have only these run."""
    print("huggingface_hub " + huggingface_hub.__version__)
    checks = [python_then_service, service_then_python, both_at_once, two_services_at_once, mirrors.file_systems_without]
    if "--long" in sys.argv:
        checks += [killed_at_random_points, mirrors.odd_mirrors, mirrors.tokens_and_folders, mirrors.proxies,
                   mirrors.two_at_once_without_locks, mirrors.a_hub_that_comes_back]
        if may_mount():
            checks += [a_disk_that_is_too_small, a_disk_that_fills_up]
        else:
            print("skipped  full disks: no right to mount a small file system here (HubTroubleTest has them otherwise)")
    named = [check for check in checks if check.__name__ in sys.argv]
    failed = 0
    for check in named or checks:
        with tempfile.TemporaryDirectory() as directory:
            started = time.monotonic()
            try:
                result = "passed     %s: %s" % (check.__name__, check(pathlib.Path(directory)))
            except AssertionError as e:
                failed += 1
                result = "FAILED     %s: %s" % (check.__name__, e)
            print("%s (%.0f s)" % (result, time.monotonic() - started), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
