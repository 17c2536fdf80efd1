"""Builds that lag, show nothing, hang or vanish: what is thrown away, tried again, restored or told."""

import socket
import threading
import time
from dataclasses import replace

import numpy as np
import pytest

from aircity.airsim import AirSimConfig, open_airsim
from aircity.airsim.rpc import ConnectionLost
from aircity.errors import CityError, SimulatorError
from aircity.geometry import Pose
from aircity.world import Action
from tests.aircity.airsim.serving import assert_same, direct, serving, world_of
from tests.contract.small_city import START


def stale(pictures):
    """A build whose picture after every change of pose is still the one before."""

    def change(methods):
        inner, put = methods["simGetImages"].run, methods["simSetVehiclePose"].run
        kept = {"left": 0, "last": {}}

        def moved(*params):
            kept["left"] = pictures
            return put(*params)

        def images(requests, *rest):
            answers = inner(requests, *rest)
            kinds = [request["image_type"] for request in requests]
            if kept["left"] > 0:
                kept["left"] -= 1
                return [kept["last"].get(kind, answer) for kind, answer in zip(kinds, answers, strict=True)]
            kept["last"].update(zip(kinds, answers, strict=True))
            return answers

        methods["simGetImages"] = replace(methods["simGetImages"], run=images)
        methods["simSetVehiclePose"] = replace(methods["simSetVehiclePose"], run=moved)

    return change


@pytest.mark.parametrize(("sync_frames", "is_right"), [(0, False), (2, True), (3, True)])
def test_pictures_that_lag_behind_are_thrown_away(sync_frames, is_right):
    with serving(change=stale(2)) as server, world_of(server, sync_frames=sync_frames) as world:
        world.reset(START)
        world.step(Action.TURN_RIGHT)
        city = direct()
        city.reset(START)
        city.step(Action.TURN_RIGHT)
        assert (world.observe().rgb == city.observe().rgb).all() == is_right


def blank(times):
    """A build whose first pictures are black."""

    def change(methods):
        inner, left = methods["simGetImages"].run, [times]

        def images(*params):
            answers = inner(*params)
            left[0] -= 1
            for answer in answers if left[0] >= 0 else ():
                answer["image_data_uint8"] = bytes(len(answer["image_data_uint8"]))
            return answers

        methods["simGetImages"] = replace(methods["simGetImages"], run=images)

    return change


def test_pictures_of_one_colour_are_taken_again_and_then_an_error():
    with serving(change=blank(7)) as server, world_of(server) as world:
        assert world.reset(START).rgb.std() > 0
    told = pytest.raises(SimulatorError, match="one colour or one depth 4 times")
    with serving(change=blank(1000)) as server, world_of(server, constant_retries=3) as world, told:
        world.reset(START)


def test_open_sky_is_no_failed_picture():
    with serving() as server, world_of(server, constant_retries=0) as world:
        world.reset(Pose.at(-150, -150, 100))
        assert np.isinf(world.look_up().depth_m).all()


def test_the_first_pictures_after_loading_are_thrown_away():
    asked = []

    def counted(methods):
        inner = methods["simGetImages"].run
        methods["simGetImages"] = replace(
            methods["simGetImages"], run=lambda *params: asked.append(len(params[0])) or inner(*params)
        )

    with serving(change=counted) as server, world_of(server, dropped_after_load=4, sync_frames=0) as world:
        assert asked == [1] * 5  # four are dropped, one tells the size
        world.reset(START)
        assert asked == [1] * 5 + [2]
        world.observe()
        assert asked == [1] * 5 + [2]  # the same view is not fetched twice


@pytest.mark.parametrize("look", ["observe", "look_up"])
def test_a_lost_connection_is_made_anew_with_pose_and_camera_restored(look):
    with serving() as first:
        port = first.address.port
        with world_of(first) as world:
            world.reset(START)
            here = world.step(Action.GO_UP).pose
            first.close()
            with serving(port=port) as second:
                seen = getattr(world, look)() if look != "observe" else world.panorama([1.0])[0]
                city = direct()
                city.reset(here)
                expected = city.look_up() if look == "look_up" else city.panorama([1.0])[0]
                assert_same(seen, expected)
                assert world.where() == here
                assert second.address.port == port


def test_a_build_that_is_gone_is_told_with_the_reconnects_and_what_to_start():
    with serving() as server:
        address = str(server.address)
        with world_of(server, reconnect_tries=1) as world:
            world.reset(START)
            server.close()
            told = f"the connection to {address} was lost .*1 reconnects failed.*start it again"
            with pytest.raises(ConnectionLost, match=told):
                world.look_down()
            asked = []
            world._link._connect = lambda: asked.append("again")
    assert asked == []  # closing tries no reconnects
    with pytest.raises(ConnectionLost, match=f"nothing answers at {address}"):
        open_airsim(address)


@pytest.mark.parametrize("name", ["vehicle", "camera"])
def test_a_name_that_the_build_does_not_know_is_told_with_those_it_knows(name):
    told = rf"'Nope' is unknown; .*vehicles are Drone_1, .*--set airsim\.{name}=NAME .it is 'Nope'"
    with serving() as server, pytest.raises(SimulatorError, match=told), world_of(server, **{name: "Nope"}):
        pass


def test_a_build_that_hangs_is_given_up_after_the_time_out():
    free = threading.Event()

    def hanging(methods):
        methods["simGetCollisionInfo"] = replace(
            methods["simGetCollisionInfo"], run=lambda *params: free.wait(60)
        )

    with serving(change=hanging) as server:
        settings = {"collision": "solid", "call_timeout_s": 0.3, "reconnect_tries": 1}
        with (
            world_of(server, **settings) as world,
            pytest.raises(ConnectionLost, match="simGetCollisionInfo"),
        ):
            world.reset(START)
        free.set()


NONSENSE = (
    None,
    5,
    "x",
    [],
    [None, None],
    {},
    {"pose": 3, "fov": "wide"},
    [{"width": 10**9, "height": 1}] * 2,
)


@pytest.mark.parametrize("answer", NONSENSE, ids=repr)
@pytest.mark.parametrize(
    "method",
    ["simGetImages", "simGetCameraInfo", "simGetVehiclePose", "simGetCollisionInfo", "getServerVersion"],
)
def test_a_build_that_answers_nonsense_is_told_apart_from_a_bug(method, answer):
    def change(methods):
        methods[method] = replace(methods[method], run=lambda *params: answer)

    with serving(change=change) as server:
        try:
            with world_of(server, collision="solid", constant_retries=0) as world:
                world.reset(START)
                world.look_down()
        except CityError as told:
            assert str(told)
        else:
            # a version that is none is an old one, and a map that tells of no collision tells of none
            assert method == "getServerVersion" or (
                method == "simGetCollisionInfo" and isinstance(answer, dict)
            )


def test_a_server_that_speaks_no_msgpack_is_no_build():
    with socket.create_server(("127.0.0.1", 0)) as wild:

        def answer():
            for _ in range(2):
                line, _ = wild.accept()
                line.recv(100)
                line.sendall(b"\xc1 HTTP/1.1 400 Bad Request")
                line.close()

        threading.Thread(target=answer, daemon=True).start()
        config = AirSimConfig(reconnect_tries=1, reconnect_pause_s=0.0)
        with pytest.raises(
            ConnectionLost, match=r"gave no answer to ping .*is an AirSim build listening there"
        ):
            open_airsim(f"airsim://127.0.0.1:{wild.getsockname()[1]}", config=config)


def test_a_port_that_accepts_and_says_nothing_costs_the_connect_timeout_of_each_try(capfd):
    config = AirSimConfig(connect_timeout_s=0.2, reconnect_tries=2, reconnect_pause_s=0.0)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"airsim://127.0.0.1:{silent.getsockname()[1]}"
        began_s = time.monotonic()
        with pytest.raises(ConnectionLost, match=r"ping .none within 0.2 s., in 3 tries; is an AirSim build"):
            open_airsim(address, config=config)
    assert 0.6 <= time.monotonic() - began_s < 10
    told = capfd.readouterr().err.splitlines()
    assert [line.rpartition("; ")[2] for line in told] == ["try 2 of 3", "try 3 of 3"]
    assert all(f"{address} gave no answer to ping" in line for line in told)
