"""The ablations: parts that stand in for the agent's own, each leaving out one idea and nothing else."""

from airanchor.bench.ablations.substitutions import (
    hide_graph,
    hide_objects,
    hide_spatial_reflection,
    keep_instruction_whole,
    leave_out_priors,
    read_first_part_only,
    read_last_landmark_only,
    select_by_meaning,
    use_directions_only,
    use_objects_only,
)

__all__ = [
    "hide_graph",
    "hide_objects",
    "hide_spatial_reflection",
    "keep_instruction_whole",
    "leave_out_priors",
    "read_first_part_only",
    "read_last_landmark_only",
    "select_by_meaning",
    "use_directions_only",
    "use_objects_only",
]
