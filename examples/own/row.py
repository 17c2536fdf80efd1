"""A row of one's own for the tables: AirAnchor with another part, here one without priors of its memory.

airanchor check row row:FORGETFUL
airanchor bench run --agent airanchor,row:FORGETFUL --split dev --subset 4 --out out/forgetful
"""

from dataclasses import replace

from airanchor.agent import Parts
from airanchor.assembly import Stack
from airanchor.bench.ablations.priors import NoPriors, SemanticNearest
from airanchor.bench.rows import Row


def forget(parts: Parts, stack: Stack) -> Parts:
    """What an ablation is: the agent's parts in, its parts with one substituted out."""
    return replace(parts, priors=NoPriors(parts.memory, SemanticNearest()))


FORGETFUL = Row("forgetful", "Forgetful", sets=("agent.iterations=20",), substitute=forget)
