"""Waits between tries: drawn below a doubling bound, or as the service asks."""

from email.utils import formatdate

import numpy as np
import pytest

from airanchor.reasoner.client.retry import RetryPolicy, parse_retry_after


def test_backs_off_with_jitter_below_the_doubling_bound() -> None:
    policy = RetryPolicy(first_wait_s=1.0, wait_cap_s=5.0)
    rng = np.random.default_rng(0)
    for failed, bound in [(1, 1.0), (2, 2.0), (3, 4.0), (4, 5.0), (9, 5.0)]:
        waits = [policy.wait_s(failed, None, rng) for _ in range(200)]
        assert 0 <= min(waits) < 0.2 * bound and 0.8 * bound < max(waits) <= bound


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("7", 7.0), ("0.5", 0.5), ("-3", 0.0), ("nan", None), ("soon", None), ("", None), (None, None),
     (formatdate(1_700_000_012, usegmt=True), 12.0), (formatdate(1_600_000_000, usegmt=True), 0.0)],
)  # fmt: skip
def test_reads_retry_after(header: str | None, seconds: float | None) -> None:
    assert parse_retry_after(header, 1_700_000_000.0) == seconds
