"""Which builds a folder has, and which it must not start."""

import json
from dataclasses import replace

import pytest

from airanchor.bench.run.worlds.builds.folder import AERIALVLN_SCENES, open_folder
from airanchor.bench.run.worlds.builds.process import build_flags
from airanchor.bench.run.worlds.builds.settings_file import Rig, write_settings
from airanchor.errors import InputError
from aircity.geometry import Camera
from tests.airanchor.bench.run.builds.stand_ins import DIES, add_build, write_program


def test_published_environments_are_found_as_they_unpack(tmp_path):
    expected = {
        "2": add_build(tmp_path, "2", DIES),
        "14": add_build(tmp_path / "AerialVLN-1", "14", DIES),
        "26": add_build(tmp_path / "a" / "b", "26", DIES),
    }
    add_build(tmp_path / "a" / "b" / "c", "3", DIES)
    add_build(tmp_path, "19", DIES)
    found = open_folder(tmp_path)
    assert {scene: found.executable(scene) for scene in found.found} == expected
    assert len(AERIALVLN_SCENES) == 25


def test_the_build_that_lies_highest_counts(tmp_path):
    add_build(tmp_path / "old", "2", DIES)
    highest = add_build(tmp_path, "2", DIES)
    assert open_folder(tmp_path).executable("2") == highest


def test_a_missing_build_is_named_with_where_it_would_lie_and_what_there_is(tmp_path):
    add_build(tmp_path, "2", DIES)
    with pytest.raises(InputError, match=r"no build of scene 5 .*env_5/LinuxNoEditor/AirVLN.sh.*scenes 2;"):
        open_folder(tmp_path).executable("5")
    with pytest.raises(InputError, match="no folder of builds"):
        open_folder(tmp_path / "none")


def test_a_mapping_file_names_other_builds_and_sets_how_they_start(tmp_path):
    mine = write_program(tmp_path / "blocks" / "Blocks.sh", DIES)
    (tmp_path / "builds.toml").write_text(
        'first_port = 41000\nadapters = [0, 1]\nsettings_flag = "-settings="\n'
        '[scenes]\nblocks = "blocks/Blocks.sh"\n'
    )
    found = open_folder(tmp_path)
    assert found.executable("blocks") == mine
    flags = build_flags(found.options, 41003, tmp_path / "settings.json")
    assert flags[-2:] == ["-GraphicsAdapter=1", f"-settings={tmp_path}/settings.json"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[scenes]\nx = "../outside.sh"', "leads out of"),
        ('[scenes]\nx = "/bin/sh"', "leads out of"),
        ('[scenes]\nx = "link.sh"', "leads out of"),
        ("start_s = -1", "start_s = -1"),
        ("frist_port = 30001", "unknown key 'frist_port'; valid are first_port, start_s, .*, scenes"),
        ("first_port = 80", "first_port = 80"),
        ("first_port = [", "cannot be read"),
    ],
)
def test_a_mapping_file_that_is_wrong_or_leads_out_is_bad_input(tmp_path, text, words):
    folder = tmp_path / "builds"
    folder.mkdir()
    outside = write_program(tmp_path / "outside.sh", DIES)
    (folder / "link.sh").symlink_to(outside)
    (folder / "builds.toml").write_text(text)
    with pytest.raises(InputError, match=words):
        open_folder(folder)


def test_a_published_build_that_is_a_link_out_of_the_folder_is_not_started(tmp_path):
    outside = add_build(tmp_path / "elsewhere", "2", DIES)
    (tmp_path / "builds").mkdir()
    (tmp_path / "builds" / "env_2").symlink_to(outside.parents[1])
    with pytest.raises(InputError, match="leads out of"):
        open_folder(tmp_path / "builds").executable("2")


def test_what_may_not_be_executed_says_how_to_allow_it(tmp_path):
    add_build(tmp_path, "2", DIES).chmod(0o644)
    with pytest.raises(InputError, match=r"chmod \+x"):
        open_folder(tmp_path).executable("2")
    (tmp_path / "builds.toml").write_text('[scenes]\nx = "gone.sh"')
    with pytest.raises(InputError, match="no executable"):
        open_folder(tmp_path).executable("x")


def test_depth_of_eight_bits_must_be_allowed(tmp_path):
    with pytest.raises(InputError, match=r"coarse_depth = \[\"7\"\]"):
        open_folder(tmp_path).is_coarse("7")
    assert not open_folder(tmp_path).is_coarse("2")
    (tmp_path / "builds.toml").write_text('coarse_depth = ["7"]')
    assert open_folder(tmp_path).is_coarse("7")


def test_the_settings_of_a_build_are_those_of_aerialvln_with_our_camera(tmp_path):
    file = tmp_path / "settings.json"
    write_settings(file, 30004, Rig(replace(Camera.from_fov(), forward_offset_m=0.5)))
    settings = json.loads(file.read_text())
    assert (settings["SimMode"], settings["ViewMode"]) == ("ComputerVision", "NoDisplay")
    assert (settings["ApiServerPort"], settings["LocalHostIp"]) == (30004, "127.0.0.1")
    camera = settings["Vehicles"]["Drone_1"]["Cameras"]["front_0"]
    assert camera["X"] == 0.5
    assert [one["ImageType"] for one in camera["CaptureSettings"]] == [0, 2, 3]
    assert {(one["Width"], one["Height"], one["FOV_Degrees"]) for one in camera["CaptureSettings"]} == {
        (512, 512, 90.0)
    }
