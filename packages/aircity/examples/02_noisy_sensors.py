"""Put seeded sensor noise between the world and whoever flies in it.

Run: python packages/aircity/examples/02_noisy_sensors.py
"""

import numpy as np

import aircity
from aircity import Pose
from aircity.wrappers.noise import DepthDropout, DepthNoise

clean = aircity.make("practice-square")
noisy = DepthDropout(DepthNoise(clean, relative_sigma=0.02, seed=1), probability=0.05, seed=2)

exact = clean.reset(Pose.at(0, 0, 60)).depth_m
measured = noisy.reset(Pose.at(0, 0, 60)).depth_m
seen = np.isfinite(exact) & (measured > 0)
error = np.abs(measured[seen] / exact[seen] - 1)
print(f"no reading: {(measured == 0).mean():.1%}; typical error: {np.median(error):.1%} of the distance")
