"""Fly by random actions in a Gymnasium environment: observations, reward, and when an episode is over.

Run: pip install './packages/aircity[gym]' && python packages/aircity/examples/03_gymnasium.py
"""

import gymnasium

import aircity.gym_env  # registers the environment, or says how to get what is missing

env = gymnasium.make(aircity.gym_env.ENV_ID, scene="practice-square")
observation, info = env.reset(seed=1)
print(info["instruction"])
print({name: array.shape for name, array in observation.items()})

total = 0.0
env.action_space.seed(1)
for _ in range(40):
    _, reward, terminated, truncated, info = env.step(env.action_space.sample())
    total += float(reward)
    if terminated or truncated:
        break
print(f"after 40 random steps or fewer the rewards add up to {total:.1f}; success: {info['success']}")
env.close()
