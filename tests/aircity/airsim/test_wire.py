"""The wire: whole messages out of pieces, float pictures exact and fast, and nonsense refused."""

import struct
import sys

import msgpack
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aircity.airsim.wire import MessageStream, WireError, as_bytes, pack, unpack
from aircity.errors import MissingExtra

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False)
    | st.text()
    | st.binary(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
FLOATS = st.lists(st.floats(width=32, allow_nan=False), min_size=1, max_size=80)


@given(VALUES)
def test_what_is_packed_is_msgpack_and_comes_back(value):
    assert msgpack.unpackb(pack(value)) == value
    assert unpack(pack(value)) == value


@given(FLOATS)
def test_a_float_picture_comes_back_to_the_last_bit_for_us_and_for_others(numbers):
    picture = np.array(numbers, np.float32)
    message = pack([1, 7, None, [{"image_data_float": picture, "width": len(numbers)}]])
    ours = unpack(message)[3][0]["image_data_float"]
    assert isinstance(ours, np.ndarray) and ours.tobytes() == picture.tobytes()
    assert msgpack.unpackb(message)[3][0]["image_data_float"] == picture.tolist()


@given(FLOATS)
def test_builds_that_pack_floats_otherwise_are_read_too(numbers):
    single = msgpack.packb([{"image_data_float": numbers}], use_single_float=True)
    double = msgpack.packb([{"image_data_float": numbers}])
    for message in (single, double):
        assert np.asarray(unpack(message)[0]["image_data_float"], np.float32).tolist() == numbers


def test_pictures_whose_bytes_look_like_the_key_are_left_alone():
    key = b"\xb0image_data_float"
    value = [key, key + b"\xdd\x00\x00\x00\x01\xca\x00", {"image_data_float": []}, "image_data_float"]
    assert unpack(pack(value)) == value


@given(st.lists(VALUES, max_size=4), st.integers(1, 40))
def test_messages_are_cut_wherever_the_pieces_end(values, size):
    data = b"".join(pack(value) for value in values)
    stream = MessageStream(1 << 20)
    whole = [message for at in range(0, len(data), size) for message in stream.feed(data[at : at + size])]
    assert [unpack(message) for message in whole] == values


@pytest.mark.parametrize(
    "garbage",
    [
        b"\xc1",
        b"\x91" * 5000,
        b"\xc6" + struct.pack(">I", 2**31) + b"x" * 2000,
        b"\xdd\xff\xff\xff\xff" + b"\x00" * 2000,
    ],
)
def test_garbage_and_messages_beyond_the_limit_are_refused(garbage):
    stream = MessageStream(1000)
    with pytest.raises(WireError):
        for at in range(0, len(garbage), 100):
            for message in stream.feed(garbage[at : at + 100]):
                unpack(message)


@given(st.binary(max_size=200))
def test_any_bytes_are_values_or_a_wire_error(data):
    try:
        for message in MessageStream(1 << 16).feed(data):
            unpack(message)
    except WireError:
        pass


def test_bytes_that_came_as_text_are_bytes_again():
    raw = bytes(range(256))
    assert as_bytes(raw) == raw
    sent = b"\x91\xd9\xff" + raw[:255]  # a text of 255 bytes that are no text
    assert as_bytes(unpack(sent)[0]) == raw[:255]
    with pytest.raises(WireError, match="came as list"):
        as_bytes([1, 2])


def test_without_msgpack_the_install_command_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "msgpack", None)
    with pytest.raises(
        MissingExtra, match=r"AirSim's wire needs an optional part. Install it with: pip install"
    ):
        pack([1])
