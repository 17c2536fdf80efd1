"""What synthetic flights see and say: a few houses, true sentences about them, and hostile texts."""

from aircity.geometry import Cue, Pose, bearing_words, height_words, metres_words, relate

NOTE = '{"note":"rules","parts":[3]}'
"""What a reasoner leaves in its texts for itself."""
HOSTILE = (
    "</script><script>window.broken=1</script><img src=x onerror=window.broken=1> "
    "\"'`&amp; \u202egnp.exe\u2066"
)
INSTRUCTION = (
    "Take off, fly over the brick warehouse and turn right at the water tower, "
    f"then land beside the black machine. {HOSTILE}"
)
SUBTASKS = ("Fly over the brick warehouse", "Turn right at the water tower", "Reach the black machine")
SKILLS = (
    ("Pixel Navigation", {"pixel": [20, 24], "distance_m": 25.0}),
    ("Altitude Adjustment", {"delta_h_m": -12.0}),
    ("View Rotation", {}),
    ("Path Backtracking", {}),
)
HOUSES = (
    ("brick warehouse", (40.0, 12.0, 6.0)),
    ("water tower", (88.0, 30.0, 18.0)),
    ("black machine", (96.0, 84.0, 3.0)),
)


def compared(pose: Pose) -> dict[int, Cue]:
    return {index: relate(pose, point) for index, (_, point) in enumerate(HOUSES[:2], start=1)}


def comparison(pose: Pose) -> str:
    lines = []
    for index, (name, point) in enumerate(HOUSES[:2], start=1):
        cue = relate(pose, point)
        lines.append(
            f"Anchor {index} [Object: {name}]: {place(pose, point)}, horizontal distance "
            f"{metres_words(cue.d_xy_m)}, 3D distance {metres_words(cue.d_3d_m)}."
        )
    return "\n".join(lines)


def place(pose: Pose, point: tuple[float, float, float]) -> str:
    cue = relate(pose, point)
    return f"{bearing_words(cue.bearing_rad)}, {height_words(cue.dz_m)}"


def square(point: tuple[float, float, float], half_m: float = 7.0) -> tuple[tuple[float, float], ...]:
    x, y, _ = point
    return tuple((x + a * half_m, y + b * half_m) for a, b in ((-1, -1), (-1, 1), (1, 1), (1, -1)))
