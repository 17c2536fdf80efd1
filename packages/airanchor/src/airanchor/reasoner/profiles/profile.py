"""A model's profile: where it is served, how it writes pixels, what it can do, what it costs. Never its key.

A wrong pixel convention turns the drone by tens of degrees without any error, so a profile only flies once a
probe has looked at the model and agrees with it.
"""

import json
import re
from datetime import date
from enum import StrEnum
from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from airanchor.errors import InputError
from airanchor.reasoner.pixels import PixelConvention, PixelOrder, PixelUnits

NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
_VARIABLE = re.compile(r"[A-Z_][A-Z0-9_]{0,63}")
_LOOPBACK = ("localhost", "127.0.0.1", "::1")
_OURS = frozenset({"messages", "stream", "n", "response_format", "max_tokens", "max_completion_tokens"})

RULES = "rules"
"""The name that stands for the embedded rulebook, and so for no profile."""


class JsonMode(StrEnum):
    """How a service can be held to JSON."""

    NONE = "none"
    OBJECT = "json_object"
    SCHEMA = "json_schema"


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class ProbeOutcome(_Part):
    """What a probe found, kept in the profile; it holds for the model, address and image scale named here."""

    date: date
    base_url: str
    model: str
    image_scale: int
    units: PixelUnits | Literal["unknown"]
    order: PixelOrder | Literal["unknown"]
    json_mode: JsonMode
    latency_p50_s: float = Field(ge=0)
    latency_p95_s: float = Field(ge=0)
    tokens_per_image: int | None = Field(default=None, ge=0)


class ModelProfile(_Part):
    """One model at one address."""

    name: str
    base_url: str
    """Up to and including the version, such as https://host/v1; /chat/completions is added."""
    model: str = Field(min_length=1, max_length=200)
    key_env: str | None = None
    """The environment variable that holds the key; none for services without one."""
    allow_plain_http: bool = False
    """Send the key unencrypted to a host that is not this machine."""

    units: PixelUnits = PixelUnits.ABSOLUTE
    order: PixelOrder = PixelOrder.UV
    image_scale: int = Field(default=1, ge=1, le=8)
    """Send images this many times larger, each pixel repeated."""
    image_patch_px: int = Field(default=32, ge=4, le=1024)
    """An image costs one token for each square of this side; used to estimate before a call."""

    json_mode: JsonMode = JsonMode.NONE
    max_tokens_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    supports_temperature: bool = True
    supports_seed: bool = True
    extra_body: dict[str, Any] = Field(default_factory=dict)
    """Fields added to every request, such as enable_thinking = false."""

    context_tokens: int | None = Field(default=None, ge=1)
    timeout_s: float = Field(default=30.0, gt=0, le=3600)
    """The hard deadline of one try."""
    ceiling_s: float = Field(default=90.0, gt=0, le=36000)
    """All tries of one call and the waits between them."""
    max_attempts: int = Field(default=4, ge=1, le=20)
    requests_per_minute: int | None = Field(default=None, ge=1)
    tokens_per_minute: int | None = Field(default=None, ge=1)

    price_input_per_million: float | None = Field(default=None, ge=0)
    price_output_per_million: float | None = Field(default=None, ge=0)
    currency: str = Field(default="USD", pattern="^[A-Z]{3}$")
    price_typed_by_user: bool = False
    """You looked the prices up yourself; none are shipped, since they change."""

    last_verified: date | Literal["never"] = "never"
    """When the real service was last seen to fit this profile."""
    probe: ProbeOutcome | None = None

    @field_validator("name")
    @classmethod
    def _is_a_name(cls, name: str) -> str:
        if not NAME.fullmatch(name):
            raise ValueError("must be small letters, digits, '.', '_' and '-', 64 at most")
        if name == RULES:
            raise ValueError(f"must not be {RULES!r}, which stands for the embedded rulebook")
        return name

    @field_validator("key_env")
    @classmethod
    def _is_a_variable(cls, variable: str | None) -> str | None:
        if variable is not None and not _VARIABLE.fullmatch(variable):
            raise ValueError(
                "must be the name of an environment variable, such as OPENAI_API_KEY, never the key itself"
            )
        return variable

    @field_validator("base_url")
    @classmethod
    def _is_an_address(cls, url: str) -> str:
        parts = urlsplit(url)
        _ = parts.port  # raises where it is no port
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
            raise ValueError("must look like https://host/v1, without '?' and '#'")
        if parts.username or parts.password:
            raise ValueError("must hold no user name or password; the key comes from key_env")
        return url.rstrip("/").removesuffix("/chat/completions")

    @field_validator("extra_body")
    @classmethod
    def _adds_only(cls, body: dict[str, Any]) -> dict[str, Any]:
        taken = sorted(_OURS & set(body))
        if taken:
            raise ValueError(f"must not set {', '.join(taken)}: these follow from the request and other keys")
        try:
            json.dumps(body, allow_nan=False)
        except (TypeError, ValueError) as error:  # a date or nan, which TOML has and a request cannot say
            raise ValueError(f"must hold only what JSON can say: {str(error)[:100]}") from None
        return body

    @model_validator(mode="after")
    def _is_consistent(self) -> "ModelProfile":
        prices = (self.price_input_per_million, self.price_output_per_million)
        if (prices[0] is None) != (prices[1] is None):
            raise ValueError("price_input_per_million and price_output_per_million go together")
        if prices[0] is not None and not self.price_typed_by_user:
            raise ValueError("prices need price_typed_by_user = true: look them up, they change")
        if (
            self.key_env
            and self.base_url.startswith("http:")
            and not (self.is_local or self.allow_plain_http)
        ):
            raise ValueError(
                f"base_url {self.base_url} would send the key unencrypted; use https, or set "
                "allow_plain_http = true on a network you trust"
            )
        return self

    @property
    def host(self) -> str:
        """The host that is asked."""
        return urlsplit(self.base_url).hostname or ""

    @property
    def is_local(self) -> bool:
        """Whether the service runs on this machine."""
        return self.host in _LOOPBACK

    @property
    def pixels(self) -> PixelConvention:
        """How this model writes a point in an image."""
        return PixelConvention(self.units, self.order, self.image_scale)

    def image_tokens(self, width_px: int, height_px: int) -> int:
        """About what an image of that size costs."""
        sides = [
            max(1, round(side * self.image_scale / self.image_patch_px)) for side in (width_px, height_px)
        ]
        return sides[0] * sides[1]

    def check_flyable(self, *, allow_unprobed: bool = False) -> None:
        """Raise unless a probe of this very model agrees with the profile.

        A profile without a probe is refused too: a misread convention raises nothing and crashes slowly.
        """
        if self.probe is None:
            if not allow_unprobed:
                raise InputError(
                    f"profile {self.name!r} was never probed: nobody knows how {self.model} writes pixels, "
                    "and misreading them turns the drone by tens of degrees; "
                    f"run: airanchor reasoner probe {self.name} --write"
                )
            return
        differences = self._differences(self.probe)
        if differences:
            raise InputError(
                f"profile {self.name!r} does not fit its probe of {self.probe.date}: "
                f"{'; '.join(differences)}; "
                f"run: airanchor reasoner probe {self.name} --write"
            )

    def _differences(self, probe: ProbeOutcome) -> list[str]:
        if "unknown" in (probe.units, probe.order):
            return ["the probe could not tell how the model writes pixels"]
        pairs = (
            ("model", self.model, probe.model),
            ("base_url", self.base_url, probe.base_url),
            ("image_scale", self.image_scale, probe.image_scale),
            ("units", self.units, probe.units),
            ("order", self.order, probe.order),
        )
        found = [
            f"{name} is {ours} but {theirs} was probed" for name, ours, theirs in pairs if ours != theirs
        ]
        ranks = list(JsonMode)
        if ranks.index(self.json_mode) > ranks.index(probe.json_mode):
            found.append(f"json_mode is {self.json_mode} but the model managed only {probe.json_mode}")
        return found
