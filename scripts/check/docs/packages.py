"""The environments of packages that blocks name with `with=`, each installed when its first block runs."""

import subprocess

import running

CHECKS = running.ROOT / "scripts/check"
# Name -> the file that pins the packages, and the folder of the environment. The clients' own checks share theirs.
PYTHON = {
    "google": ("decisions/requirements-google.txt", "decisions/google-venv"),
    "openai": ("decisions/requirements.txt", "decisions/venv"),
    "typesafe": ("clients/requirements.txt", "clients/venv"),
    "laya": ("docs/requirements-laya.txt", "docs/laya-venv"),
    "litellm": ("docs/requirements-litellm.txt", "docs/litellm-venv"),
}
# Name -> the project whose dependencies are the jars, and their folder.
JAVA = {
    "google": ("decisions/java/google/pom.xml", "decisions/google-jars"),
    "openai": ("decisions/java/pom.xml", "decisions/jars"),
}
# Name -> the folder with package.json, which is copied to the folder of that name under target.
NODE = {"google": "decisions", "openai": "decisions", "typesafe": "clients"}


class NotInstalled(Exception):
    """An environment that could not be made."""


def python(name):
    """The folder with the programs of an environment."""
    requirements, folder = PYTHON[name]
    target = running.ROOT / "target" / folder
    target.parent.mkdir(parents=True, exist_ok=True)
    bash(f'root=$1 && . "$root/scripts/lib/tools.sh" && python_environment "{target}" "{CHECKS / requirements}" --no-deps')
    return target / "bin"


def node(name):
    """The folder node_modules of an environment."""
    target = running.ROOT / "target" / NODE[name]
    target.mkdir(parents=True, exist_ok=True)
    lock = CHECKS / NODE[name] / "package-lock.json"
    if not (target / "node_modules").is_dir() or not same(lock, target / lock.name):
        bash(f'cd "{target}" && cp "{lock.parent}"/package*.json . && npm ci --ignore-scripts --no-audit --no-fund')
    return target / "node_modules"


def java(name):
    """The class path of the jars of an environment."""
    project, folder = JAVA[name]
    target = running.ROOT / "target" / folder
    # decisions.sh, which fetches these jars too, remembers the project in the same place.
    if not same(CHECKS / project, target / "pom.xml"):
        copied = f'mvn -B -q -f "{CHECKS / project}" dependency:copy-dependencies -DoutputDirectory="{target}"'
        bash(f'{copied} && cp "{CHECKS / project}" "{target}"')
    return f"{target}/*"


def same(one, other):
    return other.exists() and one.read_bytes() == other.read_bytes()


def bash(command):
    done = subprocess.run(["bash", "-c", command, "bash", str(running.ROOT)], capture_output=True, text=True, timeout=900)
    if done.returncode:
        raise NotInstalled("the packages could not be installed: " + (done.stdout + done.stderr).strip()[-600:])
