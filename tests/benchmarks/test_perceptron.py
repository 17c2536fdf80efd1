"""Perceptrons that are fitted and averaged."""

import numpy as np

from benchmarks.fit.perceptron import Targets, average, fit_perceptron


def test_an_average_says_the_mean_of_its_members() -> None:
    rng = np.random.default_rng(0)
    rows = rng.standard_normal((200, 3)).astype(np.float32)
    label = (rows[:, 0] > 0).astype(np.int64)
    members = [
        fit_perceptron(rows, Targets(label), hidden=(4,), classes=2, steps=20, rng=rng, batch=64)
        for _ in range(3)
    ]
    mean = np.mean([one.run(rows) for one in members], axis=0)
    np.testing.assert_allclose(average(members).run(rows), mean, rtol=1e-4, atol=1e-4)
