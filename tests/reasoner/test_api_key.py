"""Keys: only from the environment, and quoted by no message."""

import pytest

from airanchor.errors import InputError
from airanchor.reasoner.api_key import read_key


@pytest.mark.parametrize("value", [None, "", "   "])
def test_missing_key_says_how_to_set_it(value: str | None) -> None:
    environment = {} if value is None else {"TEST_KEY": value}
    with pytest.raises(InputError, match="export TEST_KEY="):
        read_key("TEST_KEY", environment)


def test_impossible_key_is_not_quoted() -> None:
    with pytest.raises(InputError, match="TEST_KEY") as caught:
        read_key("TEST_KEY", {"TEST_KEY": "sk-line\none"})
    assert "sk-line" not in str(caught.value)
