// The city, the path and the memory in three dimensions, from any side: parallel projection on a canvas.
// Parallel lines stay parallel, so metres can be compared everywhere; what is farther away is drawn first.

const space = { turn: -0.5, tilt: 0.9, bodies: null, still: null, key: "" };
const isSpace = (story) => Boolean(story.city) && ground.mode === "space";
const TILTS = [0.25, 1.5]; // radians above the horizon

function turnSpace(from, dx, dy) {
  space.turn = from.turn + dx * 0.008;
  space.tilt = Math.min(TILTS[1], Math.max(TILTS[0], from.tilt + dy * 0.006));
  redrawMap();
}

// How far clockwise from straight up north lies on the canvas, in degrees.
const northAngle = () => (Math.atan2(-Math.sin(space.turn), Math.cos(space.turn) * Math.sin(space.tilt)) * 180) / Math.PI;

function ringPoints(steps) {
  const points = [];
  let [north, east] = [0, 0];
  for (let at = 0; at < steps.length; at += 2) {
    north += steps[at];
    east += steps[at + 1];
    points.push([north / 10, east / 10]);
  }
  return points;
}

function readBodies(city) {
  space.bodies = [];
  for (const [kind, rings, heights] of city.layers) {
    heights.forEach(([low, high], at) => {
      const ring = ringPoints(rings[at]);
      const middle = ring.reduce((sum, point) => [sum[0] + point[0] / ring.length, sum[1] + point[1] / ring.length], [0, 0]);
      space.bodies.push({ kind, ring, low, high, middle });
    });
  }
}

// Metres north, east and up to pixels of the canvas, and how far away: larger is farther.
function spaceView(sharp) {
  const [cos, sin] = [Math.cos(space.turn), Math.sin(space.turn)];
  const [flat, steep] = [Math.sin(space.tilt), Math.cos(space.tilt)];
  const scale = chart.scale * sharp;
  const [x0, y0] = [(chart.width / 2) * sharp, (chart.height / 2) * sharp];
  const away = (north, east) => (north - chart.center[0]) * cos + (east - chart.center[1]) * sin;
  const at = (north, east, up) => [
    x0 + ((east - chart.center[1]) * cos - (north - chart.center[0]) * sin) * scale,
    y0 - away(north, east) * flat * scale - up * steep * scale,
  ];
  return { at, away, scale, cos, sin, flat, steep };
}

function trace(context, points, isClosed) {
  context.beginPath();
  points.forEach(([x, y], number) => (number ? context.lineTo(x, y) : context.moveTo(x, y)));
  if (isClosed) context.closePath();
}

function shaded(hex, share) {
  const part = (from) => Math.round(Number.parseInt(hex.slice(from, from + 2), 16) * share);
  return "rgb(" + part(1) + "," + part(3) + "," + part(5) + ")";
}

function drawBody(context, view, body, tint) {
  const foot = body.ring.map(([north, east]) => view.at(north, east, body.low));
  const head = body.ring.map(([north, east]) => view.at(north, east, body.high));
  for (let one = 0; one < foot.length; one += 1) {
    const other = (one + 1) % foot.length;
    const wide = foot[other][0] - foot[one][0];
    const isBack = wide * body.spin <= 0; // only walls that face who looks
    if (isBack) continue;
    const light = 0.62 + (0.26 * Math.abs(wide)) / (Math.hypot(wide, foot[other][1] - foot[one][1]) + 1e-6);
    context.fillStyle = shaded(tint, light);
    trace(context, [foot[one], foot[other], head[other], head[one]], true);
    context.fill();
  }
  context.fillStyle = tint;
  trace(context, head, true);
  context.fill();
  context.stroke();
}

// Which way a ring runs, so that its front walls are known.
function spinOf(ring) {
  let area = 0;
  ring.forEach(([north, east], at) => {
    const [n, e] = ring[(at + 1) % ring.length];
    area += east * n - e * north;
  });
  return area > 0 ? 1 : -1;
}

function drawStill(context, colour, sharp) {
  const view = spaceView(sharp);
  const { scale, cos, sin, flat } = view;
  const [x, y] = view.at(0, 0, 0);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = colour("land");
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
  // the ground's own paths are in east and south
  context.setTransform(cos * scale, -sin * flat * scale, sin * scale, cos * flat * scale, x, y);
  for (const [kind, path] of ground.layers) {
    if (["low", "middle", "high", "landmark", "tree"].includes(kind)) continue;
    context.fillStyle = colour(kind);
    context.fill(path);
  }
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.strokeStyle = colour("edge");
  context.lineWidth = 0.7 * sharp;
  const bodies = space.bodies.map((body) => [view.away(...body.middle), body]).sort((one, other) => other[0] - one[0]);
  const tints = Object.fromEntries(["low", "middle", "high", "landmark", "tree"].map((kind) => [kind, colour(kind)]));
  for (const [, body] of bodies) {
    body.spin = body.spin || spinOf(body.ring);
    drawBody(context, view, body, tints[body.kind]);
  }
}

function drawWay(context, view, colour, sharp) {
  const style = getComputedStyle(document.documentElement);
  const ink = (name) => style.getPropertyValue("--" + name).trim();
  const legs = flight.story.path;
  const pose = poseNow() || legs[legs.length - 1];
  const step = stepNow();
  const moment = here();
  const until = Math.floor(step === null ? (moment ? moment.path_at : legs.length - 1) : step);
  const line = (points, stroke, width) => {
    trace(context, points);
    context.lineWidth = width * sharp;
    context.strokeStyle = stroke;
    context.stroke();
  };
  context.lineJoin = "round";
  line(legs.map((leg) => view.at(leg[0], leg[1], 0)), "rgba(0,0,0,0.25)", 2);
  line(legs.map((leg) => view.at(leg[0], leg[1], leg[2])), ink("card"), 6);
  line(legs.map((leg) => view.at(leg[0], leg[1], leg[2])), ink("soft"), 2);
  line([...legs.slice(0, until + 1), pose].map((leg) => view.at(leg[0], leg[1], leg[2])), ink("ink"), 3.4);
  const disc = (place, radius, fill, stroke) => {
    context.beginPath();
    context.arc(place[0], place[1], radius * sharp, 0, 7);
    context.fillStyle = fill;
    context.fill();
    context.lineWidth = 2 * sharp;
    context.strokeStyle = stroke;
    context.stroke();
  };
  disc(view.at(...legs[0]), 4.5, ink("card"), ink("ink"));
  if (flight.story.evaluation) {
    const goal = flight.story.evaluation.goal;
    line([view.at(goal[0], goal[1], 0), view.at(...goal)], ink("good"), 2);
    disc(view.at(...goal), 5.5, ink("good"), ink("card"));
  }
  if (flight.story.is_stopped) disc(view.at(...legs[legs.length - 1]), 4, ink("ink"), ink("card"));
  line([view.at(pose[0], pose[1], 0), view.at(...pose)], ink("ink"), 1.2);
  const turn = (pose[3] * Math.PI) / 180;
  const size = 14 / chart.scale;
  const corner = (ahead, right) => view.at(pose[0] + size * (ahead * Math.cos(turn) - right * Math.sin(turn)), pose[1] + size * (ahead * Math.sin(turn) + right * Math.cos(turn)), pose[2]);
  trace(context, [corner(1, 0), corner(-0.75, 0.65), corner(-0.35, 0), corner(-0.75, -0.65)], true);
  context.fillStyle = ink("ink");
  context.fill();
  context.lineWidth = 1.6 * sharp;
  context.strokeStyle = ink("card");
  context.stroke();
}

function drawMemories(context, view, sharp) {
  const moment = here();
  context.strokeStyle = "#3f7d3b";
  context.fillStyle = "rgba(90,160,84,0.35)";
  context.lineWidth = 1.6 * sharp;
  for (const item of flight.story.memory) {
    const version = versionAt(item, moment ? moment.index : 0);
    if (!version || !version.heights) continue;
    for (const up of version.heights) {
      trace(context, version.footprint.map(([north, east]) => view.at(north, east, up)), true);
      context.fill();
      context.stroke();
    }
    for (const [north, east] of version.footprint) {
      trace(context, version.heights.map((up) => view.at(north, east, up)));
      context.stroke();
    }
  }
}

// The city stays as it is while the drone flies: it is drawn once for each way of looking at it.
function drawSpace(context, colour, sharp) {
  if (!space.bodies) readBodies(ground.source);
  const { width, height } = context.canvas;
  const key = [width, height, space.turn, space.tilt, chart.scale, chart.center, colour("land")].join();
  if (space.key !== key) {
    space.still = space.still || document.createElement("canvas");
    Object.assign(space.still, { width, height });
    drawStill(space.still.getContext("2d"), colour, sharp);
    space.key = key;
  }
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.drawImage(space.still, 0, 0);
  const view = spaceView(sharp);
  drawMemories(context, view, sharp);
  if (flight.story.path.length) drawWay(context, view, colour, sharp);
}
