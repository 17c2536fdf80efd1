"""`airanchor episodes` as a user types it."""

import json

from airanchor.bench.episodes import SPLIT_NAMES, load_split, write_episodes
from airanchor.cli.fly.options import SPLITS_TOLD


def test_help_tells_every_split():
    assert ", ".join(SPLIT_NAMES) == SPLITS_TOLD


def test_stats_of_a_split_and_of_a_file(command, tmp_path):
    found = json.loads(command("episodes", "stats", "dev", "--json").out)
    assert found["episodes"] == 180 and found["paths"] == 60
    assert found["figures"]["path_m"]["aerialvln_s_paper_mean"] == 321.3
    write_episodes(tmp_path / "few.json", load_split("dev")[:3])
    result = command("episodes", "stats", "few.json", "--plot", "plot.png")
    assert result.code == 0 and "3 episodes on 1 paths" in result.out and (tmp_path / "plot.png").is_file()


def test_show_prints_and_draws(command, tmp_path):
    one = load_split("dev")[0]
    result = command("episodes", "show", one.episode_id, "--out", "map.png", "--size", "300", "--json")
    assert json.loads(result.out)["instruction"] == one.instruction
    assert (tmp_path / "map.png").is_file()
    assert command("episodes", "show", one.trajectory_id, "--size", "300").out.startswith(
        one.instruction[:20]
    )


def test_check_passes_true_files_and_fails_untrue_ones(command, tmp_path):
    episodes = load_split("dev")[:3]
    write_episodes(tmp_path / "good.json", episodes)
    good = command("episodes", "check", "good.json", "--json")
    told = json.loads(good.out)
    assert good.code == 0 and told["format"]["replayed"] == 3 and told["checks"]["text_checked"] == 3
    document = json.loads((tmp_path / "good.json").read_text("utf-8"))
    for row in document["episodes"]:
        row["actions"] = [5] * 60 + [0]
    (tmp_path / "bad.json").write_text(json.dumps(document), "utf-8")
    bad = command("episodes", "check", "bad.json")
    assert bad.code == 1 and "leaves the scene" in bad.out and "differ in length" in bad.out


def test_make_writes_the_same_file_for_the_same_seed(command, tmp_path):
    for name in ("one.json.gz", "two.json.gz"):
        result = command(
            "episodes", "make", "--scenes", "proving-ground", "--paths", "1", "--seed", "3", "--out", name
        )
        assert result.code == 0, result.err
    assert (tmp_path / "one.json.gz").read_bytes() == (tmp_path / "two.json.gz").read_bytes()
    assert command("episodes", "check", "one.json.gz").code == 0


def test_bad_input_ends_with_two(command, tmp_path):
    (tmp_path / "bad.json").write_text("{", "utf-8")
    for words in (
        ("stats", "nowhere.json"),
        ("stats", "bad.json"),
        ("check", "bad.json"),
        ("show", "dev-atlantis-000-a"),
        ("make", "--out", "x.json"),
        ("make", "--split", "test", "--out", "x.json"),
        ("import-routes", "r.jsonl", "--city", "nowhere", "--out", "x.json"),
    ):
        result = command("episodes", *words)
        assert result.code == 2 and result.out == "" and "error" in result.err.lower(), words


def test_human_routes_become_a_file_that_passes_its_check(command, small_city, tmp_path):
    metre = 1 / 111_000
    street = [[60.1 + 42 * metre, 24.9 + east * metre * 2] for east in (10, 60, 110, 160)]
    wall = [[60.1 + 12 * metre, 24.9 + east * metre * 2] for east in (40, 100)]
    rows = [
        {"id": number, "text": "Go to the end.", "latlon": places}
        for number, places in enumerate((street, wall))
    ]
    (tmp_path / "routes.jsonl").write_text("\n".join(json.dumps(row) for row in rows), "utf-8")
    assert command("sim", "import", str(small_city), "--name", "small").code == 0
    words = ("routes.jsonl", "--city", "small", "--map", str(small_city), "--out", "routes.json", "--json")
    told = json.loads(command("episodes", "import-routes", *words).out)
    assert (told["episodes"], told["dropped"]) == (1, {"cuts a building": 1})
    checked = json.loads(command("episodes", "check", "routes.json", "--json").out)["checks"]
    assert (checked["flown"], checked["text_checked"], checked["problems"]) == (1, 0, [])
