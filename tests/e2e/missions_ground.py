"""Missions in proving-ground: a downtown with high towers beside a river."""

from airanchor.reasoner.roles import Skill
from aircity.geometry import Pose
from tests.e2e.flight_plan import FlightPlan
from tests.e2e.path_checks import Thing, comes_near, ends_near, flies_over, keeps_to

SCENE = "proving-ground"

PLANS = (
    FlightPlan(
        name="obelisk-then-radio-tower",
        scene=SCENE,
        start=Pose.at(-60, 5, 24, 60),
        instruction="Pass the obelisk on the roundabout, then go to the red and white radio tower.",
        length_m=150,
        checks=(
            ends_near(Thing("radio tower", 235)),
            comes_near(Thing("obelisk", 289), within_m=40),
        ),
        shows=("long chain",),
    ),
    FlightPlan(
        name="across-the-river",
        scene=SCENE,
        start=Pose.at(-235, -100, 36, 0),
        instruction="Turn left, fly across the river and stop above the park on the other side.",
        length_m=150,
        checks=(ends_near(Thing("park", 618)), flies_over(Thing("river", 176))),
        needs=(Skill.PIXEL, Skill.VIEW),
        shows=("across",),
    ),
    FlightPlan(
        name="mosque-street-level",
        scene=SCENE,
        start=Pose.at(-60, 105, 40, 330),
        instruction="Fly over the supermarket to the mosque with the blue dome and go down to the street.",
        length_m=130,
        checks=(ends_near(Thing("mosque", 217), up_m=(0, 20)),),
        needs=(Skill.PIXEL, Skill.ALTITUDE),
        shows=("street level", "over"),
    ),
    FlightPlan(
        name="down-to-the-mosque",
        scene=SCENE,
        start=Pose.at(-60, 105, 40, 330),
        instruction="Fly over the supermarket to the mosque with the blue dome, then descend to the street.",
        length_m=130,
        checks=(
            ends_near(Thing("mosque", 217), up_m=(0, 20)),
            flies_over(Thing("supermarket", 216), reach_m=5),
        ),
        needs=(Skill.PIXEL, Skill.ALTITUDE),
        shows=("street level", "over"),
    ),
    FlightPlan(
        name="teal-skyscraper",
        scene=SCENE,
        start=Pose.at(-195, 172, 50, 180),
        instruction="Two round towers are ahead. Fly to the teal skyscraper and stop in front of it.",
        length_m=75,
        checks=(ends_near(Thing("skyscraper", 628)),),
        shows=("twin",),
    ),
    FlightPlan(
        name="along-the-river-downtown",
        scene=SCENE,
        start=Pose.at(0, -160, 30, 300),
        instruction="Turn left and fly along the river to the bridge.",
        length_m=110,
        checks=(ends_near(Thing("bridge", 173)), keeps_to(Thing("river", 176), within_m=25)),
        needs=(Skill.PIXEL, Skill.VIEW),
        shows=("along",),
    ),
    FlightPlan(
        name="river-to-the-arch-bridge",
        scene=SCENE,
        start=Pose.at(20, -207, 25, 80),
        instruction="Turn left and follow the river to the steel bridge.",
        length_m=110,
        checks=(ends_near(Thing("bridge", 174)), keeps_to(Thing("river", 176), within_m=15)),
        needs=(Skill.PIXEL, Skill.VIEW),
        shows=("along",),
    ),
)
