"""Films of flights: real files that can be read again, through the city or of kept views, ended as flown."""

import math

import pytest
from PIL import Image

from airanchor.errors import InputError
from airanchor.trace import Keep, read_trace
from airanchor.viewer.meanings import ENDINGS, ending_of, verdict_words
from airanchor.viewer.pictures import images_of
from airanchor.viewer.story import FlownAction, tell
from airanchor.viewer.video import check_video_file, film_format, make_film, write_video
from airanchor.viewer.video.cards import sums_words
from airanchor.viewer.video.film import END_S, TITLE_S, FilmFormat
from aircity.geometry import Pose
from tests.airanchor.viewer.town_flight import fly_through, painter, town
from tests.airanchor.viewer.traces import fly

SHORT = FilmFormat(320, 2, 2.0)


@pytest.fixture(scope="module")
def flown(tmp_path_factory):
    folder = tmp_path_factory.mktemp("flight")
    with town() as city:
        fly_through(city, folder / "trace")
        yield tell(read_trace(folder / "trace")), images_of(folder / "trace"), painter(city)


def test_a_film_lasts_as_long_as_the_flight_at_its_speed_between_two_cards(flown):
    story, images, city = flown
    film = make_film(story, images, city, SHORT)
    flown_s = (10 * 5 / 12 + 2 * 15 / 60 + 2 * 2 / 12) / SHORT.speed
    assert film.seconds == pytest.approx(TITLE_S + END_S + flown_s, abs=1.1)
    frames = list(film.frames)
    assert len(frames) == film.count and {frame.size for frame in frames} == {(320, 180)}
    assert len({frame.tobytes() for frame in frames}) > (flown_s * SHORT.frames_per_s) - 2


def test_an_mp4_can_be_read_again_frame_by_frame(flown, tmp_path):
    av = pytest.importorskip("av", reason="needs the extra [video]")
    story, images, city = flown
    film = make_film(story, images, city, SHORT)
    done = []
    write_video(film, tmp_path / "deep" / "flight.mp4", lambda: done.append(1))
    with av.open(str(tmp_path / "deep" / "flight.mp4")) as container:
        frames = [frame.to_image() for frame in container.decode(video=0)]
        assert container.streams.video[0].codec_context.name == "h264"
    assert len(frames) == len(done) == film.count and frames[0].size == (320, 180)
    assert [file.name for file in (tmp_path / "deep").iterdir()] == ["flight.mp4"]


def test_a_gif_moves_and_repeats(flown, tmp_path):
    story, images, city = flown
    write_video(make_film(story, images, city, SHORT), tmp_path / "flight.gif")
    with Image.open(tmp_path / "flight.gif") as gif:
        assert gif.is_animated and gif.size == (320, 180) and gif.info["loop"] == 0


def test_without_a_city_the_kept_views_are_shown_and_without_views_it_is_refused(tmp_path):
    kept, bare = fly(tmp_path / "kept", decisions=2), fly(tmp_path / "bare", decisions=2, keep=Keep.NONE)
    film = make_film(tell(read_trace(kept)), images_of(kept), None, SHORT)
    assert len(list(film.frames)) == film.count
    with pytest.raises(InputError, match="test-quay"):
        make_film(tell(read_trace(bare)), images_of(bare), None, SHORT)


def test_a_film_without_end_is_refused_before_it_begins(flown):
    story, images, city = flown
    path = list(story.path)
    story.path.append(FlownAction(Pose(1e9, 0.0, 30.0), ""))
    try:
        with pytest.raises(InputError, match=r"give --speed \d+"):
            make_film(story, images, city, SHORT)
    finally:
        story.path[:] = path


def test_a_file_that_fails_leaves_nothing_behind(flown, tmp_path):
    story, images, city = flown
    film = make_film(story, images, city, SHORT)

    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_video(film, tmp_path / "flight.gif", stop)
    assert list(tmp_path.iterdir()) == []


def test_other_endings_are_refused_and_speed_can_be_chosen(tmp_path):
    with pytest.raises(InputError, match=r"flight\.avi"):
        check_video_file(tmp_path / "flight.avi")
    assert film_format(".gif", 2.0).speed == 2.0 and math.isclose(film_format(".mp4").speed, 1.0)


def test_the_end_is_told_as_it_was(flown):
    story, _, _ = flown
    assert ending_of(story) == "stopped" and "cannot tell" in ENDINGS["stopped"]
    assert verdict_words(story) == "Success: stopped 12 m from the goal; within 20 m counts."
    story.evaluation.metrics["NE"] = 20.5
    assert verdict_words(story).startswith("No success: stopped 20 m")
    story.evaluation.metrics["NE"] = 12.0


@pytest.mark.parametrize(("decisions", "told"), [(1, "1 decision"), (2, "2 decisions")])
def test_the_end_card_counts_one_as_one(tmp_path, decisions, told):
    story = tell(read_trace(fly(tmp_path / "trace", decisions=decisions, keep=Keep.NONE)))
    assert told in sums_words(story).split("     ")
