"""`airanchor sim`: the door to aircity's commands, with those that need the benchmark's words."""
