"""The scene list: asked for once from each place, measured by depth, and looked up by name."""

from airanchor.anchors.direction import median_depth_m
from airanchor.baselines.boxes import depth_in
from airanchor.baselines.cockpit import Cockpit
from airanchor.baselines.typefly.minispec.kinds import split_instance
from airanchor.reasoner.roles.peers.typefly.planning import ListedObject
from airanchor.reasoner.roles.peers.typefly.scene import TYPEFLY_SCENE, BoxedObject, SceneListRequest
from aircity.geometry import relate
from aircity.world import Observation

_WINDOW_PX = 9


class SceneBoard:
    """What is in view from where the drone is now."""

    def __init__(self, cockpit: Cockpit) -> None:
        self._cockpit = cockpit
        self._view: Observation | None = None
        self._objects: tuple[ListedObject, ...] = ()

    @property
    def objects(self) -> tuple[ListedObject, ...]:
        """The list; a new one is asked for where the view is new."""
        view = self._cockpit.view
        if view is not self._view:
            request = SceneListRequest(view.rgb, self._cockpit.mission.instruction)
            listed = self._cockpit.ask(TYPEFLY_SCENE, request).objects
            range_m = self._cockpit.planning.reliable_range_m
            self._view, self._objects = view, tuple(measured(one, view, range_m) for one in listed)
            self._cockpit.note("scene list", "\n".join(line_of(one) for one in self._objects) or "nothing")
        return self._objects

    @property
    def free_ahead_m(self) -> float:
        """How far it is free straight ahead, no farther than can be measured."""
        view, range_m = self._cockpit.view, self._cockpit.planning.reliable_range_m
        free_m = median_depth_m(view.depth_m, middle_of(view), _WINDOW_PX)
        return range_m if free_m is None else min(free_m, range_m)

    def find(self, name: str) -> ListedObject | None:
        """The object of that name; with `[x]` behind it the one nearest to x."""
        try:
            label, x = split_instance(name)
        except ValueError:
            label, x = name, None
        found = _called(label, self.objects)
        if x is not None:
            return min(found, key=lambda one: abs(one.x - x), default=None)
        return found[0] if found else None


def middle_of(view: Observation) -> tuple[int, int]:
    """The pixel straight ahead."""
    return round(view.camera.cx_px), round(view.camera.cy_px)


def _called(label: str, objects: tuple[ListedObject, ...]) -> list[ListedObject]:
    """Those of that very name, else those whose name or colour hold all its words."""
    wanted = label.casefold().split()
    same = [one for one in objects if one.name.casefold().split() == wanted]
    return same or [one for one in objects if wanted and set(wanted) <= _words(one)]


def _words(one: ListedObject) -> set[str]:
    return {*one.name.casefold().split(), *one.colour.casefold().split()}


def measured(box: BoxedObject, view: Observation, range_m: float) -> ListedObject:
    """A box as a line of the list: its place in the view, and its distance and height by depth."""
    (left, top), (right, bottom) = box.top_left, box.bottom_right
    height_px, width_px = view.depth_m.shape
    middle = ((left + right) / 2, (top + bottom) / 2)
    depth_m = depth_in(view.depth_m, (left, top, right + 1, bottom + 1))
    distance_m = top_m = None
    if depth_m is not None and depth_m <= range_m:
        planar_m = depth_m / view.camera.ray_from_planar(middle, 1.0)
        peak = (middle[0], float(top))
        peak_m = float(view.camera.ray_from_planar(peak, planar_m))
        distance_m = relate(view.pose, view.camera.back_project(middle, depth_m, view.pose)).d_xy_m
        top_m = relate(view.pose, view.camera.back_project(peak, peak_m, view.pose)).dz_m
    return ListedObject(
        name=box.name,
        colour=box.colour,
        x=(middle[0] + 0.5) / width_px,
        y=(middle[1] + 0.5) / height_px,
        width=(right - left + 1) / width_px,
        height=(bottom - top + 1) / height_px,
        distance_m=distance_m,
        top_m=top_m,
    )


def line_of(one: ListedObject) -> str:
    """A line of the list for the replay."""
    far = "far" if one.distance_m is None else f"{one.distance_m:.0f} m"
    return f"{one.name}: x {one.x:.2f}, y {one.y:.2f}, {one.width:.2f} by {one.height:.2f}, {far}"
