"""Missions in practice-square: an old town of low roofs with a castle, churches and a river."""

from airanchor.reasoner.roles import Skill
from aircity.geometry import Pose
from tests.e2e.flight_plan import FlightPlan
from tests.e2e.path_checks import (
    Thing,
    climbs_by,
    ends_at,
    ends_near,
    flies_between,
    flies_over,
    keeps_to,
    leaves_towards,
    passes,
    sinks_by,
)

SCENE = "practice-square"

PLANS = (
    FlightPlan(
        name="church-on-the-left",
        scene=SCENE,
        start=Pose.at(150, 95, 26, 270),
        instruction="Fly past the church with the red roof, keeping it on your left, and stop at the castle.",
        length_m=180,
        checks=(ends_near(Thing("castle", 327)), passes(Thing("church", 334), side="left", within_m=45)),
        shows=("past on the left",),
    ),
    FlightPlan(
        name="tower-with-the-red-roof",
        scene=SCENE,
        start=Pose.at(30, 80, 34, 180),
        instruction=(
            "There are two water towers ahead of you. Go to the one with the red roof and stop there."
        ),
        length_m=140,
        checks=(ends_near(Thing("water tower", 339)),),
        shows=("twin",),
    ),
    FlightPlan(
        name="between-tower-and-hotel",
        scene=SCENE,
        start=Pose.at(100, 102, 24, 165),
        instruction=(
            "Fly between the clock tower and the pink hotel. Then go on to the triumphal arch and stop."
        ),
        length_m=170,
        checks=(
            ends_near(Thing("triumphal arch", 336)),
            flies_between(Thing("clock tower", 343), Thing("hotel", 333)),
        ),
        shows=("between",),
    ),
    FlightPlan(
        name="over-the-castle",
        scene=SCENE,
        start=Pose.at(40, -145, 16, 45),
        instruction="Climb and fly over the castle, then stop above the church with the red roof behind it.",
        length_m=180,
        checks=(
            ends_near(Thing("church", 334), within_m=15),
            flies_over(Thing("castle", 327)),
        ),
        needs=(Skill.PIXEL, Skill.ALTITUDE),
        shows=("over",),
    ),
    FlightPlan(
        name="along-the-river",
        scene=SCENE,
        start=Pose.at(-196, 62, 20, 0),
        instruction="Turn left and follow the river until you reach the green bridge.",
        length_m=105,
        checks=(
            ends_near(Thing("bridge", 280)),
            keeps_to(Thing("river", 282), within_m=15),
        ),
        needs=(Skill.PIXEL, Skill.VIEW),
        shows=("along",),
    ),
    FlightPlan(
        name="castle-behind",
        scene=SCENE,
        start=Pose.at(90, 35, 32, 90),
        instruction="Fly to the white castle with the blue roofs.",
        length_m=85,
        checks=(ends_near(Thing("castle", 327)),),
        needs=(Skill.PIXEL, Skill.VIEW),
        shows=("behind the start",),
    ),
    FlightPlan(
        name="down-to-the-fountain",
        scene=SCENE,
        start=Pose.at(-20, -110, 44, 250),
        instruction="Go to the white fountain on the plaza and descend to street level.",
        length_m=110,
        checks=(ends_near(Thing("fountain", 342), up_m=(0, 18)), sinks_by(24)),
        needs=(Skill.PIXEL, Skill.ALTITUDE),
        shows=("street level",),
    ),
    FlightPlan(
        name="sixty-up-to-the-hotel",
        scene=SCENE,
        start=Pose.at(100, 60, 25, 80),
        instruction="Climb to 60 metres, then fly to the pink hotel.",
        length_m=120,
        checks=(ends_near(Thing("hotel", 333), up_m=(40, 75)), climbs_by(28, 45)),
        needs=(Skill.PIXEL, Skill.ALTITUDE),
        shows=("metres",),
    ),
    FlightPlan(
        name="red-roof-tower",
        scene=SCENE,
        start=Pose.at(5, 98, 32, 195),
        instruction="Fly to the silver water tower with the red roof.",
        length_m=120,
        checks=(ends_near(Thing("water tower", 339)),),
        shows=("twin",),
    ),
    FlightPlan(
        name="castle-then-church",
        scene=SCENE,
        start=Pose.at(40, -145, 16, 45),
        instruction="Climb 20 metres. Fly over the castle and stop above the church with the red roof.",
        length_m=200,
        checks=(
            ends_near(Thing("church", 334), within_m=15),
            flies_over(Thing("castle", 327)),
            climbs_by(14),
        ),
        needs=(Skill.PIXEL, Skill.ALTITUDE),
        shows=("over", "metres", "long chain"),
    ),
    FlightPlan(
        name="fountain-street-level",
        scene=SCENE,
        start=Pose.at(-30, -115, 40, 240),
        instruction="Fly to the white fountain and descend to street level.",
        length_m=100,
        checks=(ends_near(Thing("fountain", 342), up_m=(0, 18)), sinks_by(20)),
        needs=(Skill.PIXEL, Skill.ALTITUDE),
        shows=("street level",),
    ),
    FlightPlan(
        name="follow-the-river",
        scene=SCENE,
        start=Pose.at(-196, 62, 20, 320),
        instruction="Follow the river to the green bridge.",
        length_m=105,
        checks=(ends_near(Thing("bridge", 280)), keeps_to(Thing("river", 282), within_m=15)),
        shows=("along",),
    ),
    FlightPlan(
        name="between-castle-and-observatory",
        scene=SCENE,
        start=Pose.at(125, -165, 30, 90),
        instruction="Fly between the castle and the observatory. Then go on and stop above the playground.",
        length_m=190,
        checks=(
            ends_near(Thing("playground", 341)),
            flies_between(Thing("castle", 327), Thing("observatory", 338)),
        ),
        shows=("between", "long chain"),
    ),
    FlightPlan(
        name="between-church-and-museum",
        scene=SCENE,
        start=Pose.at(92, 115, 28, 320),
        instruction="Fly between the church and the museum and stop at the observatory with the white dome.",
        length_m=230,
        checks=(
            ends_near(Thing("observatory", 338)),
            flies_between(Thing("church", 334), Thing("museum", 329)),
        ),
        shows=("between", "long chain"),
    ),
    FlightPlan(
        name="hundred-metres-of-river",
        scene=SCENE,
        start=Pose.at(-196, 62, 20, 0),
        instruction="Turn left and fly along the river for 100 metres.",
        length_m=100,
        checks=(
            ends_at(-181, -36, 20, within_m=25),
            keeps_to(Thing("river", 282), within_m=15),
            leaves_towards(-90),
        ),
        needs=(Skill.PIXEL, Skill.VIEW),
        shows=("along", "metres"),
    ),
)
