"""The address of an AirSim server, as people write it: airsim://HOST:PORT."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from aircity.errors import InputError

SCHEME = "airsim"
PORT = 41451
"""The port that AirSim listens on unless its settings.json says another."""


@dataclass(frozen=True, slots=True)
class AirSimAddress:
    """Where an AirSim server listens."""

    host: str
    port: int = PORT

    def __post_init__(self) -> None:
        if not self.host:
            raise InputError(f"an AirSim address needs a host, as in {SCHEME}://127.0.0.1:{PORT}")
        if not 1 <= self.port <= 65535:
            raise InputError(f"port {self.port} is not valid; it is 1 to 65535, and AirSim's own is {PORT}")

    @classmethod
    def parse(cls, text: str) -> "AirSimAddress":
        """The address of a text such as airsim://127.0.0.1:41451; the port may be left out."""
        try:
            parts = urlsplit(text.strip())
            port = parts.port
        except ValueError:
            raise InputError(f"address {text!r} has no valid port; {_EXAMPLE}") from None
        extra = parts.path.strip("/") or parts.query or parts.fragment or parts.username
        if parts.scheme != SCHEME or not parts.hostname or extra:
            raise InputError(f"address {text!r} is no AirSim server; {_EXAMPLE}")
        return cls(parts.hostname, PORT if port is None else port)

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{SCHEME}://{host}:{self.port}"


_EXAMPLE = f"write {SCHEME}://HOST:PORT, as in {SCHEME}://127.0.0.1:{PORT}"
