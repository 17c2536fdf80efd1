"""The heading after a turn: by the words, by the sights, and by both together."""

from airanchor.embedded.rules.config import RulebookConfig
from airanchor.embedded.rules.space.heading import ExpectedHeading, likeliest_heading_deg, untold_heading

CONFIG = RulebookConfig()
RIGHT, UNTOLD = ExpectedHeading(75.0, 21.0), untold_heading(CONFIG)


def test_without_sights_the_words_decide() -> None:
    assert likeliest_heading_deg(RIGHT, [], CONFIG) == 75.0


def test_a_sight_near_the_told_heading_moves_it_there() -> None:
    assert 45.0 <= likeliest_heading_deg(RIGHT, [(50.0, 0.8)], CONFIG) <= 60.0


def test_a_sight_on_the_other_side_does_not() -> None:
    assert likeliest_heading_deg(RIGHT, [(-75.0, 0.9)], CONFIG) == 75.0


def test_an_exact_angle_is_kept_whatever_is_seen() -> None:
    assert likeliest_heading_deg(ExpectedHeading(90.0, 0.0), [(60.0, 0.9)], CONFIG) == 90.0


def test_where_nothing_is_told_what_several_views_show_behind_is_turned_to() -> None:
    assert abs(likeliest_heading_deg(UNTOLD, [(-177.0, 0.7), (172.0, 0.5), (-174.0, 0.4)], CONFIG)) > 165.0


def test_but_not_what_a_single_view_seems_to_show() -> None:
    assert likeliest_heading_deg(UNTOLD, [(-177.0, 0.5)], CONFIG) == 0.0
