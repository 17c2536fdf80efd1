"""Learn to fly to a told point: fitted Q-iteration with numpy in the Gymnasium environment of a train city.

The drone is told in words where to go ("+40 m north and -25 m east of here, at 30 m altitude"), sees depth
and its pose, and learns from nothing but the reward which of the eight actions leads there without hitting
walls. It learns in willow-court and is tried with seeds it has not seen, there and in another train city.

Run: pip install './packages/aircity[gym]' && python examples/04_learn_to_fly.py
Measured (seed 0, 240 episodes, 4,043 steps, 35 s of one core; n = 50 episodes of new seeds each): random
actions arrive in 0 of 50, the learnt ones in 35 of 50 in willow-court and in 30 of 50 in maple-bend.
"""

import re
import sys

import gymnasium
import numpy as np

import aircity.gym_env
from aircity import Camera

ACTIONS, DISCOUNT, STEPS = 8, 0.9, 60
TRAIN, OTHER = "willow-court", "maple-bend"


def make(scene):
    env = gymnasium.make(aircity.gym_env.ENV_ID, scene=scene, camera=Camera.from_fov(24, 24), max_steps=STEPS)
    return env.unwrapped


def goal_of(instruction, pose):
    """The point that the words tell of: north and east of the start, and its altitude."""
    north, east, up = (float(number) for number in re.findall(r"[+-]?\d+", instruction))
    return np.array([pose[0] + north, pose[1] + east, up])


def features(observation, goal):
    """Where the goal is for the drone, how near it is, and how near walls ahead are; all about 1 in size."""
    north, east, up = goal - observation["pose"][:3]
    heading = observation["pose"][3]
    ahead, right = (
        north * np.cos(heading) + east * np.sin(heading),
        east * np.cos(heading) - north * np.sin(heading),
    )
    away = np.hypot(north, east)
    depth = np.minimum(observation["depth_m"], 40.0) / 40.0
    near = [float(part.min() < 0.2) for part in np.array_split(depth[6:18], 3, axis=1)]
    sides = [ahead / (away + 5), right / (away + 5), np.tanh(up / 8), np.clip(away / 60, 0, 2)]
    arrived = [float(np.hypot(away, up) < reach) for reach in (12.0, 18.0, 30.0)]
    base = np.array([1.0, *sides, abs(sides[1]), abs(sides[2]), *near, *arrived])
    return np.concatenate([base, near[1] * base[1:5], arrived[1] * base[1:4]])


def fly(env, seed, weights, greed, rng):
    """One episode: steps as (features, action, reward, next features or None), and whether it succeeded."""
    observation, told = env.reset(seed=seed)
    goal = goal_of(told["instruction"], observation["pose"])
    here, steps, over = features(observation, goal), [], False
    while not over:
        best = int(np.argmax(weights @ here))
        action = best if rng.random() < greed else int(rng.integers(ACTIONS))
        observation, reward, ended, cut, told = env.step(action)
        there, over = features(observation, goal), ended or cut
        steps.append((here, action, reward, None if ended else there))
        here = there
    return steps, told["success"]


def fitted(memory, weights, rounds=12, ridge=1.0):
    """Values of each action by least squares on reward plus what the best next action is worth."""
    here = np.array([step[0] for step in memory])
    action = np.array([step[1] for step in memory])
    reward = np.array([step[2] for step in memory])
    there = np.array([np.zeros_like(step[0]) if step[3] is None else step[3] for step in memory])
    for _ in range(rounds):
        target = reward + DISCOUNT * (weights @ there.T).max(axis=0) * there.any(axis=1)
        weights = np.array(
            [
                np.linalg.solve(a.T @ a + ridge * np.eye(a.shape[1]), a.T @ target[action == number])
                for number in range(ACTIONS)
                for a in (here[action == number],)
            ]
        )
    return weights


def tried(env, weights, seeds, rng, greed=1.0):
    """Successes on episodes that nobody has learnt from."""
    return sum(fly(env, seed, weights, greed, rng)[1] for seed in seeds)


def main(episodes=240, trials=50):
    rng = np.random.default_rng(0)
    env = make(TRAIN)
    size = len(features(env.reset(seed=0)[0], np.zeros(3)))
    weights, memory = np.zeros((ACTIONS, size)), []
    untaught = tried(env, weights, range(9000, 9000 + trials), rng, greed=0.0)
    for count in range(episodes):
        memory += fly(env, count, weights, greed=min(0.9, count / episodes), rng=rng)[0]
        if count % 20 == 19:
            weights = fitted(memory, weights)
    print(f"random actions: {untaught} of {trials} arrive; learnt from {len(memory)} steps in {TRAIN}:")
    for scene, flown in ((TRAIN, env), (OTHER, make(OTHER))):
        arrived = tried(flown, weights, range(9000, 9000 + trials), rng)
        print(f"  {scene}, new seeds: {arrived} of {trials} arrive")
        flown.close()


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
