"""Keys: only from the environment, and quoted by no message."""

import html
import json
from urllib.parse import quote

import pytest

from airanchor.errors import InputError
from airanchor.reasoner.client.api_key import ApiKey, read_key


@pytest.mark.parametrize("value", [None, "", "   "])
def test_missing_key_says_how_to_set_it(value: str | None) -> None:
    environment = {} if value is None else {"TEST_KEY": value}
    with pytest.raises(InputError, match="export TEST_KEY="):
        read_key("TEST_KEY", environment)


def test_impossible_key_is_not_quoted() -> None:
    with pytest.raises(InputError, match="TEST_KEY") as caught:
        read_key("TEST_KEY", {"TEST_KEY": "sk-line\none"})
    assert "sk-line" not in str(caught.value)


@pytest.mark.parametrize("secret", ["sk-plainkey123", 'sk-ab/cd+ef"g\\h9'])
def test_escaped_echoes_are_struck_out(secret):
    key = ApiKey(secret)
    quoted = json.dumps(secret)[1:-1]
    echoes = [
        secret,
        quoted,
        json.dumps(quoted)[1:-1],
        secret.replace("/", "\\/"),
        "".join(f"\\u{ord(char):04X}" for char in secret),
        quote(secret, safe=""),
        html.escape(secret),
        "".join(f"&#{ord(char)};" for char in secret),
    ]
    for echo in echoes:
        assert key.redact(f"before {echo} after") == "before [key removed] after", echo
    assert key.redact_bytes(b"\xff" + secret.encode() + b"\x00") == b"\xff[key removed]\x00"
