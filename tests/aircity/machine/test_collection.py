"""The search for garbage stops inside and goes on as before, also where blocks overlap and fail."""

import gc

import pytest

from aircity.machine.collection import PutOff


def test_it_is_off_inside_and_on_again_after_the_outermost_block() -> None:
    put_off = PutOff()
    assert gc.isenabled()
    with put_off:
        with put_off:
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_it_is_on_again_after_an_error() -> None:
    def fail() -> None:
        with PutOff():
            raise ValueError

    with pytest.raises(ValueError):
        fail()
    assert gc.isenabled()


def test_who_had_it_off_keeps_it_off() -> None:
    gc.disable()
    try:
        with PutOff():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
