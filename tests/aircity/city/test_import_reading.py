"""Files that are no city, or hardly: the right message, or the right format, whatever the name."""

import json
import shutil
from pathlib import Path

import pytest

from aircity.city.imports import import_city
from aircity.errors import InputError

FIXTURES = Path(__file__).parent / "fixtures"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b"  \n\t ", "is empty"),
        (b"not json at all", "not readable JSON"),
        (b'{"type": "CityJSON", "CityObjects": {"a"', "cut off"),
        (b"[" * 100_000, "too deeply"),
        (b"[1, 2, 3]", "not a JSON object"),
        (b'"city"', "not a JSON object"),
        (b'{"type": "Topology"}', "'Topology', not a city"),
        (
            b'{"type": "CityJSON", "version": "2.0", "CityObjects": {}, "vertices": []}',
            "nothing can be drawn",
        ),
        (b'{"type": "FeatureCollection", "features": []}', "nothing can be drawn"),
        (b'{"type": "FeatureCollection"}', "no list of features"),
        (
            b'{"type": "FeatureCollection", "features": [{"type": "Feature"}]}',
            "none of the file's 1 features",
        ),
        (b"1" * 10_000, r"not a JSON object|not readable"),
        (bytes(range(256)), "not readable JSON"),
    ],
)
def test_unusable_files_say_why(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "city.json"
    path.write_bytes(content)
    with pytest.raises(InputError, match=message):
        import_city(path)


def test_missing_file_and_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot read nowhere\.json"):
        import_city(tmp_path / "nowhere.json")
    with pytest.raises(InputError, match="is a folder"):
        import_city(tmp_path)


@pytest.mark.parametrize(
    ("fixture", "format_"),
    [("hamlet.city.json", "CityJSON"), ("hamlet.city.jsonl", "CityJSONSeq"), ("village.geojson", "GeoJSON")],
)
def test_format_is_told_by_content(tmp_path: Path, fixture: str, format_: str) -> None:
    path = tmp_path / "renamed.txt"
    shutil.copy(FIXTURES / fixture, path)
    city = import_city(path)
    assert city.report.format == format_
    assert city.scene.name == "renamed"
    assert city.report.source == "renamed.txt"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "latin-1"])
def test_encodings(tmp_path: Path, encoding: str) -> None:
    text = (FIXTURES / "village.geojson").read_text().replace("Harbour House", "Café Öresund")
    text = json.dumps(json.loads(text), ensure_ascii=False)
    path = tmp_path / "village.geojson"
    path.write_bytes(text.encode(encoding))
    city = import_city(path)
    assert "Café Öresund" in {item.name for item in city.scene.objects}
    assert (city.report.count("not UTF-8, read as Latin-1") == 1) == (encoding == "latin-1")


def test_broken_lines_of_a_sequence_are_counted(tmp_path: Path) -> None:
    lines = (FIXTURES / "hamlet.city.jsonl").read_text().splitlines()
    path = tmp_path / "hamlet.city.jsonl"
    path.write_text(
        "\n".join([*lines[:2], '{"type": "CityJSONFeature", "CityObj', "", *lines[2:-1], lines[-1][:60]])
    )
    report = import_city(path).report
    assert report.count("unreadable line") == 2
    assert report.findings[0].example == "line 3"
    assert report.objects["office building"] == 1


def test_a_single_feature_and_lines_of_features(tmp_path: Path) -> None:
    features = json.loads((FIXTURES / "village.geojson").read_text())["features"]
    path = tmp_path / "one.json"
    path.write_text(json.dumps(features[0]))
    assert import_city(path).report.objects["office building"] == 1
    path.write_text("\n".join("\x1e" + json.dumps(feature) for feature in features))
    assert import_city(path).report.objects["church"] == 1


def test_progress_rises_to_one() -> None:
    told: list[float] = []
    import_city(FIXTURES / "hamlet.city.json", progress=lambda what, share: told.append(share))
    assert told == sorted(told) and told[0] == 0.0 and told[-1] == 1.0


def test_same_file_gives_the_same_scene() -> None:
    first, second = (import_city(FIXTURES / "village.geojson").scene for _ in range(2))
    assert first.mesh.vertices.tobytes() == second.mesh.vertices.tobytes()
    assert first.mesh.surfaces == second.mesh.surfaces
    assert first.objects == second.objects


def test_the_report_names_counts_kinds_and_examples() -> None:
    report = import_city(FIXTURES / "village.geojson").report
    assert "village.geojson: GeoJSON" in report.summary()
    buried = next(item for item in report.findings if item.reason == "underground, not drawn")
    assert (buried.count, buried.example, buried.outcome) == (1, "feature 16 (way/17)", "left out")
    assert f"{report.drawn} of its {report.features} things" in report.summary()
