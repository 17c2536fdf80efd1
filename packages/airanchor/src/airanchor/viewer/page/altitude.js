// The altitude profile: height over executed steps, with the current decision marked. A click goes there.

const profile = { scale: null, line: null, dot: null };
const PROFILE = { height: 84, left: 44, right: 8, top: 10, bottom: 18 };

function profileScale(story, width) {
  const heights = story.path.map((leg) => leg[2]);
  const least = heights.reduce((a, b) => Math.min(a, b));
  const most = heights.reduce((a, b) => Math.max(a, b));
  const room = Math.max(0, 10 - (most - least)) / 2; // a level flight runs through the middle
  const low = least - room;
  const high = most + room;
  const count = Math.max(1, heights.length - 1);
  return {
    low,
    high,
    count,
    x: (step) => PROFILE.left + (step / count) * (width - PROFILE.left - PROFILE.right),
    y: (level) => PROFILE.top + ((high - level) / (high - low)) * (PROFILE.height - PROFILE.top - PROFILE.bottom),
  };
}

function drawProfile(story, moment) {
  const width = chart.width;
  const scale = profileScale(story, width);
  const floor = PROFILE.height - PROFILE.bottom;
  const at = moment ? moment.path_at : scale.count;
  const until = moment ? moment.path_until : at;
  const points = (from, to) => story.path.slice(from, to + 1).map((leg, index) => scale.x(from + index).toFixed(1) + "," + scale.y(leg[2]).toFixed(1));
  const line = (from, to, kind) => (to > from ? svg("polyline", { points: points(from, to).join(" "), class: kind }) : null);
  const level = (value) => svg("text", { x: PROFILE.left - 5, y: scale.y(value) + 4, "text-anchor": "end", text: fixed(value, 0) + " m" });
  const jump = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const step = (((event.clientX - box.left) / box.width) * width - PROFILE.left) / (scale.x(1) - scale.x(0));
    const next = story.moments.findLast((item) => item.path_at <= step);
    goTo(next ? next.index : 0);
  };
  const words = "Altitude in metres over " + plural(scale.count, "step") + ", from " + fixed(scale.low, 0) + " to " + fixed(scale.high, 0);
  return svg(
    "svg",
    { viewBox: "0 0 " + width + " " + PROFILE.height, class: "profile", role: "img", "aria-label": words, click: jump },
    svg("line", { x1: PROFILE.left, x2: width - PROFILE.right, y1: floor, y2: floor, class: "axis" }),
    level(scale.high),
    level(scale.low),
    svg("text", { x: PROFILE.left, y: PROFILE.height - 4, text: "altitude" }),
    svg("text", { x: width - PROFILE.right, y: PROFILE.height - 4, "text-anchor": "end", text: plural(scale.count, "step") }),
    line(0, scale.count, "path-all"),
    line(0, at, "path-past"),
    line(at, until, "path-now skill-" + lookOf(skillOf(moment)).key),
    cursorNodes(scale, floor, at),
  );
}

function cursorNodes(scale, floor, at) {
  profile.scale = scale;
  profile.line = svg("line", { y1: PROFILE.top - 6, y2: floor, class: "cursor" });
  profile.dot = svg("circle", { r: 4, class: "now" });
  const step = stepNow();
  moveCursor(step === null ? at : step);
  return [profile.line, profile.dot];
}

function moveCursor(step) {
  if (!profile.scale || !flight.story.path.length) return;
  const x = profile.scale.x(step).toFixed(1);
  profile.line.setAttribute("x1", x);
  profile.line.setAttribute("x2", x);
  profile.dot.setAttribute("cx", x);
  profile.dot.setAttribute("cy", profile.scale.y(poseAtStep(Math.min(step, flight.story.path.length - 1))[2]).toFixed(1));
}

onMoment((story, moment) => show("altitude", story.path.length ? drawProfile(story, moment) : quiet("No position was recorded.")));
