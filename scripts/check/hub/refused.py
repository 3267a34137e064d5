"""A process for which the kernel refuses calls that some network file systems do not have."""
import ctypes
import errno
import platform
import struct

# The numbers of the calls on x86-64 and on arm64, which has no symlink of its own.
CALLS = {"x86_64": {"flock": [73], "symlink": [88, 266], "setlk": [72]}, "aarch64": {"flock": [32], "symlink": [36], "setlk": [25]}}
# Those that are refused only with this second argument: fcntl with F_SETLK.
ARGUMENTS = {"setlk": 6}

PR_SET_NO_NEW_PRIVS = 38
PR_SET_SECCOMP = 22
SECCOMP_MODE_FILTER = 2
LOAD_NUMBER = (0x20, 0, 0, 0)
LOAD_ARGUMENT = (0x20, 0, 0, 24)
ALLOW = (0x06, 0, 0, 0x7FFF0000)
FAIL = 0x00050000


def refuse(**calls):
    """Returns what a child process has to run before its program: afterwards flock, symlink or setlk fail with this errno."""
    program = [LOAD_NUMBER]
    for call, name in calls.items():
        fail = (0x06, 0, 0, FAIL | getattr(errno, name))
        for number in CALLS[platform.machine()][call]:
            if call in ARGUMENTS:
                program += [(0x15, 0, 4, number), LOAD_ARGUMENT, (0x15, 0, 1, ARGUMENTS[call]), fail, LOAD_NUMBER]
            else:
                program += [(0x15, 0, 1, number), fail]
    program.append(ALLOW)
    filters = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in program))
    whole = struct.pack("HL", len(program), ctypes.addressof(filters))
    libc = ctypes.CDLL(None, use_errno=True)

    def before_exec():
        if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, whole, 0, 0):
            raise OSError(ctypes.get_errno(), "no system calls can be filtered here")
        assert filters  # kept alive until here

    return before_exec
