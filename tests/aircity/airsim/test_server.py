"""The served city, call by call: what it answers, what it refuses, and what cannot bring it down."""

import math
import socket
import struct
import threading

import numpy as np
import pytest

from aircity.airsim.attitude import turn
from aircity.airsim.messages import mount_message, pose_message, read_pose
from aircity.airsim.rpc import CallRefused, ConnectionLost
from aircity.airsim.server import AirSimServer, parse_camera
from aircity.airsim.server.server import LARGEST_REQUEST_BYTES, MOST_CLIENTS
from aircity.airsim.wire import pack
from aircity.errors import InputError
from aircity.geometry import Camera, Pose
from tests.aircity.airsim.serving import connected, served_scene, serving, shared_renderer
from tests.contract.small_city import START

DOWN_IN_THE_GROUND = Pose.at(0, 0, 0.1)
FAR = Pose.at(5000, 0, 20)


@pytest.fixture(scope="module")
def server():
    with serving() as one:
        yield one


@pytest.fixture
def call(server):
    with connected(server) as connection:
        connection.call("reset")
        yield connection.call


def request(kind=0, is_float=False, compress=False, camera="front_0"):
    return {"camera_name": camera, "image_type": kind, "pixels_as_float": is_float, "compress": compress}


def test_the_first_words_of_every_client_are_answered(call):
    assert call("ping") is True
    assert (call("getServerVersion"), call("getMinRequiredClientVersion")) == (4, 1)
    assert call("listVehicles") == ["Drone_1"]
    assert read_pose(call("simGetVehiclePose", "")) == START
    assert call("isApiControlEnabled", "Drone_1") is False
    call("enableApiControl", True, "")
    assert call("isApiControlEnabled") is True
    assert call("armDisarm", True, "Drone_1") is True


def test_a_teleport_is_exact_and_a_reset_undoes_it(call):
    pose = Pose(3.1, -2.7, 21.3, 0.1 + 0.2)
    call("simSetVehiclePose", pose_message(pose), True, "Drone_1")
    assert read_pose(call("simGetVehiclePose", "Drone_1")) == pose
    assert read_pose(call("simGetGroundTruthKinematics", "")) == pose
    call("reset")
    assert read_pose(call("simGetVehiclePose")) == START


def test_a_way_that_is_not_free_is_not_flown_unless_collision_is_ignored(call):
    call("simSetVehiclePose", pose_message(DOWN_IN_THE_GROUND), False, "")
    assert read_pose(call("simGetVehiclePose")) == START
    hit = call("simGetCollisionInfo")
    assert hit["has_collided"] and hit["time_stamp"] > 0 and hit["normal"]["z_val"] < 0
    call("simSetVehiclePose", pose_message(DOWN_IN_THE_GROUND), True, "")
    assert read_pose(call("simGetVehiclePose")) == DOWN_IN_THE_GROUND


def test_nothing_leaves_the_scene(call):
    for is_free in (True, False):
        call("simSetVehiclePose", pose_message(FAR), is_free, "")
        assert read_pose(call("simGetVehiclePose")) == START


def test_pictures_are_those_of_the_renderer(call):
    frame = shared_renderer().render(START, Camera.from_fov(64, 64))
    colour, depth, planar, segments, vis = call(
        "simGetImages",
        [request(), request(2, True), request(1, True), request(5), request(3)],
        "Drone_1",
    )
    sent = np.frombuffer(colour["image_data_uint8"], np.uint8).reshape(64, 64, 3)
    assert (sent[..., ::-1] == frame.rgb).all()
    assert (depth["width"], depth["height"], depth["pixels_as_float"]) == (64, 64, True)
    metres = depth["image_data_float"].reshape(64, 64)
    sky = np.isinf(frame.depth_m)
    assert sky.any() and (metres[sky] == 65504).all() and (metres[~sky] == frame.depth_m[~sky]).all()
    lens = Camera.from_fov(64, 64)
    back = lens.ray_from_planar(lens.pixel_grid, planar["image_data_float"].reshape(64, 64))
    assert np.allclose(back[~sky], frame.depth_m[~sky], rtol=1e-5)
    colours = np.frombuffer(segments["image_data_uint8"], np.uint8).reshape(-1, 3)
    assert len(np.unique(colours, axis=0)) == len(np.unique(frame.object_id))
    levels = np.frombuffer(vis["image_data_uint8"], np.uint8).reshape(64, 64, 3)[..., 1]
    assert (levels[sky] == 255).all() and (levels == np.minimum(frame.depth_m / 100, 1) * 255 // 1).all()


def test_cameras_look_where_they_are_mounted(call):
    def picture(camera):
        (answer,) = call("simGetImages", [request(camera=camera)], "")
        return answer["image_data_uint8"]

    render, lens = shared_renderer().render, Camera.from_fov(64, 64)
    call("simSetCameraPose", "front_0", mount_message([0, 0, 0], turn(2, -math.pi / 2)), "Drone_1")
    assert picture("front_0") == render(START, lens.pitched(-math.pi / 2)).rgb[..., ::-1].tobytes()
    call("simSetCameraPose", "front_0", mount_message([0.5, 0, 0], turn(3, 0.0)), "", False)
    ahead = Pose(math.cos(START.heading_rad) / 2, math.sin(START.heading_rad) / 2, 12, START.heading_rad)
    assert picture("front_0") == render(ahead, lens).rgb[..., ::-1].tobytes()
    assert read_pose(call("simGetCameraInfo", "front_0", "", False)["pose"]).distance_m(ahead) < 1e-9
    assert call("simGetCameraInfo", "0", "")["fov"] == 90.0
    call("reset")
    assert picture("front_0") == render(START, lens).rgb[..., ::-1].tobytes()
    with pytest.raises(CallRefused, match="roll"):
        call("simSetCameraPose", "front_0", mount_message([0, 0, 0], turn(1, 0.5)), "")


@pytest.mark.parametrize(
    ("method", "params", "words"),
    [
        ("simNoSuch", [1], "server could not find function 'simNoSuch' with argument count 1"),
        ("__init__", [], "could not find function"),
        ("simGetImages", [], "with argument count 0"),
        ("simGetImages", ["front_0", ""], "must be a list of at most 16"),
        ("simGetImages", [[request()] * 17, ""], "at most 16"),
        ("simGetImages", [[request(camera="nose")], ""], "camera 'nose' is unknown; there are back_center"),
        ("simGetImages", [[request(6)], ""], "image type 6 is not offered"),
        ("simGetImages", [[request(0, True)], ""], "no float pixels"),
        ("simGetImages", [[request(2)], ""], "pixels_as_float=True"),
        ("simGetImages", [[{}], ""], "camera_name must be a text"),
        ("simGetVehiclePose", ["Drone_2"], "vehicle 'Drone_2' is unknown; there is 'Drone_1'"),
        ("simSetVehiclePose", ["here", True], "pose is a str; it must be a map"),
        ("moveToPosition", [1, 2, -3, 5], "enableApiControl"),
    ],
)
def test_what_cannot_be_done_is_told_in_words(call, method, params, words):
    with pytest.raises(CallRefused) as refusal:
        call(method, *params)
    assert words in str(refusal.value)
    assert call("ping") is True


def test_arguments_that_are_no_list_are_told(server):
    with socket.create_connection((server.address.host, server.address.port)) as wild:
        wild.sendall(pack([0, 1, "ping", 5]))
        assert b"the arguments of a call must be a list, not a int" in wild.recv(200)


def test_two_clients_share_the_drone(server):
    with connected(server) as one, connected(server) as two:
        one.call("reset")
        one.call("simSetVehiclePose", pose_message(Pose.at(1, 2, 30)), True, "")
        assert read_pose(two.call("simGetVehiclePose")) == Pose.at(1, 2, 30)


def test_many_clients_at_once_get_their_own_answers(server):
    faults = []

    def ask(camera, kind):
        with connected(server) as connection:
            for _ in range(20):
                (answer,) = connection.call("simGetImages", [request(camera=camera)], "")
                if answer["camera_name"] != camera:
                    faults.append(answer["camera_name"])

    threads = [threading.Thread(target=ask, args=(name, 0)) for name in ("front_0", "front_center") * 3]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults


@pytest.mark.parametrize(
    "garbage",
    [
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"\xc1\xc1\xc1",
        b"\x91" * 5000,
        pack([2, "reset", []]),
        pack({"method": "ping"}),
        pack([0, "one", "ping", []]),
        b"\xc6" + struct.pack(">I", LARGEST_REQUEST_BYTES * 2) + bytes(LARGEST_REQUEST_BYTES * 2),
    ],
)
def test_garbage_ends_its_own_connection_and_nothing_else(server, call, garbage):
    with socket.create_connection((server.address.host, server.address.port)) as wild:
        wild.settimeout(20)
        try:
            wild.sendall(garbage)
            assert wild.recv(100) == b""
        except ConnectionError:
            pass
    assert call("ping") is True


def test_a_client_that_vanishes_in_the_middle_of_a_picture_is_no_harm(server, call):
    for _ in range(3):
        wild = socket.create_connection((server.address.host, server.address.port))
        wild.sendall(pack([0, 1, "simGetImages", [[request()] * 16, ""]]))
        wild.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        wild.close()
    assert call("ping") is True


def test_there_is_room_for_so_many_clients_and_then_for_the_next_when_one_leaves():
    with serving() as server:
        address = (server.address.host, server.address.port)
        guests = [socket.create_connection(address) for _ in range(MOST_CLIENTS)]
        for guest in guests:  # each is in when it is answered
            guest.sendall(pack([0, 1, "ping", []]))
            assert guest.recv(100)
        with pytest.raises(ConnectionLost), connected(server) as late:
            late.call("ping")
        for guest in guests:
            guest.shutdown(socket.SHUT_WR)
            assert guest.recv(100) == b""  # the server has seen it off
            guest.close()
        with connected(server) as next_one:
            assert next_one.call("ping") is True


def test_only_this_machine_is_let_in_unless_that_is_said():
    with pytest.raises(InputError, match="no password; add --expose"):
        AirSimServer(served_scene(), host="0.0.0.0", port=0)
    with serving() as server, pytest.raises(InputError, match="cannot serve on"):
        AirSimServer(served_scene(), port=server.address.port)
    with pytest.raises(InputError, match="port 70000 is not valid"):
        AirSimServer(served_scene(), port=70000)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"host": ""}, "host '' is empty; give"),
        ({"host": "no.such.host.invalid", "is_exposed": True}, "host 'no.such.host.invalid' is not known"),
        ({"host": "192.0.2.1", "is_exposed": True}, "give an address of this machine"),
        ({"vehicle": ""}, "vehicle '' is empty"),
        (
            {"cameras": (parse_camera("front_0:64"), parse_camera("front_0:128"))},
            "'front_0' is given 2 times",
        ),
    ],
)
def test_what_cannot_be_served_is_named_with_the_fix(options, words):
    with pytest.raises(InputError) as told:
        AirSimServer(served_scene(), **{"port": 0, **options})
    assert words in str(told.value)


@pytest.mark.skipif(not socket.has_ipv6, reason="needs IPv6")
def test_the_other_loopback_address_is_this_machine_too():
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("no ::1 on this machine")
    with serving(host="::1") as server, connected(server) as connection:
        assert str(server.address).startswith("airsim://[::1]:")
        assert connection.call("ping") is True


@pytest.mark.parametrize(
    ("text", "words"),
    [
        *((text, f"{text!r} is not NAME:SIZE") for text in ("front_0", "front_0:", ":224", "front 0:224")),
        ("front_0:0", "camera 'front_0': size 0 px is not valid"),
        ("front_0:100000", "size 100000 px is not valid; sizes are 1 to 2048"),
        ("front_0:64@190", "camera 'front_0': field of view 190.0 degrees must be between 0 and 180"),
    ],
)
def test_a_camera_that_is_none_is_named(text, words):
    with pytest.raises(InputError) as told:
        parse_camera(text)
    assert words in str(told.value)


def test_a_camera_is_read_as_it_is_typed():
    camera = parse_camera("front_0:224/256@120")
    assert (camera.name, camera.scene_px, camera.depth_px, camera.fov_deg) == ("front_0", 224, 256, 120.0)
    assert parse_camera("0:64").name == "front_center"
