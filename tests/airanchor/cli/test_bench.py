"""`airanchor bench` as a person types it."""

import json


def test_the_oracle_grounds_every_phrase_and_is_marked(command, small_city):
    result = command(
        *(
            "bench",
            "grounding",
            "--perception",
            "oracle",
            "--scenes",
            str(small_city),
            "--views",
            "1",
            "--json",
        )
    )
    assert result.code == 0, result.err
    report = json.loads(result.out)
    assert report["detector"] == "oracle (ground truth)"
    assert [table["condition"] for table in report["tables"]] == [
        "as it is",
        "colours permuted",
        "sensor noise",
    ]


def test_an_unknown_perception_is_bad_input(command):
    result = command("bench", "grounding", "--perception", "magic")
    assert result.code == 2 and "oracle" in result.err
