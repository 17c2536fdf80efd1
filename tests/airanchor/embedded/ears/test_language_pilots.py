"""Instructions as pilots and locals say them: what a careful reader takes from each."""

import pytest

from airanchor.embedded.ears import read_clauses, read_mentions
from airanchor.embedded.rules.roles.decomposition import decompose
from tests.airanchor.embedded.ears.readback import reads_back, told

DESCRIBED = {
    "Fly past the church with the red roof, then stop.": ["past church with red roof", "stop"],
    "Stop above the church with the red roof behind it.": ["stop above church with red roof"],
    "Go to the mosque with the blue dome on your right.": ["to mosque with blue dome@right"],
    "Go to the castle with the blue roofs next to the river.": ["to castle with blue roofs"],
    "Go to the church with the red roof in front of you.": ["to church with red roof"],
    "Fly to the tall round tower.": ["to tall round tower"],
    "Go on to the triumphal arch.": ["to triumphal arch"],
}
SIDES = {
    "Keep the radio tower on your left as you fly past it.": ["past radio tower@left"],
    "Fly past the mill, keeping it on your left.": ["past mill@left"],
    "Keeping the mill on your right, fly past it to the church.": ["past mill@right", "to church"],
    "Pass to the left of the water tower.": ["past water tower@right"],
    "Pass the water tower on its right side.": ["past water tower@left"],
    "Go to the house on the left side of the street.": ["to house@left"],
}
SITES = {
    "Go to the white fountain on the plaza and circle it.": ["to white fountain", "circle white fountain"],
    "Fly to the obelisk on the roundabout. Stop near it.": ["to obelisk", "stop near obelisk"],
    "Fly to the wind turbine in the fields. Circle it.": ["to wind turbine", "circle wind turbine"],
    "Fly to the clock on top of the station. Circle it.": ["to clock", "circle clock"],
    "Fly to the house between the church and the mill.": ["to house"],
    "Fly to the second house past the church.": ["to house#2"],
    "Fly over the pool and stop at the museum behind it.": ["over pool", "stop at museum"],
    "Make a beeline for the pagoda on the hill.": ["to pagoda"],
    "Could you fly over to the big tree by the pond?": ["to big tree"],
}
GROUND = {
    "Fly to the mosque and go down to the street.": ["to mosque", "descend to 10 m"],
    "Come down to street level.": ["descend to 10 m"],
    "Drop to the road.": ["descend to 10 m"],
    "Descend until you reach the ground.": ["descend to 10 m"],
    "Descend to the street and follow it.": ["descend to 10 m", "along street"],
    "Go down the street.": ["along street"],
    "Go down to Broad Street.": ["to Broad Street"],
    "Walk down to the street.": ["to street"],
}
TWINS = {
    "There are two water towers ahead. Go to the one with the red roof.": ["to water tower with red roof"],
    "There are two water towers ahead. Go to the red one.": ["to red water tower"],
    "There are two white towers ahead. Go to the taller one.": ["to taller white tower"],
    "There are two water towers ahead. Go to the second one.": ["to water tower#2"],
    "There are two water towers ahead. Go to the left one.": ["to water tower@left"],
    "Fly on until a statue appears on your left.": ["forward until statue@left"],
    "Two round towers stand ahead of you. Fly to the one on the right.": ["to round tower@right"],
    "Pass the red tower and circle the blue one.": ["past red tower", "circle blue tower"],
    "Rise, then go towards the smaller of the two towers.": ["ascend", "to smaller tower"],
    "Pass the first mill and stop at the second mill.": ["past mill#1", "stop at mill#2"],
    "Fly past three trees and stop at the fourth one.": ["past tree#3", "stop at tree#4"],
}
FACING = {
    "The mill is on your left. Fly there and hover.": ["to mill@left", "stop"],
    "There's a chimney at your ten o'clock. Go there.": ["to chimney@left"],
    "Fly to the mill. When you get there, turn left.": ["to mill", "turn left"],
    "Turn your back to the church and fly to the bridge.": ["face church", "turn around", "to bridge"],
    "Turn away from the church.": ["face church", "turn around"],
    "Strafe left for 20 metres.": ["forward left by 20 m"],
    "Move sideways to the right.": ["forward right"],
    "Swing wide around the stadium.": ["around stadium"],
}
CHATTY = {
    "Hang a left at the church and keep going until you hit the canal.": [
        "turn left at church",
        "forward until canal",
    ],
    "As soon as you clear the trees, head north-east towards the lighthouse.": [
        "face northeast",
        "to lighthouse",
    ],
    "When the stadium comes into view, bear right.": ["turn right in view stadium by 30 degrees"],
    "Take the second right after the park.": ["turn right after park, street#2@right"],
    "Keep going until the stadium is on your left.": ["forward until stadium@left"],
    "Fly halfway to the bridge and hover.": ["to halfway to bridge", "stop"],
    "Go to the corner where the bakery is and stop.": ["to corner", "stop"],
    "Stop on the far side of the river.": ["stop past river"],
    "Climb until you are level with the roof of the hotel.": ["ascend level hotel"],
    "Go a bit higher than the cathedral and fly over it.": ["ascend above cathedral", "over cathedral"],
    "Go a little lower than the roof of the barn.": ["descend below barn"],
    "Rise until the castle is below you.": ["ascend above castle"],
    "Park yourself across from the town hall.": ["stop opposite town hall"],
    "Climb 150 feet, then fly 200 metres due west.": ["ascend by 45.72 m", "face west", "forward by 200 m"],
    "Turn to your two o'clock and fly to the silo.": ["turn right by 60 degrees", "to silo"],
    "Once you are past the school, drop down to 15 metres.": ["past school", "descend to 15 m"],
    "Once the lake is behind you, climb.": ["past lake", "ascend"],
    "Over the bridge, then under the cable car, then straight to the harbour.": [
        "over bridge",
        "under cable car",
        "to harbour",
    ],
    "Past the church, turn left.": ["turn left after church"],
    "Pop up to 60 metres and swing round to face the castle.": ["ascend to 60 m", "face castle"],
    "Leave the mosque behind you and make for the two chimneys.": ["away mosque", "to chimney"],
    "With the lake on your right, follow the shore to the boathouse.": ["along shore until boathouse"],
    "Just before the roundabout, swing left.": ["turn left before roundabout"],
    "You want the tall glass tower, not the brick one.": ["to tall glass tower"],
    "Do a full circle around the lighthouse.": ["circle lighthouse"],
    "From the fountain, head south along the avenue.": ["face south", "along avenue"],
    "Stay above the railway as far as the station.": ["along railway until station"],
    "Stay low and follow the canal.": ["along canal"],
    "Cross the river by the stone bridge, then take the first left.": [
        "across river",
        "turn left street#1@left",
    ],
    "Turn right when you see the cinema, not before.": ["turn right in view cinema"],
    "Ease down to about ten metres and creep up to the gate.": ["descend to 10 m", "to gate"],
    "Maintain 40 metres and fly to the antenna.": ["to antenna"],
    "Hold your altitude at 30 m and proceed to the dome.": ["to dome"],
    "Look left: there is a windmill. Approach it and stop 10 metres away from it.": [
        "turn left",
        "to windmill",
        "stop near windmill",
    ],
    "After about 80 metres turn left towards the harbour.": ["forward by 80 m", "turn left until harbour"],
    "Fly straight and after 80 metres turn left.": ["forward by 80 m", "turn left"],
    "Head east, keeping the highway to your right, until you reach the overpass.": [
        "face east",
        "forward until overpass",
    ],
    "Approach the arch head on and fly right through it.": ["to arch", "through arch"],
    "Go round the back of the warehouse and wait there.": ["to behind warehouse", "stop"],
    "Sink until you're just below the top of the tower.": ["descend below tower"],
    "Take me to the blue-roofed temple, please.": ["to blue-roofed temple"],
    "Fly in a straight line to the barn, which is next to a pond.": ["to barn"],
    "Continue past the market, take the first right and then the second left.": [
        "past market",
        "turn right street#1@right",
        "turn left street#2@left",
    ],
    "Fly parallel to the river.": ["along river"],
    "Cut across the park toward the museum.": ["across park", "to museum"],
    "Follow the tram line all the way to the terminal.": ["along tram line until terminal"],
    "At the fork, keep left and follow the smaller road.": ["turn left at fork", "along smaller road"],
    "Fly along the street between the hotel and the museum.": ["along street"],
}
ALL = {**DESCRIBED, **SIDES, **SITES, **GROUND, **TWINS, **FACING, **CHATTY}


@pytest.mark.parametrize(("text", "expected"), ALL.items())
def test_what_a_careful_reader_takes(text: str, expected: list[str]) -> None:
    assert [told(clause) for clause in read_clauses(text)] == expected


@pytest.mark.parametrize("text", ALL)
def test_subtasks_say_the_same(text: str) -> None:
    assert reads_back(text)


def test_a_red_roof_is_no_landmark() -> None:
    (mention,) = read_mentions("Stop above the church with the red roof behind it.")
    assert (mention.category, mention.attributes) == ("church", ("with red roof",))


def test_behind_it_is_behind_what_came_before() -> None:
    subtasks = decompose("Fly over the castle, then stop above the church with the red roof behind it.")
    last = subtasks["subtasks"][-1]
    assert last["text"] == "Stop above the church with the red roof behind the castle."
    assert last["landmarks"][0] == {"id": "L1", "category": "church", "attributes": ["with red roof"]}


def test_there_gets_its_name_in_a_subtask() -> None:
    subtasks = decompose("Fly to the red mill and circle it. Turn left and fly there again.")["subtasks"]
    assert subtasks[-1]["text"] == "Turn left and fly to the red mill again."


def test_an_ordinal_stays_in_text_and_subgoal() -> None:
    subtasks = decompose("Pass the first water tower and stop at the second one.")["subtasks"]
    assert subtasks[-1]["text"] == "Stop at the second water tower."
    named = "stop at: second water tower"
    assert subtasks[-1]["subgoals"] == [f"{named}, stage 1 of 2", f"{named}, stage 2 of 2"]
