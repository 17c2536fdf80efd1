"""The conformance kit: every world that claims the contract is flown through these rules."""

from collections.abc import Callable
from dataclasses import dataclass

from aircity.geometry import Pose
from aircity.world.checks import conduct_rules, geometry_rules, image_rules, motion_rules
from aircity.world.checks.probe import Capabilities, Case, Probe, fly_probe
from aircity.world.checks.report import CheckReport, RuleResult, Verdict, judge_rule
from aircity.world.simulator import Simulator


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule under its stable name; it is not judged when one it rests on is broken."""

    check: Callable[[Case], str]
    rests_on: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name that reports and errors use."""
        return self.check.__name__


_SEEN = ("images_match_camera", "sky_is_infinite", "colour_and_depth_are_aligned")
_SPACE = (*_SEEN, "moves_exactly", "image_is_upright", "depth_is_along_ray", "depth_is_in_metres")
_TURNING = (*_SPACE, "turns_right_clockwise", "yaw_is_not_mirrored")

RULES: tuple[Rule, ...] = (
    Rule(motion_rules.starts_where_told),
    Rule(motion_rules.views_do_not_move),
    Rule(motion_rules.turns_right_clockwise),
    Rule(motion_rules.moves_exactly, ("turns_right_clockwise",)),
    Rule(motion_rules.views_follow_steps),
    Rule(image_rules.images_match_camera),
    Rule(image_rules.views_are_steady, ("images_match_camera", "views_do_not_move")),
    Rule(image_rules.sky_is_infinite, ("images_match_camera",)),
    Rule(image_rules.depth_is_not_capped, ("images_match_camera", "sky_is_infinite")),
    Rule(image_rules.colour_and_depth_are_aligned, ("images_match_camera", "sky_is_infinite")),
    Rule(geometry_rules.image_is_upright, (*_SEEN, "moves_exactly")),
    Rule(geometry_rules.depth_is_along_ray, (*_SEEN, "moves_exactly")),
    Rule(geometry_rules.depth_is_in_metres, (*_SEEN, "moves_exactly", "depth_is_along_ray")),
    Rule(geometry_rules.yaw_is_not_mirrored, (*_SPACE, "turns_right_clockwise")),
    Rule(geometry_rules.heading_points_ahead, _TURNING),
    Rule(geometry_rules.panorama_turns_right, _TURNING),
    Rule(geometry_rules.down_view_top_is_ahead, _TURNING),
    Rule(geometry_rules.up_view_top_is_behind, _TURNING),
    Rule(
        geometry_rules.views_agree,
        (*_TURNING, "heading_points_ahead", "panorama_turns_right", "down_view_top_is_ahead"),
    ),
    Rule(conduct_rules.collisions_are_reported, ("images_match_camera", "moves_exactly")),
    Rule(conduct_rules.bad_starts_are_refused, ("images_match_camera",)),
    Rule(conduct_rules.bad_actions_are_refused),
    Rule(conduct_rules.stop_ends_the_flight),
    Rule(conduct_rules.same_flight_same_views, ("images_match_camera", "views_are_steady")),
)


def examine_simulator(
    make_world: Callable[[], Simulator], start: Pose, capabilities: Capabilities | None = None
) -> CheckReport:
    """Judge every rule and report; see `check_simulator` for the arguments."""
    world = make_world()
    try:
        case = Case(world, make_world, start, capabilities or Capabilities(), Probe())
        results = [_run(Rule(motion_rules.speaks_the_contract), case, set())]
        results.append(_run(Rule(flies), case, _broken(results)))
        rules = RULES if not _broken(results) else ()
        for rule in rules:
            results.append(_run(rule, case, _broken(results)))
        return CheckReport(tuple(results))
    finally:
        world.close()


def check_simulator(
    make_world: Callable[[], Simulator], start: Pose, capabilities: Capabilities | None = None
) -> CheckReport:
    """Fly a world through every rule; raise a ConformanceError naming the broken ones, or return the report.

    `make_world` gives a fresh world each time. `start` has 8 m of free air around it, ground below, open sky
    above, and things to see: best is a start 10 m before a wall that reaches 20 m higher, over ground with
    colour. Rules that cannot be judged from there are reported as skipped, with the reason. `capabilities`
    is what the world promises; leave it out for a world that promises everything.
    `choose_start` finds such a start where there is a Surveyor.
    """
    report = examine_simulator(make_world, start, capabilities)
    report.raise_if_broken()
    return report


def flies(case: Case) -> str:
    """The probe flight can be flown at all."""
    case.probe = fly_probe(case.world, case.start)
    return f"{len(case.probe.moves)} steps and {len(case.probe.views)} views"


def _run(rule: Rule, case: Case, broken: set[str]) -> RuleResult:
    blockers = [name for name in rule.rests_on if name in broken]
    if blockers:
        return RuleResult(rule.name, Verdict.SKIPPED, f"rests on {', '.join(blockers)}, which is broken")
    return judge_rule(rule.name, lambda: rule.check(case))


def _broken(results: list[RuleResult]) -> set[str]:
    return {result.rule for result in results if result.verdict is Verdict.BROKEN}
