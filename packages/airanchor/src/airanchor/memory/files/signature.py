"""What built a memory: vectors of different encoders must never meet in one file."""

from dataclasses import asdict, dataclass, fields

from airanchor.errors import MemoryFileError
from airanchor.memory.config import MemoryConfig
from airanchor.perception import ImageEncoder, TextEncoder

KINDS = ("sokb", "flat")


@dataclass(frozen=True, slots=True)
class Signature:
    """Encoders, profile and rules of one memory."""

    kind: str
    profile: str
    precision: str
    text_encoder: str
    text_dimension: int
    image_encoder: str
    image_dimension: int

    @classmethod
    def of(cls, kind: str, config: MemoryConfig, text: TextEncoder, image: ImageEncoder) -> "Signature":
        """The signature of memories that these parts build."""
        return cls(
            kind,
            config.profile,
            config.vector_precision,
            text.name,
            text.dimension,
            image.name,
            image.dimension,
        )

    def to_json(self) -> dict[str, str | int]:
        """As plain values."""
        return asdict(self)

    def check_same(self, other: "Signature", where: str) -> None:
        """MemoryFileError naming the first difference where `other` did not build this."""
        for field in fields(self):
            built, given = getattr(self, field.name), getattr(other, field.name)
            if built != given:
                raise MemoryFileError(
                    f"{where} was built with {field.name.replace('_', ' ')} {built!r}, not {given!r}; "
                    f"use {built!r}, or keep the other memory in its own folder"
                )
