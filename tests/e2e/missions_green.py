"""Missions in trial-green: an estate of blocks in the green with low, wide landmarks."""

from airanchor.reasoner.roles import Skill
from aircity.geometry import Pose
from tests.e2e.flight_plan import FlightPlan
from tests.e2e.path_checks import (
    Thing,
    climbs_by,
    comes_near,
    ends_at,
    ends_near,
    flies_between,
    flies_over,
    in_order,
    leaves_towards,
    passes,
    sinks_by,
)

SCENE = "trial-green"

PLANS = (
    FlightPlan(
        name="twenty-up-sixty-left",
        scene=SCENE,
        start=Pose.at(-60, -30, 20, 90),
        instruction="Climb 20 metres, turn left and fly straight ahead for 60 metres.",
        length_m=80,
        checks=(
            ends_at(0, -30, 40),
            climbs_by(16, 26),
            leaves_towards(-90),
        ),
        needs=(Skill.PIXEL, Skill.ALTITUDE, Skill.VIEW),
        shows=("metres",),
    ),
    FlightPlan(
        name="over-the-cooling-tower",
        scene=SCENE,
        start=Pose.at(15, 200, 22, 165),
        instruction="Climb above the cooling tower and fly over it. Stop at the hospital on the other side.",
        length_m=190,
        checks=(
            ends_near(Thing("hospital", 133)),
            flies_over(Thing("cooling tower", 132)),
            climbs_by(24),
        ),
        needs=(Skill.PIXEL, Skill.ALTITUDE),
        shows=("over",),
    ),
    FlightPlan(
        name="radio-tower-on-the-left",
        scene=SCENE,
        start=Pose.at(-30, -120, 24, 320),
        instruction=(
            "Keep the radio tower on your left as you fly past it, then stop above the swimming pool."
        ),
        length_m=180,
        checks=(
            ends_near(Thing("swimming pool", 134)),
            passes(Thing("radio tower", 151), side="left", within_m=45),
        ),
        shows=("past on the left",),
    ),
    FlightPlan(
        name="second-water-tower",
        scene=SCENE,
        start=Pose.at(-65, -80, 28, 315),
        instruction="Pass the first water tower and stop at the second one behind it.",
        length_m=200,
        checks=(ends_near(Thing("water tower", 149)), comes_near(Thing("water tower", 150), within_m=30)),
        shows=("twin",),
    ),
    FlightPlan(
        name="pool-then-museum",
        scene=SCENE,
        start=Pose.at(130, -45, 26, 245),
        instruction="Fly over the swimming pool and stop in front of the museum behind it.",
        length_m=180,
        checks=(
            ends_near(Thing("museum", 136)),
            flies_over(Thing("swimming pool", 134), reach_m=10),
        ),
        shows=("over", "long chain"),
    ),
    FlightPlan(
        name="obelisk-fountain-hotel",
        scene=SCENE,
        start=Pose.at(-60, -25, 30, 60),
        instruction=(
            "Fly to the obelisk in the middle of the roundabout. "
            "From there go on to the fountain, and then to the tall cream hotel."
        ),
        length_m=330,
        checks=(
            ends_near(Thing("hotel", 144)),
            in_order(Thing("obelisk", 199), Thing("fountain", 146), Thing("hotel", 144), within_m=30),
        ),
        shows=("long chain",),
    ),
    FlightPlan(
        name="hotel-on-the-right",
        scene=SCENE,
        start=Pose.at(75, 150, 30, 0),
        instruction="Fly past the tall hotel on your right, then turn right and go to the church.",
        length_m=150,
        checks=(
            ends_near(Thing("church", 143)),
            passes(Thing("hotel", 144), side="right", within_m=50),
        ),
        shows=("past on the right",),
    ),
    FlightPlan(
        name="far-wind-turbine",
        scene=SCENE,
        start=Pose.at(140, 20, 50, 40),
        instruction="Fly to the white wind turbine in the fields and stop in front of it.",
        length_m=250,
        checks=(ends_near(Thing("wind turbine", 202), within_m=20),),
        needs=(Skill.PIXEL,),
        shows=("far",),
    ),
    FlightPlan(
        name="supermarket-behind",
        scene=SCENE,
        start=Pose.at(140, -70, 30, 180),
        instruction="Turn around and stop above the supermarket.",
        length_m=70,
        checks=(ends_near(Thing("supermarket", 135)), leaves_towards(180, tolerance_deg=45)),
        needs=(Skill.PIXEL, Skill.VIEW),
        shows=("behind the start",),
    ),
    FlightPlan(
        name="pool-then-sports-field",
        scene=SCENE,
        start=Pose.at(60, -90, 30, 10),
        instruction=(
            "Fly over the swimming pool and on to the sports field. Stop above the middle of the field."
        ),
        length_m=200,
        checks=(
            ends_near(Thing("sports field", 131), within_m=0),
            flies_over(Thing("swimming pool", 134), reach_m=10),
        ),
        shows=("over", "long chain"),
    ),
    FlightPlan(
        name="past-the-radio-tower",
        scene=SCENE,
        start=Pose.at(-30, -120, 24, 320),
        instruction="Fly past the radio tower, keeping it on your left, then stop above the swimming pool.",
        length_m=180,
        checks=(
            ends_near(Thing("swimming pool", 134)),
            passes(Thing("radio tower", 151), side="left", within_m=45),
        ),
        shows=("past on the left",),
    ),
    FlightPlan(
        name="between-hotel-and-church",
        scene=SCENE,
        start=Pose.at(130, 235, 30, 300),
        instruction="Fly between the hotel and the church and stop above the parking lot.",
        length_m=130,
        checks=(
            ends_near(Thing("parking lot", 1305)),
            flies_between(Thing("hotel", 144), Thing("church", 143)),
        ),
        shows=("between",),
    ),
    FlightPlan(
        name="radio-tower-on-the-right",
        scene=SCENE,
        start=Pose.at(-30, -120, 24, 320),
        instruction="Fly past the radio tower, keeping it on your right, then stop above the swimming pool.",
        length_m=180,
        checks=(
            ends_near(Thing("swimming pool", 134)),
            passes(Thing("radio tower", 151), side="right", within_m=45),
        ),
        shows=("past on the right",),
    ),
    FlightPlan(
        name="supermarket-then-field",
        scene=SCENE,
        start=Pose.at(140, -70, 24, 180),
        instruction=(
            "Turn around, climb 15 metres and fly over the supermarket. "
            "Then turn left and fly to the sports field. Descend to street level."
        ),
        length_m=240,
        checks=(
            ends_near(Thing("sports field", 131), up_m=(0, 20)),
            flies_over(Thing("supermarket", 135), reach_m=5),
            climbs_by(10, 20),
            sinks_by(15),
        ),
        needs=(Skill.PIXEL, Skill.ALTITUDE, Skill.VIEW),
        shows=("behind the start", "over", "metres", "street level", "long chain"),
    ),
    FlightPlan(
        name="pool-supermarket-pool",
        scene=SCENE,
        start=Pose.at(60, -90, 24, 10),
        instruction=(
            "Climb 15 metres and fly over the swimming pool. Turn right and fly over the supermarket. "
            "Then turn around and stop above the swimming pool."
        ),
        length_m=390,
        checks=(
            ends_near(Thing("swimming pool", 134), within_m=5),
            flies_over(Thing("swimming pool", 134), reach_m=10),
            flies_over(Thing("supermarket", 135), reach_m=10),
            in_order(Thing("swimming pool", 134), Thing("supermarket", 135)),
            climbs_by(10, 20),
        ),
        needs=(Skill.PIXEL, Skill.ALTITUDE, Skill.VIEW),
        shows=("over", "metres", "long chain"),
    ),
    FlightPlan(
        name="pool-field-supermarket",
        scene=SCENE,
        start=Pose.at(60, -90, 24, 10),
        instruction=(
            "Climb 15 metres and fly over the swimming pool. Then go to the sports field. "
            "Turn right and stop above the supermarket."
        ),
        length_m=340,
        checks=(
            ends_near(Thing("supermarket", 135), within_m=5),
            flies_over(Thing("swimming pool", 134), reach_m=10),
            in_order(Thing("swimming pool", 134), Thing("sports field", 131), Thing("supermarket", 135)),
            climbs_by(10, 20),
        ),
        needs=(Skill.PIXEL, Skill.ALTITUDE, Skill.VIEW),
        shows=("over", "metres", "long chain"),
    ),
    FlightPlan(
        name="pool-supermarket-field",
        scene=SCENE,
        start=Pose.at(60, -90, 24, 10),
        instruction=(
            "Climb 15 metres and fly over the swimming pool. Turn right and fly over the supermarket. "
            "Then turn left, go to the sports field and descend to street level."
        ),
        length_m=360,
        checks=(
            ends_near(Thing("sports field", 131), up_m=(0, 20)),
            flies_over(Thing("swimming pool", 134), reach_m=10),
            flies_over(Thing("supermarket", 135), reach_m=5),
            in_order(Thing("swimming pool", 134), Thing("supermarket", 135), Thing("sports field", 131)),
            climbs_by(10, 20),
        ),
        needs=(Skill.PIXEL, Skill.ALTITUDE, Skill.VIEW),
        shows=("over", "metres", "street level", "long chain"),
    ),
)
