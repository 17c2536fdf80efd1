// What is drawn on the map, from the ground up.

function roundLength(most) {
  const power = 10 ** Math.floor(Math.log10(most));
  return [5, 2, 1].map((step) => step * power).find((length) => length <= most) || power;
}

function gridLayer() {
  const step = roundLength(chart.width / chart.scale / 4);
  const lines = [];
  const halfTall = chart.height / 2 / chart.scale;
  const halfWide = chart.width / 2 / chart.scale;
  for (let north = Math.ceil((chart.center[0] - halfTall) / step) * step; north < chart.center[0] + halfTall; north += step)
    lines.push(svg("line", { x1: 0, x2: chart.width, y1: mapY(north), y2: mapY(north) }));
  for (let east = Math.ceil((chart.center[1] - halfWide) / step) * step; east < chart.center[1] + halfWide; east += step)
    lines.push(svg("line", { y1: 0, y2: chart.height, x1: mapX(east), x2: mapX(east) }));
  return svg("g", { class: "grid" }, lines);
}

function versionAt(item, index) {
  return item.versions.findLast((version) => version.at <= index) || null;
}

function memoryWords(item, version) {
  const parts = [item.id + " " + version.label];
  if (version.heights) parts.push(fixed(version.heights[0], 0) + " to " + fixed(version.heights[1], 0) + " m high");
  if (isNumber(version.confidence)) parts.push("confidence " + fixed(version.confidence, 2));
  return parts.join(" · ");
}

function memoryLayer(story, moment) {
  const index = moment ? moment.index : 0;
  return svg(
    "g",
    { class: "memory" },
    story.memory.map((item) => {
      const version = versionAt(item, index);
      if (!version) return null;
      const words = memoryWords(item, version);
      const kind = "footprint" + (version.at === index ? " is-new" : "");
      const events = { pointerenter: () => tellOnMap(words), pointerleave: () => tellOnMap("") };
      const corners = version.footprint;
      const shape =
        corners.length === 1
          ? svg("circle", { cx: mapX(corners[0][1]), cy: mapY(corners[0][0]), r: 4, class: kind, ...events })
          : svg("polygon", { points: corners.map(onMap).join(" "), class: kind, ...events });
      shape.append(svg("title", { text: words }));
      return shape;
    }),
  );
}

function referenceLayer(story) {
  if (!story.evaluation) return null;
  const { goal, reference } = story.evaluation;
  const x = mapX(goal[1]);
  const y = mapY(goal[0]);
  return svg(
    "g",
    { class: "truth" },
    mapLine(reference, "reference"),
    svg("circle", { cx: x, cy: y, r: 20 * chart.scale, class: "goal-zone" }),
    svg("circle", { cx: x, cy: y, r: 6, class: "goal" }, svg("title", { text: "goal; the circle is 20 m" })),
    svg("circle", { cx: x, cy: y, r: 2.2, class: "goal-dot" }),
  );
}

// From the start to where the drone is, which moves on while the flight is played.
function flownLine() {
  chart.flown = svg("polyline", { class: "path-past" });
  return chart.flown;
}

function flownPoints(pose) {
  const moment = here();
  const step = stepNow();
  const until = step === null ? (moment ? moment.path_at : flight.story.path.length - 1) : Math.floor(step);
  return [...flight.story.path.slice(0, until + 1), pose].map(onMap).join(" ");
}

// Puts the drone and the end of its way where they are now, and leaves the rest of the map as it is.
function moveDrone() {
  if (isSpace(flight.story)) return drawGround();
  const last = flight.story.path[flight.story.path.length - 1];
  const pose = poseNow() || last;
  if (!pose || !chart.drone) return;
  chart.drone.setAttribute("transform", "translate(" + mapX(pose[1]).toFixed(2) + " " + mapY(pose[0]).toFixed(2) + ") rotate(" + pose[3].toFixed(2) + ")");
  chart.flown.setAttribute("points", flownPoints(pose));
}

function pathLayer(story, moment) {
  const legs = story.path;
  const at = moment ? moment.path_at : legs.length - 1;
  const until = moment ? moment.path_until : at;
  const isKnown = legs.length > 0;
  return svg(
    "g",
    { class: "paths" },
    mapLine(legs, "path-case"),
    mapLine(legs, "path-all"),
    isKnown ? mapLine(legs.slice(at, until + 1), "path-now skill-" + lookOf(skillOf(moment)).key) : null,
    flownLine(),
    legs.filter((leg, index) => leg[5] && index <= until).map((leg) =>
      svg("text", { x: mapX(leg[1]), y: mapY(leg[0]) + 4, class: "bump", "text-anchor": "middle" }, "×", svg("title", { text: "blocked: " + leg[5] })),
    ),
  );
}

function priorLayer(moment) {
  if (!moment || !moment.priors || !moment.pose) return null;
  const x = mapX(moment.pose[1]);
  const y = mapY(moment.pose[0]);
  return svg(
    "g",
    { class: "priors" },
    moment.priors.map((prior) => {
      const tipX = mapX(prior.point[1]);
      const tipY = mapY(prior.point[0]);
      const angle = (Math.atan2(tipY - y, tipX - x) * 180) / Math.PI;
      return svg(
        "g",
        { pointerenter: () => tellOnMap(prior.landmark_id + " " + prior.label + ": " + prior.words), pointerleave: () => tellOnMap("") },
        svg("line", { x1: x, y1: y, x2: tipX, y2: tipY }),
        svg("path", { d: "M0 0 L-11 -5 L-8 0 L-11 5 Z", transform: "translate(" + tipX + " " + tipY + ") rotate(" + angle + ")" }),
        svg("text", { x: tipX + 8, y: tipY - 7, text: prior.landmark_id }),
        svg("title", { text: prior.words }),
      );
    }),
  );
}

function anchorLayer(moment) {
  if (!moment || !moment.anchors) return null;
  return svg(
    "g",
    { class: "anchors" },
    moment.anchors.rows.filter((row) => row.point).map((row) => {
      const isObject = row.footprint && row.footprint.length > 0;
      const isChosen = flight.anchor === row.index;
      return svg(
        "g",
        {
          class: "anchor " + (isObject ? "is-object" : "is-direction") + (isChosen ? " is-chosen" : ""),
          transform: "translate(" + mapX(row.point[1]) + " " + mapY(row.point[0]) + ")",
          pointerenter: () => tellOnMap("A" + row.index + " " + (row.label || row.asked)),
          pointerleave: () => tellOnMap(""),
        },
        svg("circle", { r: isChosen ? 11 : 8.5 }),
        svg("text", { y: 3.6, "text-anchor": "middle", text: String(row.index) }),
        svg("title", { text: row.label || row.asked }),
      );
    }),
  );
}

function endsLayer(story) {
  const legs = story.path;
  if (!legs.length) return null;
  const last = legs[legs.length - 1];
  const stop = story.is_stopped
    ? svg("rect", { x: mapX(last[1]) - 5, y: mapY(last[0]) - 5, width: 10, height: 10, class: "stop" }, svg("title", { text: "STOP" }))
    : null;
  return svg("g", { class: "ends" }, svg("circle", { cx: mapX(legs[0][1]), cy: mapY(legs[0][0]), r: 5, class: "start" }, svg("title", { text: "start" })), stop);
}

function droneLayer(story, moment) {
  chart.drone = null;
  if (!(moment && moment.pose) && !story.path.length) return null;
  const half = ((Math.min(170, story.view_angle_deg) / 2) * Math.PI) / 180;
  const reach = Math.min(90, Math.max(36, 40 * chart.scale));
  const x = Math.sin(half) * reach;
  const y = -Math.cos(half) * reach;
  chart.drone = svg(
    "g",
    { class: "drone" },
    svg("path", { class: "cone", d: "M0 0 L" + -x + " " + y + " A" + reach + " " + reach + " 0 0 1 " + x + " " + y + " Z" }),
    svg("path", { class: "body", d: "M0 -13 L9 10 L0 5 L-9 10 Z" }),
  );
  moveDrone();
  return chart.drone;
}

// Where north is: up on a map, and anywhere in a view that can be turned.
function northNode(isTurned) {
  const angle = isTurned ? northAngle() : 0;
  return svg(
    "g",
    { transform: "translate(" + (chart.width - 24) + " 28)" },
    svg("path", { class: "north", d: "M0 11 V-11 M-5 -4 L0 -12 L5 -4", transform: "rotate(" + angle.toFixed(1) + ")" }),
    svg("text", { y: 25, "text-anchor": "middle", text: "N" }),
  );
}

function legendLayer(isTurned) {
  const length = roundLength(chart.width / chart.scale / 4);
  const wide = length * chart.scale;
  const y = chart.height - 14;
  return svg(
    "g",
    { class: "legend" },
    svg("path", { d: "M12 " + (y - 4) + " V" + y + " H" + (12 + wide) + " V" + (y - 4) }),
    svg("text", { x: 12 + wide / 2, y: y - 5, "text-anchor": "middle", text: length + " m" }),
    northNode(isTurned),
  );
}
