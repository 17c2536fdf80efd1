"""The real, unmodified Cosys-AirSim client from the package index flies in our city."""

import io
import math

import numpy as np
import pytest
from PIL import Image

from aircity.geometry import Camera, Pose, points_from_ned
from aircity.world import Action, advance
from tests.aircity.airsim.serving import serving, shared_renderer
from tests.contract.small_city import START

airsim = pytest.importorskip("cosysairsim")


@pytest.fixture(scope="module")
def server():
    with serving("front_0:64", "bottom_center:64") as one:
        yield one


@pytest.fixture
def client(server, capsys):
    one = airsim.MultirotorClient(ip=server.address.host, port=server.address.port, timeout_value=30)
    one.confirmConnection()
    told = capsys.readouterr()
    assert "Connected!" in told.out and "older version" not in told.out
    one.reset()
    one.enableApiControl(True, "Drone_1")
    assert one.armDisarm(True, "Drone_1")
    return one


def place(client):
    position = client.simGetVehiclePose("Drone_1").position
    return points_from_ned([position.x_val, position.y_val, position.z_val])


def test_it_gets_every_kind_of_picture(client):
    frame = shared_renderer().render(START, Camera.from_fov(64, 64))
    png = Image.open(io.BytesIO(client.simGetImage("front_0", airsim.ImageType.Scene, "Drone_1")))
    assert png.format == "PNG" and (np.asarray(png) == frame.rgb).all()
    answers = client.simGetImages(
        [
            airsim.ImageRequest("front_0", airsim.ImageType.Scene, False, False),
            airsim.ImageRequest("front_0", airsim.ImageType.Scene, False, True),
            airsim.ImageRequest("front_0", airsim.ImageType.DepthPerspective, True, False),
            airsim.ImageRequest("front_0", airsim.ImageType.DepthPlanar, True, False),
            airsim.ImageRequest("front_0", airsim.ImageType.Segmentation, False, False),
        ],
        "Drone_1",
    )
    raw, packed, ray, planar, segments = answers
    bgr = np.frombuffer(raw.image_data_uint8, np.uint8).reshape(raw.height, raw.width, 3)
    assert (bgr[..., ::-1] == frame.rgb).all()
    assert (np.asarray(Image.open(io.BytesIO(packed.image_data_uint8))) == frame.rgb).all()
    seen = np.isfinite(frame.depth_m)
    metres = np.array(ray.image_data_float, np.float32).reshape(64, 64)
    assert (metres[seen] == frame.depth_m[seen]).all() and (metres[~seen] == 65504).all()
    assert (np.array(planar.image_data_float).reshape(64, 64)[seen] <= metres[seen] * 1.000001).all()
    assert len(segments.image_data_uint8) == 64 * 64 * 3
    assert ray.camera_position.z_val == -START.z_m


def test_it_reads_poses_cameras_and_collisions(client):
    client.simSetVehiclePose(
        airsim.Pose(airsim.Vector3r(1, 2, -30), airsim.Quaternionr(0, 0, 0, 1)), True, "Drone_1"
    )
    assert place(client).tolist() == [1, 2, 30]
    info = client.simGetCameraInfo("front_0", "Drone_1")
    assert info.fov == 90 and np.array(info.proj_mat.matrix).shape == (4, 4)
    assert client.simGetGroundTruthKinematics("Drone_1").position.z_val == -30
    assert not client.simGetCollisionInfo("Drone_1").has_collided
    client.simSetVehiclePose(
        airsim.Pose(airsim.Vector3r(1, 2, 0), airsim.Quaternionr(0, 0, 0, 1)), False, "Drone_1"
    )
    assert client.simGetCollisionInfo("Drone_1").has_collided and place(client)[2] == 30
    assert client.listVehicles() == ["Drone_1"]


def test_it_turns_cameras(client):
    down = airsim.Pose(airsim.Vector3r(0, 0, 0), airsim.euler_to_quaternion(0, -math.pi / 2, 0))
    client.simSetCameraPose("front_0", down, "Drone_1")
    requests = [
        airsim.ImageRequest(name, airsim.ImageType.Scene, False, False)
        for name in ("front_0", "bottom_center")
    ]
    mine, theirs = client.simGetImages(requests, "Drone_1")
    assert mine.image_data_uint8 == theirs.image_data_uint8


def test_it_flies_moves_and_their_answers_may_overtake_each_other(client):
    assert client.takeoffAsync(vehicle_name="Drone_1").get()
    assert place(client)[2] == pytest.approx(15)
    move = client.moveToPositionAsync(-10, 5, -40, 8, vehicle_name="Drone_1")
    assert client.ping()  # answered while the drone flies
    assert move.get() and place(client).tolist() == [-10, 5, 40]
    assert client.rotateToYawAsync(90, vehicle_name="Drone_1").get()
    assert airsim.quaternion_to_euler_angles(client.simGetVehiclePose("Drone_1").orientation)[
        2
    ] == pytest.approx(math.pi / 2)
    assert client.moveByVelocityBodyFrameAsync(2, 0, 0, 5, vehicle_name="Drone_1").get()
    assert place(client) == pytest.approx([-10, 15, 40])
    assert client.moveToZAsync(-30, 4, vehicle_name="Drone_1").get()
    path = [airsim.Vector3r(-10, 10, -30), airsim.Vector3r(-20, 10, -35)]
    facing = airsim.YawMode(False, 0)
    assert client.moveOnPathAsync(
        path, 6, drivetrain=airsim.DrivetrainType.ForwardOnly, yaw_mode=facing, vehicle_name="Drone_1"
    ).get()
    state = client.getMultirotorState("Drone_1")
    assert place(client).tolist() == [-20, 10, 35] and state.landed_state == airsim.LandedState.Flying
    heading = airsim.quaternion_to_euler_angles(state.kinematics_estimated.orientation)[2]
    assert abs(heading) == pytest.approx(math.pi)
    assert client.hoverAsync("Drone_1").get()


def test_a_move_ends_at_what_it_meets_and_landing_on_the_ground(client):
    assert not client.moveToPositionAsync(0, 0, 5, 5, vehicle_name="Drone_1").get()
    assert client.simGetCollisionInfo("Drone_1").has_collided
    assert 0.4 < place(client)[2] < 1.1  # half a metre is the body's radius, half a metre a piece of way
    client.simSetVehiclePose(airsim.Pose(airsim.Vector3r(0, 0, -12), airsim.Quaternionr()), True, "Drone_1")
    assert client.landAsync(vehicle_name="Drone_1").get()
    assert client.getMultirotorState("Drone_1").landed_state == airsim.LandedState.Landed


def test_moves_are_paused_and_cancelled(client):
    client.simPause(True)
    assert client.simIsPause()
    move = client.moveToPositionAsync(0, 0, -100, 5, vehicle_name="Drone_1")
    before = place(client).tolist()
    assert place(client).tolist() == before == [0, 0, 12]
    client.cancelLastTask("Drone_1")
    assert move.get() is False
    client.simPause(False)
    first = client.moveToPositionAsync(0, 0, -100, 1, vehicle_name="Drone_1")
    second = client.moveToPositionAsync(0, 0, -14, 5, vehicle_name="Drone_1")
    assert second.get() is True and first.get() is False


def test_it_is_told_why_a_call_fails(client):
    for attempt in (
        lambda: client.simGetImage("nose", airsim.ImageType.Scene, "Drone_1"),
        lambda: client.client.call("simNoSuch", 1),
        lambda: client.moveToPositionAsync(0, 0, -20, -5, vehicle_name="Drone_1").get(),
    ):
        with pytest.raises(Exception, match=r"unknown|could not find function|not valid"):
            attempt()
    assert client.ping()


def test_what_aerialvln_does_runs_as_it_is(capsys):
    """One camera front_0 on Drone_1, 224 px colour and 256 px depth, teleports, no other call."""
    with serving("front_0:224/256") as server:
        client = airsim.VehicleClient(ip=server.address.host, port=server.address.port, timeout_value=60)
        client.confirmConnection()
        pose = Pose(0.0, 0.0, 14.0, math.radians(20))
        for _ in range(3):
            half = pose.heading_rad / 2
            client.simSetVehiclePose(
                airsim.Pose(
                    airsim.Vector3r(pose.x_m, pose.y_m, -pose.z_m),
                    airsim.Quaternionr(0, 0, math.sin(half), math.cos(half)),
                ),
                True,
                "Drone_1",
            )
            colour, depth = client.simGetImages(
                [
                    airsim.ImageRequest("front_0", airsim.ImageType.Scene, False, False),
                    airsim.ImageRequest("front_0", airsim.ImageType.DepthPerspective, True, False),
                ],
                "Drone_1",
            )
            picture = np.frombuffer(colour.image_data_uint8, np.uint8).reshape(224, 224, 3)
            metres = np.array(depth.image_data_float, np.float32).reshape(256, 256, 1)
            share = np.clip(metres, 0, 100) / 100
            assert picture.std() > 5 and 0 < share.min() < share.max() == 1
            pose = advance(pose, Action.GO_UP)
