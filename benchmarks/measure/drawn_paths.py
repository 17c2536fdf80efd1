"""Draws episodes by seed, so many of each part of a split and none of a scene more than twice, texts unread.

Run: python -m benchmarks.measure.drawn_paths [--split voices] [--each 6] [--seed 16] [--after SEED]
"""

import argparse
import random
from collections import Counter
from collections.abc import Collection

from airanchor.bench.episodes import load_split

MOST_OF_A_SCENE = 2


def draw(split: str, each: int, seed: int, without: Collection[str] = ()) -> list[str]:
    """The ids of the drawn episodes, none of those that were drawn before."""
    rng, drawn = random.Random(seed), []
    episodes = load_split(split)
    for part in sorted({one.split for one in episodes}):
        mine = [one for one in episodes if one.split == part]
        rng.shuffle(mine)
        taken: Counter[str] = Counter()
        for one in mine:
            is_new = one.episode_id not in without
            if is_new and taken.total() < each and taken[one.scene_id] < MOST_OF_A_SCENE:
                taken[one.scene_id] += 1
                drawn.append(one.episode_id)
    return drawn


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--split", default="voices")
    parser.add_argument("--each", type=int, default=6)
    parser.add_argument("--seed", type=int, default=16)
    parser.add_argument("--after", type=int, help="the seed of an earlier draw, of which none is drawn again")
    given = parser.parse_args()
    before = () if given.after is None else draw(given.split, given.each, given.after)
    print("\n".join(draw(given.split, given.each, given.seed, before)))


if __name__ == "__main__":
    main()
