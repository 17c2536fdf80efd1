"""A world in a build: dialects, cameras, contact, depth, and what is refused with a reason."""

import math
from dataclasses import replace

import numpy as np
import pytest

from aircity.airsim import AirSimConfig
from aircity.airsim.address import AirSimAddress
from aircity.airsim.attitude import turn
from aircity.airsim.messages import mount_message
from aircity.airsim.server.methods import Method
from aircity.errors import InputError, SimulatorError
from aircity.geometry import Pose
from aircity.world import Action, Obstacle
from tests.aircity.airsim.serving import LENS, assert_same, connected, direct, serving, world_of
from tests.contract.small_city import START


def looks(world):
    return [world.observe(), world.look_up(), world.look_down(), *world.panorama([0.0, 0.5, -2.0, 3.0])]


def without_version(methods):
    """AirSim and Colosseum: version 1, and every camera call ends with `external`."""
    methods["getServerVersion"] = Method(lambda: 1)
    for name, count in (("simGetImages", 3), ("simGetCameraInfo", 3), ("simSetCameraPose", 4)):
        methods[name] = replace(methods[name], least=count, most=count)


def cosys(methods):
    """Cosys-AirSim: version 4, and none does."""
    for name, count in (("simGetImages", 2), ("simGetCameraInfo", 2), ("simSetCameraPose", 3)):
        methods[name] = replace(methods[name], least=count, most=count)


def undeclared(methods):
    """A build that says 1 and takes the calls of 4."""
    cosys(methods)
    methods["getServerVersion"] = Method(lambda: 1)


def with_alpha(methods):
    """Early AirSim: four channels."""
    inner = methods["simGetImages"].run

    def images(*params):
        answers = inner(*params)
        for answer in answers:
            if answer["image_type"] == 0:
                pixels = np.frombuffer(answer["image_data_uint8"], np.uint8).reshape(64, 64, 3)
                answer["image_data_uint8"] = np.dstack([pixels, np.full((64, 64), 255, np.uint8)]).tobytes()
        return answers

    methods["simGetImages"] = replace(methods["simGetImages"], run=images)


@pytest.mark.parametrize("change", [None, without_version, cosys, undeclared, with_alpha])
def test_every_dialect_shows_the_same_views_as_the_city_itself(change):
    with serving(change=change) as server, world_of(server) as world:
        city = direct()
        assert_same(world.reset(START), city.reset(START))
        for action in (Action.GO_UP, Action.TURN_RIGHT, Action.MOVE_LEFT, Action.MOVE_FORWARD):
            assert world.step(action) == city.step(action)
            for seen, expected in zip(looks(world), looks(city), strict=True):
                assert_same(seen, expected)


def test_a_build_that_does_not_move_cameras_has_its_vehicle_turned():
    def refuse(methods):
        del methods["simSetCameraPose"]

    with serving(change=refuse) as server, world_of(server) as world:
        city = direct()
        world.reset(START), city.reset(START)
        for seen, expected in zip(looks(world), looks(city), strict=True):
            assert seen.pose == expected.pose
            assert np.abs(seen.rgb.astype(int) - expected.rgb).max() <= 2
        assert world.step(Action.GO_UP) == city.step(Action.GO_UP)
        assert world.where() == city.observe().pose


@pytest.mark.parametrize("aim", ["camera", "vehicle"])
def test_a_camera_ahead_of_the_middle_is_found_and_told(aim):
    camera = replace(LENS, forward_offset_m=0.5)
    with serving() as server, connected(server) as connection:
        connection.call("simSetCameraPose", "front_0", mount_message([0.5, 0, 0]), "Drone_1")
        with world_of(server, aim=aim) as world:
            assert world.camera == camera
            city = direct(camera=camera)
            world.reset(START), city.reset(START)
            for seen, expected in zip(looks(world), looks(city), strict=True):
                assert (seen.pose, seen.camera) == (expected.pose, expected.camera)
                near = np.isclose(seen.depth_m, expected.depth_m, rtol=1e-3) | (
                    seen.depth_m == expected.depth_m
                )
                assert near.mean() > 0.995


@pytest.mark.parametrize("mount", [mount_message([0, 0.3, 0]), mount_message([0, 0, 0], turn(2, -0.3))])
def test_a_camera_aside_or_aslant_is_refused(mount):
    with serving() as server, connected(server) as connection:
        connection.call("simSetCameraPose", "front_0", mount, "Drone_1")
        with pytest.raises(SimulatorError, match=r"Y, Z, Pitch, Roll and Yaw 0"), world_of(server):
            pass


def test_solid_steps_stop_where_the_city_stops_them():
    with serving() as server, world_of(server, collision="solid") as world:
        city = direct("solid")
        world.reset(START), city.reset(START)
        outcomes = set()
        for action in [Action.MOVE_FORWARD] * 4 + [Action.GO_DOWN] * 8 + [Action.TURN_LEFT, Action.MOVE_LEFT]:
            expected = city.step(action)
            assert world.step(action) == expected
            outcomes.add(expected.blocked_by)
        assert outcomes == {None, Obstacle.OBJECT}
        assert_same(world.observe(), city.observe())


@pytest.mark.parametrize("collision", ["solid", "airvln"])
def test_the_edge_of_the_world_stops_a_step_without_a_collision(collision):
    edge = Pose.at(-198, -150, 60, 180)
    with serving() as server, world_of(server, collision=collision) as world:
        city = direct(collision)
        world.reset(edge), city.reset(edge)
        result = world.step(Action.MOVE_FORWARD)
        assert result == city.step(Action.MOVE_FORWARD) and result.blocked_by is Obstacle.BOUNDARY
        assert world.where() == edge


def test_near_depth_is_a_collision_by_aerialvlns_rule():
    with serving() as server, world_of(server) as world:
        city = direct()
        world.reset(START), city.reset(START)
        results = [(world.step(Action.MOVE_FORWARD), city.step(Action.MOVE_FORWARD)) for _ in range(6)]
        assert all(seen == expected for seen, expected in results)
        assert any(seen.collided for seen, _ in results)


def test_starts_that_a_build_does_not_take_are_refused_and_change_nothing():
    with serving() as server, world_of(server, collision="solid") as world:
        world.reset(START)
        for bad in (Pose.at(1e7, 0, 10), Pose.at(0, 0, 0.1)):
            with pytest.raises(InputError, match="does not take the start"):
                world.reset(bad)
            assert world.where() == START
        with pytest.raises(InputError, match="is no Pose"):
            world.reset((0, 0, 10))


def test_a_build_in_which_physics_holds_the_drone_is_told():
    def held(methods):
        methods["simSetVehiclePose"] = replace(methods["simSetVehiclePose"], run=lambda *params: None)

    told = pytest.raises(InputError, match="ComputerVision")
    with serving(change=held) as server, world_of(server) as world, told:
        world.reset(Pose.at(5, 5, 30))


def test_colour_and_depth_of_two_sizes_are_refused_with_the_fix():
    told = pytest.raises(SimulatorError, match=r"colour is 64x64 and depth 32x32 px; .* CaptureSettings")
    with serving("front_0:64/32") as server, world_of(server) as world, told:
        world.reset(START)


def test_planar_depth_is_turned_into_depth_along_the_ray():
    with serving() as server, world_of(server, depth="planar") as world:
        city = direct()
        seen, expected = world.reset(START).depth_m, city.reset(START).depth_m
        assert (np.isinf(seen) == np.isinf(expected)).all()
        assert np.allclose(seen, expected, rtol=1e-5)


def test_depth_of_eight_bits_is_coarse_and_only_taken_when_allowed():
    with pytest.raises(InputError, match="allow_coarse_depth"):
        AirSimConfig(depth="vis")
    with serving() as server, world_of(server, depth="vis", allow_coarse_depth=True) as world:
        seen, expected = world.reset(START).depth_m, direct().reset(START).depth_m
        near = expected < 99
        assert np.abs(seen[near] - expected[near]).max() < 0.4 and np.isinf(seen[expected > 100]).all()


def test_a_build_with_single_precision_is_flown_by_the_poses_that_were_asked_for():
    def single(methods):
        inner = methods["simGetVehiclePose"].run

        def pose(*params):
            answer = inner(*params)
            return {
                part: {name: float(np.float32(value)) for name, value in values.items()}
                for part, values in answer.items()
            }

        methods["simGetVehiclePose"] = replace(methods["simGetVehiclePose"], run=pose)

    with serving(change=single) as server, world_of(server) as world:
        city = direct()
        world.reset(START), city.reset(START)
        for action in (Action.TURN_RIGHT, Action.MOVE_RIGHT, Action.GO_UP):
            assert world.step(action) == city.step(action)


def test_a_closed_world_says_so_and_closing_twice_is_fine():
    with serving() as server, world_of(server) as world:
        with pytest.raises(SimulatorError, match="call reset"):
            world.observe()
        world.reset(START)
        world.look_up()
        world.close()
        world.close()
        with pytest.raises(SimulatorError, match="closed"):
            world.observe()
        with connected(server) as connection:  # the camera looks ahead again
            pose = connection.call("simGetCameraInfo", "front_0", "")["pose"]["orientation"]
            assert pose["y_val"] == 0


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"collision": "soft"}, "collision 'soft' is unknown; valid are solid, airvln"),
        ({"vehicle": ""}, "vehicle is empty"),
        ({"sync_frames": -1}, "sync_frames = -1 must be finite and not negative"),
        ({"call_timeout_s": 0.0}, "call_timeout_s = 0.0 must be finite and positive"),
        ({"far_m": math.inf}, "far_m = inf"),
    ],
)
def test_a_bad_setting_is_named(settings, words):
    with pytest.raises(InputError) as error:
        AirSimConfig(**settings)
    assert words in str(error.value)


def test_addresses_are_read_as_people_write_them():
    assert AirSimAddress.parse("airsim://127.0.0.1:41451") == AirSimAddress("127.0.0.1", 41451)
    assert AirSimAddress.parse("airsim://box") == AirSimAddress("box", 41451)
    assert str(AirSimAddress.parse("airsim://[::1]:9")) == "airsim://[::1]:9"
    for bad in (
        "127.0.0.1:41451",
        "http://a:1",
        "airsim://",
        "airsim://a:b",
        "airsim://a:99999",
        "airsim://a:0",
        "airsim://a:1/x",
    ):
        with pytest.raises(InputError, match=r"airsim://|port"):
            AirSimAddress.parse(bad)
