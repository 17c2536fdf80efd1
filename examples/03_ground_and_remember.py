"""Name a few things, ground them in RGB-D, remember them in a file, and find one again by name.

Run: python examples/03_ground_and_remember.py [FOLDER]
Then: airanchor memory show practice-square --root FOLDER
"""

import math
import sys
import tempfile
from pathlib import Path

from airanchor.anchors.grounding import ground
from airanchor.anchors.request import ObjectRequest
from airanchor.anchors.sentences import decision_text
from airanchor.embedded.eyes.detector import EmbeddedDetector
from airanchor.memory import MemoryStore, ObservationTime, memory_profile
from airanchor.perception import Phrase
from airanchor.perception.image import load_image_encoder
from airanchor.perception.text import load_text_encoder
from aircity.city.library import open_scene
from aircity.city.world import CityWorld
from aircity.geometry import Pose

folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())
world = CityWorld(open_scene("practice-square"))
text, image = load_text_encoder(), load_image_encoder()
detector = EmbeddedDetector(text)
names = [Phrase("building"), Phrase("tree"), Phrase("tower")]
requests = [ObjectRequest(index, phrase) for index, phrase in enumerate(names, 1)]

world.reset(Pose.at(0, 0, 45))
with MemoryStore(folder, text, image, memory_profile("embedded", text, image)) as store:
    with store.episode(world.scene_id, "look-around") as episode:
        for step, view in enumerate(world.panorama([math.radians(45 * k) for k in range(8)])):
            grounding = ground(requests, view, detector, image)
            print(decision_text(grounding.graph))
            episode.memory.observe_frame(grounding.objects, ObservationTime("look-around", step))
    here = Pose.at(0, 0, 45)
    for candidate in store.memory(world.scene_id).retrieve(Phrase("building"), here):
        print(f"remembered: {candidate.instance.id}, {candidate.cue.d_xy_m:.1f} m away")
