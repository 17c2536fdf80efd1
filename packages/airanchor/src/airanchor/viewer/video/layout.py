"""One frame of a film: the view, beside it the instruction, the map with the drone, and the decision."""

from functools import lru_cache

from PIL import Image, ImageDraw

from airanchor.drawing import (
    SCREEN_DPI,
    Area,
    CityGround,
    MapFrame,
    Mark,
    Sheet,
    Stroke,
    Words,
    draw_ground,
    draw_png,
    north_arrow,
    rectangle,
    scale_bar,
    wrap,
)
from airanchor.viewer.figures.map import draw_drone, draw_truth, places_of, skill_color
from airanchor.viewer.moments import ReplayStep
from airanchor.viewer.story import FlightStory
from aircity.geometry import Pose

WIDTH_PX, HEIGHT_PX = 1280, 720
PANEL_PX = WIDTH_PX - HEIGHT_PX
EDGE, MAP_BOTTOM = 20.0, 470.0
DARK, LIGHT, DIM = "#14181c", "#eef1f3", "#a0abb5"
_FINER = 2
"""The map is drawn so many times larger, for smooth lines on it."""


class FilmLayout:
    """Puts frames together; what stays the same for a decision is drawn once."""

    def __init__(self, story: FlightStory, ground: CityGround | None) -> None:
        self._story = story
        text = f"“{story.instruction or story.name}”"
        self._text, self._text_size = text, 19.0 if len(text) < 150 else 15.0
        lines = wrap(text, PANEL_PX - 2 * EDGE, self._text_size, 5)
        self._map_top = round(16.0 + len(lines) * self._text_size * 1.32 + 14.0)
        box = (0.0, 0.0, PANEL_PX - 2 * EDGE, MAP_BOTTOM - self._map_top)
        self._map = MapFrame.around(places_of(story), box, least_m=120.0)
        self._base = self._draw_base(ground)
        self._flown_m = _flown_m(story)
        self._panel = lru_cache(maxsize=2)(self._draw_panel)

    def frame(self, view: Image.Image, step: float, pose: Pose) -> Image.Image:
        """The picture after so many steps."""
        whole = Image.new("RGB", (WIDTH_PX, HEIGHT_PX), DARK)
        whole.paste(fitted(view, HEIGHT_PX, HEIGHT_PX), (0, 0))
        whole.paste(self._panel(self._moment_at(step)), (HEIGHT_PX, 0))
        whole.paste(self._draw_map(step, pose), (HEIGHT_PX + round(EDGE), self._map_top))
        self._write_facts(whole, step, pose)
        return whole

    def _moment_at(self, step: float) -> int:
        moments = self._story.moments
        begun = [moment.index for moment in moments if moment.path_at <= step + 1e-6]
        return begun[-1] if begun else 0

    def _draw_base(self, ground: CityGround | None) -> Image.Image:
        frame = self._map
        line = frame.line((leg.pose.x_m, leg.pose.y_m) for leg in self._story.path)
        under: list[Mark] = (
            [Area(rectangle(frame.box), "#e9edec")] if ground is None else draw_ground(ground, frame)
        )
        ways: list[Mark] = [Stroke(line, "#ffffff", 6.0), Stroke(line, "#8a939b", 2.0)] if line[1:] else []
        sheet = Sheet(frame.box[2], frame.box[3])
        sheet.add(*under, *draw_truth(self._story, frame), *ways)
        sheet.add(*scale_bar(frame, 12.0), *north_arrow(frame, 12.0))
        return draw_png(sheet, SCREEN_DPI * _FINER)

    def _draw_map(self, step: float, pose: Pose) -> Image.Image:
        """The map with the way so far and the drone on it."""
        picture = self._base.copy()
        pen = ImageDraw.Draw(picture, "RGBA")
        flown = [(leg.pose.x_m, leg.pose.y_m) for leg in self._story.path[: int(step) + 1]]
        line = self._map.line([*flown, (pose.x_m, pose.y_m)])
        pen.line([(x * _FINER, y * _FINER) for x, y in line], fill="#1c2127", width=4 * _FINER, joint="curve")
        for mark in draw_drone(self._map, pose, 13.0):
            if isinstance(mark, Area):
                corners = [(x * _FINER, y * _FINER) for x, y in mark.points]
                rgb = tuple(int(mark.fill[at : at + 2], 16) for at in (1, 3, 5))
                pen.polygon(corners, fill=(*rgb, round(255 * mark.opacity)))
                if mark.outline:
                    pen.line([*corners, corners[0]], fill="#ffffff", width=2 * _FINER, joint="curve")
        size = (round(self._map.box[2]), round(self._map.box[3]))
        return picture.resize(size, Image.Resampling.LANCZOS)

    def _draw_panel(self, index: int) -> Image.Image:
        """The words of one decision; room is left for the map."""
        sheet = Sheet(PANEL_PX, HEIGHT_PX)
        sheet.add(Area(rectangle((0.0, 0.0, PANEL_PX, HEIGHT_PX)), DARK))
        width = PANEL_PX - 2 * EDGE
        sheet.paragraph((EDGE, 16.0), self._text, width, size=self._text_size, lines=5, color=LIGHT)
        if self._story.moments:
            self._write_decision(sheet, self._story.moments[index], width)
        return draw_png(sheet, SCREEN_DPI)

    def _write_decision(self, sheet: Sheet, moment: ReplayStep, width: float) -> None:
        top = MAP_BOTTOM + 50
        task = self._subtask(moment)
        if task and task != self._story.instruction:
            top = sheet.paragraph((EDGE, top), task, width, size=17.0, lines=2, color=LIGHT) + 6
        if moment.skill is None:
            return
        head = f"Decision {moment.iteration}: {moment.skill.skill}"
        sheet.add(Area(rectangle((EDGE, top + 2, 6.0, 17.0)), skill_color(moment)))
        sheet.add(Words((EDGE + 14, top + 17), head, 17.0, LIGHT))
        sheet.paragraph(
            (EDGE, top + 26), moment.skill.reason or moment.result, width, size=16.0, lines=5, color=DIM
        )

    def _subtask(self, moment: ReplayStep) -> str:
        number = moment.decision.subtask if moment.decision else None
        own = [one for one in self._story.subtasks if one.number == number]
        return f"Part {own[-1].number} of {own[-1].of}: {own[-1].text}" if own and own[-1].of > 1 else ""

    def _write_facts(self, whole: Image.Image, step: float, pose: Pose) -> None:
        done = int(step)
        flown_m = self._flown_m[done]
        if done + 1 < len(self._flown_m):
            flown_m += (self._flown_m[done + 1] - flown_m) * (step - done)
        facts = f"{flown_m:.0f} m flown     {pose.z_m:.0f} m high     step {done}"
        place = (HEIGHT_PX, round(MAP_BOTTOM) + 12)
        sheet = Sheet(PANEL_PX, 26.0)
        sheet.add(Area(rectangle((0.0, 0.0, PANEL_PX, 26.0)), DARK), Words((EDGE, 18.0), facts, 15.0, DIM))
        whole.paste(draw_png(sheet, SCREEN_DPI), place)


def fitted(view: Image.Image, width_px: int, height_px: int) -> Image.Image:
    """A view in a box, cut at the sides where it has another form."""
    scale = max(width_px / view.width, height_px / view.height)
    size = (max(width_px, round(view.width * scale)), max(height_px, round(view.height * scale)))
    large = view.resize(size, Image.Resampling.BICUBIC)
    left, top = (large.width - width_px) // 2, (large.height - height_px) // 2
    return large.crop((left, top, left + width_px, top + height_px))


def _flown_m(story: FlightStory) -> list[float]:
    """The way flown after each step."""
    flown = [0.0]
    for before, after in zip(story.path, story.path[1:], strict=False):
        flown.append(flown[-1] + before.pose.distance_m(after.pose))
    return flown
