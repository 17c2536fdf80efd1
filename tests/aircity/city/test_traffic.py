"""Traffic: pure in time, on the right-hand lane, off the houses, seen and felt by the drone."""

import itertools
import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from shapely.geometry import LinearRing, Point, Polygon
from shapely.ops import unary_union

from aircity.city.catalogue import make_scene
from aircity.city.render.renderer import Renderer
from aircity.city.scene import CityScene, TrafficWay
from aircity.city.solids.mesh import Mesh, MeshBuilder
from aircity.city.solids.model import place
from aircity.city.traffic import SECONDS_PER_ACTION, Traffic
from aircity.city.traffic.route import CRUISE_M_S, Route
from aircity.city.world import CityWorld
from aircity.errors import InputError
from aircity.geometry import Camera, Pose
from aircity.world import Action, Obstacle
from tests.contract.small_city import START, small_city

CAMERA = Camera.from_fov(96, 96)
RING = tuple((x, y, 0.05) for x, y in ((40.0, -40.0), (40.0, 40.0), (-40.0, 40.0), (-40.0, -40.0)))
ON_THE_LANE = Pose.at(40.0, 0.0, 1.0, 90.0)


@pytest.fixture(scope="module")
def town() -> CityScene:
    return make_scene("river-town", 5, 300.0)


@pytest.fixture(scope="module")
def traffic() -> Traffic:
    return Traffic(replace(small_city(), ways=(TrafficWay("road", RING, 4.0),)), 3)


@pytest.fixture(scope="module")
def renderer(traffic: Traffic) -> Iterator[Renderer]:
    shared = Renderer(traffic.scene)
    yield shared
    shared.close()


@pytest.fixture
def world(traffic: Traffic, renderer: Renderer) -> CityWorld:
    return CityWorld(traffic.scene, camera=CAMERA, renderer=renderer, traffic=traffic)


def test_places_are_a_function_of_scene_level_seed_and_time(town: CityScene) -> None:
    one, other = Traffic(town, 2, seed=4), Traffic(town, 2, seed=4)
    one.poses(33.0)
    assert np.array_equal(one.poses(7.0), other.poses(7.0))
    assert not np.array_equal(one.poses(7.0), Traffic(town, 2, seed=5).poses(7.0)[: len(one)])
    assert len(Traffic(town, 1)) < len(one) < len(Traffic(town, 3))


def test_nothing_leaves_its_way_or_jumps(town: CityScene) -> None:
    traffic = Traffic(town, 3)
    ways = unary_union([LinearRing([(x, y) for x, y, _ in way.points]) for way in town.ways])
    before = traffic.poses(0.0)
    for second in range(1, 40):
        after = traffic.poses(float(second))
        gone_m = np.linalg.norm((after - before)[:, :2], axis=1)
        assert gone_m.max() <= CRUISE_M_S["road"] + 0.1
        assert gone_m.min() > 0.5
        before = after
    assert max(ways.distance(Point(x, y)) for x, y in before[:, :2]) < 1.6


def test_a_route_is_slower_in_bends_and_closed() -> None:
    route = Route(TrafficWay("road", RING, 4.0))
    times = np.arange(0.0, route.round_s, 0.25)
    places = route.poses(times, np.zeros(len(times)) + 2.0)[:, :2]
    speeds = np.linalg.norm(np.diff(places, axis=0), axis=1) / 0.25
    assert speeds.max() == pytest.approx(CRUISE_M_S["road"], rel=0.02)
    assert speeds.min() < 5.0
    again = route.poses(times + route.round_s, np.zeros(len(times)) + 2.0)[:, :2]
    assert np.allclose(places, again)


def test_vehicles_keep_right(town: CityScene) -> None:
    names = ("road", "intersection", "bridge", "roundabout")
    road = unary_union([Polygon(one.footprint).buffer(0) for one in town.objects if one.category in names])
    left, right = [], []
    for way in town.ways:
        if way.kind == "road":
            points = np.array(way.points)[:, :2]
            along = np.roll(points, -1, axis=0) - points
            unit = along / np.linalg.norm(along, axis=1, keepdims=True)
            rightward = np.column_stack([-unit[:, 1], unit[:, 0]])  # north, east: y is to the right of x
            left += [road.contains(Point(*spot)) for spot in points - rightward * way.width_m]
            right += [road.contains(Point(*spot)) for spot in points + rightward * (way.width_m + 0.7)]
    assert len(left) > 100
    assert np.mean(left) > 0.9
    assert np.mean(right) < 0.4


@pytest.mark.parametrize("style", ["old-town", "river-town"])
def test_cars_and_boats_pass_through_nothing_that_stands(style: str) -> None:
    traffic = Traffic(make_scene(style, 5, 300.0), 1)
    assert {way.kind for way in traffic.scene.ways} >= {"road"}
    renderer = Renderer(traffic.scene)
    for way in traffic.scene.ways:
        up_m, radius_m = (1.2, 0.9) if way.kind == "road" else (3.0, 1.5)
        points = np.array([*way.points, way.points[0]]) + np.array([0.0, 0.0, up_m])
        for start, end in itertools.pairwise(points):
            assert not renderer.touches(start, end, radius_m), (way.kind, start)
    renderer.close()


def test_vehicles_that_stood_in_the_way_are_gone_and_others_stay(town: CityScene) -> None:
    kept = Traffic(town, 1).scene
    gone = {one.id for one in town.objects} - {one.id for one in kept.objects}
    assert {one.category for one in town.objects if one.id in gone} <= {"car", "bus", "truck"}
    assert gone
    assert not set(np.unique(kept.mesh.object_id)) & gone
    assert len(kept.mesh) < len(town.mesh)


def test_pictures_are_those_of_a_city_with_the_vehicles_built_in(
    traffic: Traffic, renderer: Renderer
) -> None:
    poses = traffic.poses(7.0)
    stage = renderer.stage(traffic.bodies)
    whole = Renderer(_built_in(traffic, poses))
    seen = 0
    for pose in (Pose.at(0, 0, 12, 20), Pose.at(-10, 30, 20, 120), Pose.at(38, 20, 3, -90)):
        drawn = renderer.render_many([pose], CAMERA, stage.at(poses))[0]
        expected = whole.render(pose, CAMERA)
        assert np.array_equal(drawn.object_id, expected.object_id)
        assert np.allclose(drawn.depth_m, expected.depth_m, rtol=1e-4)
        seen += int((drawn.object_id >= traffic.bodies.first_id).sum())
    assert seen > 50
    whole.close()


def _built_in(traffic: Traffic, poses: np.ndarray) -> CityScene:
    builder, bodies, scene = MeshBuilder(), traffic.bodies, traffic.scene
    for number, (kind, (x, y, z, heading)) in enumerate(zip(bodies.kind, poses, strict=True)):
        model = traffic._fleet.models[kind]
        place(builder, model, object_id=bodies.first_id + number, x_m=x, y_m=y, z_m=z, heading_rad=heading)
    moving, still = builder.build(), scene.mesh
    joined = [
        np.concatenate([getattr(still, name), getattr(moving, name)])
        for name in ("vertices", "normals", "uv")
    ]
    surface = np.concatenate([still.surface, moving.surface + len(still.surfaces)])
    ids = np.concatenate([still.object_id, moving.object_id])
    surfaces = (*still.surfaces, *(replace(one, texture=-1) for one in moving.surfaces))
    return replace(scene, mesh=Mesh(*joined, surface, ids, surfaces))


def test_looks_take_no_time_and_actions_take_the_same(world: CityWorld) -> None:
    first = world.reset(START)
    world.look_up()
    world.panorama([0.0, 1.0, 2.0])
    assert np.array_equal(first.rgb, world.observe().rgb)
    for action in (Action.TURN_LEFT, Action.TURN_RIGHT):
        world.step(action)
    later = world.observe()
    assert later.pose == first.pose
    assert not np.array_equal(first.rgb, later.rgb)
    assert np.array_equal(first.rgb, world.reset(START).rgb)


def test_what_moves_hits_a_drone_that_hovers_and_blocks_a_step_for_a_while_only(world: CityWorld) -> None:
    world.reset(ON_THE_LANE)
    hits = [world.step(Action.TURN_LEFT) for _ in range(40)]
    assert 0 < sum(one.collided for one in hits) < 40
    assert all(one.moved and one.blocked_by is None for one in hits)
    world.reset(ON_THE_LANE)
    steps = [world.step((Action.MOVE_LEFT, Action.MOVE_RIGHT)[n % 2]) for n in range(60)]
    blocked = [one for one in steps if one.blocked_by is Obstacle.MOVING]
    assert 0 < len(blocked) < 30
    assert all(one.collided and not one.moved for one in blocked)
    assert not any(one.collided for one in steps if one.blocked_by is None)


def test_high_above_the_street_nothing_is_hit(world: CityWorld) -> None:
    world.reset(Pose.at(40.0, 0.0, 12.0, 90.0))
    assert not any(world.step(Action.TURN_LEFT).collided for _ in range(40))


def test_the_contact_is_that_of_the_moving_body(traffic: Traffic) -> None:
    poses = traffic.poses(5.0)
    body = int(np.abs(poses[:, :2]).min(axis=1).argmin())  # halfway along a straight
    x, y, z, heading = poses[body]
    ahead = np.array([math.cos(heading), math.sin(heading), 0.0])
    middle = np.array([x, y, z + 0.7])
    in_its_way = middle + 5.0 * ahead
    assert traffic.meets(in_its_way, in_its_way, 0.3, 5.0)
    beside = middle + 3.0 * np.array([-ahead[1], ahead[0], 0.0])
    assert not traffic.meets(beside, beside, 0.3, 5.0)
    with_it = traffic.poses(5.0 + SECONDS_PER_ACTION)[body]
    above = np.array([0.0, 0.0, 4.5])
    assert not traffic.meets(middle + above, with_it[:3] + above, 0.3, 5.0)


def test_bad_traffic_is_refused_with_what_is_valid(town: CityScene, traffic: Traffic) -> None:
    with pytest.raises(InputError, match="traffic 4 is unknown; valid are 0 none, 1 quiet, 2 busy, 3 dense"):
        Traffic(town, 4)
    with pytest.raises(InputError, match="'small-city' has no ways"):
        Traffic(small_city(), 1)
    with pytest.raises(InputError, match="seed -1"):
        Traffic(town, 1, seed=-1)
    with pytest.raises(InputError, match=r"traffic\.scene"):
        CityWorld(small_city(), camera=CAMERA, traffic=traffic)
