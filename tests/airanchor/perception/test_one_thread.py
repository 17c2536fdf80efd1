"""Tests of the limit to one thread: it holds while anyone is inside, and ends with the last."""

import numpy as np
import pytest
from threadpoolctl import ThreadpoolController

from airanchor.perception.one_thread import OneThread


def count_threads() -> set[int]:
    np.ones((2, 2)) @ np.ones((2, 2))
    return {library["num_threads"] for library in ThreadpoolController().select(user_api="blas").info()}


def test_the_limit_ends_with_the_last_user() -> None:
    before = count_threads()
    first, second = OneThread(), OneThread()
    with first:
        with first:
            assert count_threads() <= {1}
        assert count_threads() <= {1}
    assert count_threads() == before
    with pytest.raises(KeyError), second:
        raise KeyError
    assert count_threads() == before
