"""Which models see and compare, where they run, and what they must be: the section `perception`."""

import re
from dataclasses import dataclass, field

from airanchor.errors import InputError
from airanchor.perception.models.catalogue import USUAL, ModelRole

DEVICE = re.compile(r"auto|cpu|mps|cuda(:[0-9]{1,2})?")
DTYPES = ("auto", "float32", "float16", "bfloat16")
_REVISION = re.compile(r"[\w./-]{0,80}")
_SHA256 = re.compile(r"([0-9a-f]{64})?")


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """One model: what it is called, and what it must be."""

    source: str = ""
    """A name, a folder of weights, or the id of a model in the hub's cache; empty: the perception's own."""
    revision: str = ""
    """The commit of the hub it must be of; empty: the one in the cache."""
    sha256: str = ""
    """What model.safetensors must hash to; empty: what it hashed to when it was first used."""

    def __post_init__(self) -> None:
        if not _REVISION.fullmatch(self.revision):
            raise InputError(f"revision {self.revision[:90]!r} must be the name or the hash of a commit")
        if not _SHA256.fullmatch(self.sha256):
            raise InputError(f"sha256 {self.sha256[:90]!r} must have 64 hexadecimal digits in lower case")


@dataclass(frozen=True, slots=True)
class PerceptionConfig:
    """The models of perception that are brought by the user."""

    text: ModelChoice = field(default_factory=ModelChoice)
    image: ModelChoice = field(default_factory=ModelChoice)
    detector: ModelChoice = field(default_factory=lambda: ModelChoice(USUAL[ModelRole.DETECTOR]))
    segmenter: ModelChoice = field(default_factory=lambda: ModelChoice(USUAL[ModelRole.SEGMENTER]))
    masks_per_box: int = 1
    """1: the one mask that Grounded SAM takes; 3: the best of three by SAM's own estimate."""
    device: str = "auto"
    """auto (a GPU where there is one), cpu, cuda, cuda:1 or mps."""
    dtype: str = "auto"
    """auto (half precision on a GPU, else float32), float32, float16 or bfloat16."""
    threads: int = 0
    """Of one process on a CPU; 0: as many as there are cores. Flights that share cores want 1 each."""

    def __post_init__(self) -> None:
        if self.masks_per_box not in (1, 3):
            raise InputError(f"masks_per_box = {self.masks_per_box} must be 1 or 3")
        if not 0 <= self.threads <= 256:
            raise InputError(f"threads = {self.threads} must be between 0 and 256")
        if not DEVICE.fullmatch(self.device):
            raise InputError(
                f"device {self.device[:60]!r} is unknown; valid are auto, cpu, cuda, cuda:1, mps"
            )
        if self.dtype not in DTYPES:
            raise InputError(f"dtype {self.dtype[:60]!r} is unknown; valid are {', '.join(DTYPES)}")

    @property
    def place(self) -> "Hardware":
        """Where the models run."""
        return Hardware(self.device, self.dtype, self.threads)


@dataclass(frozen=True, slots=True)
class Hardware:
    """A device, a precision and threads, each of which may be left to what the machine has."""

    device: str = "auto"
    dtype: str = "auto"
    threads: int = 0
