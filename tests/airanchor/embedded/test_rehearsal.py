"""The rehearsal's view has in it what makes every part of a flight work, else parts would stay uncompiled."""

from airanchor.embedded.eyes.reader.regions.marks import without_marks
from airanchor.embedded.rehearsal import SIDE_PX, rehearse, small_view
from airanchor.planning import ActionPlan, plan_pixel
from tests.airanchor.perception.references import needs_minilm


def test_a_plan_is_found_and_a_mark_is_painted_over() -> None:
    view = small_view()
    assert isinstance(plan_pixel(view, (SIDE_PX // 2, SIDE_PX // 2 - 8), 20.0), ActionPlan)
    assert (without_marks(view.rgb) != view.rgb).any()


@needs_minilm
def test_it_is_done_once_for_a_pair_of_encoders() -> None:
    from airanchor.embedded.eyes.reader import SceneReader
    from airanchor.perception.image import Histograms
    from airanchor.perception.text import load_text_encoder

    text, seen = load_text_encoder(), []

    class Counted(Histograms):
        name = "counted"

        def encode(self, images):
            seen.append(len(images))
            return super().encode(images)

    reader = SceneReader(text)
    rehearse(text, Counted(), reader)
    rehearse(text, Counted(), reader)
    assert seen == [1]
    assert reader.read(small_view().rgb).objects()
