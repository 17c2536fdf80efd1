// The city under the map, on a canvas: streets, houses, water and green, or the view from above.

const GROUNDS = [
  ["city", "City", "Streets, houses, water and green"],
  ["above", "Photo", "The city from above, as it is rendered"],
  ["space", "3D", "City, path and memory from any side: drag to turn"],
];
const GROUND_LEGEND = [
  [["street"], "street"],
  [["low", "middle", "high"], "houses, low to high"],
  [["landmark"], "landmark"],
  [["water"], "water"],
  [["green"], "green"],
];
const ground = { source: null, mode: "city", canvas: null, layers: [], above: null };

// Corners are decimetres, each counted from the one before; the path is in metres, east and south.
function ringPath(path, steps) {
  let north = 0;
  let east = 0;
  for (let at = 0; at < steps.length; at += 2) {
    north += steps[at];
    east += steps[at + 1];
    if (at) path.lineTo(east / 10, -north / 10);
    else path.moveTo(east / 10, -north / 10);
  }
  path.closePath();
}

function readGround(city) {
  ground.source = city;
  space.bodies = null;
  ground.layers = city.layers.map(([kind, rings]) => {
    const path = new Path2D();
    for (const ring of rings) ringPath(path, ring);
    return [kind, path];
  });
  ground.above = new Image();
  ground.above.addEventListener("load", () => drawGround());
  ground.above.src = city.above.uri;
}

function groundColours() {
  const style = getComputedStyle(document.documentElement);
  return (kind) => style.getPropertyValue("--g-" + kind).trim();
}

function drawAreas(context, colour, scale) {
  const edges = { low: "edge", middle: "edge", high: "edge", landmark: "landmark-edge", street: "street-edge" };
  context.lineWidth = 0.8 / scale;
  for (const [kind, path] of ground.layers) {
    context.fillStyle = colour(kind);
    context.fill(path, "nonzero");
    if (!edges[kind]) continue;
    context.strokeStyle = colour(edges[kind]);
    context.stroke(path);
  }
}

function drawGround() {
  const canvas = ground.canvas;
  if (!canvas || !ground.source) return;
  const sharp = window.devicePixelRatio || 1;
  if (canvas.width !== Math.round(chart.width * sharp) || canvas.height !== Math.round(chart.height * sharp)) {
    canvas.width = Math.round(chart.width * sharp);
    canvas.height = Math.round(chart.height * sharp);
  }
  const context = canvas.getContext("2d");
  const colour = groundColours();
  if (ground.mode === "space") return drawSpace(context, colour, sharp);
  const scale = chart.scale * sharp;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = colour("land");
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.setTransform(scale, 0, 0, scale, canvas.width / 2 - chart.center[1] * scale, canvas.height / 2 + chart.center[0] * scale);
  if (ground.mode === "city") return drawAreas(context, colour, scale);
  const [south, west, north, east] = ground.source.above.box;
  if (ground.above.complete && ground.above.naturalWidth) context.drawImage(ground.above, west, -north, east - west, north - south);
}

function groundNode(story) {
  if (!story.city) return null;
  if (ground.source !== story.city) readGround(story.city);
  if (!ground.canvas) ground.canvas = el("canvas", { class: "ground", "aria-hidden": "true" });
  return ground.canvas;
}

// Names where there is room for them, those of large things first.
function namesLayer(story) {
  if (!story.city || ground.mode !== "city") return null;
  const taken = [];
  const shown = [];
  const names = [...story.city.names].sort((one, other) => other[3] - one[3]);
  for (const [words, north, east, size] of names) {
    if (size * chart.scale < 16) continue;
    const [x, y, half] = [mapX(east), mapY(north), words.length * 2.9 + 3];
    if (x < half || x > chart.width - half || y < 10 || y > chart.height - 10) continue;
    if (taken.some(([left, top, wide]) => Math.abs(left - x) < wide + half && Math.abs(top - y) < 13)) continue;
    taken.push([x, y, half]);
    shown.push(svg("text", { x, y: y + 3.5, "text-anchor": "middle", text: words }));
    if (shown.length >= 60) break;
  }
  return svg("g", { class: "names", "aria-hidden": "true" }, shown);
}

function chooseGround(mode) {
  ground.mode = mode;
  if (mode === "space" && chart.isFitted) fitMap();
  redraw();
}

function groundTools(story) {
  if (!story.city) return null;
  return GROUNDS.map(([mode, words, why]) =>
    el("button", { type: "button", class: "control", title: why, "aria-pressed": String(ground.mode === mode), text: words, click: () => chooseGround(mode) }),
  );
}

function keyEntry(sign, words, why) {
  return el("span", { class: "key-entry", title: why || null }, sign, words);
}

function swatch(kinds) {
  return el("span", { class: "swatches", "aria-hidden": "true" }, kinds.map((kind) => el("span", { class: "swatch g-" + kind })));
}

function keySign(...shapes) {
  return svg("svg", { class: "key-sign", viewBox: "0 0 20 14", "aria-hidden": "true" }, shapes);
}

function flightKey(story, moment) {
  const isMeasured = moment && moment.anchors;
  return [
    keyEntry(keySign(svg("circle", { cx: 10, cy: 7, r: 4.5, class: "start" })), "start"),
    keyEntry(keySign(svg("line", { x1: 1, x2: 11, y1: 7, y2: 7, class: "path-past" }), svg("line", { x1: 12, x2: 20, y1: 7, y2: 7, class: "path-all" })), "flown, to come"),
    story.is_stopped ? keyEntry(keySign(svg("rect", { x: 5.5, y: 2.5, width: 9, height: 9, class: "stop" })), "stopped") : null,
    story.evaluation
      ? keyEntry(keySign(svg("circle", { cx: 10, cy: 7, r: 6, class: "goal-zone" }), svg("circle", { cx: 10, cy: 7, r: 2.4, class: "goal" })), "goal, 20 m around it", "The drone never knew it. A flight that stops within 20 m of the goal counts as a success.")
      : null,
    story.evaluation && story.evaluation.reference.length > 1 ? keyEntry(keySign(svg("line", { x1: 1, x2: 19, y1: 7, y2: 7, class: "reference" })), "reference path", "The path that the instruction describes; the drone never knew it.") : null,
    story.memory.length ? keyEntry(keySign(svg("rect", { x: 4, y: 2, width: 12, height: 10, class: "footprint" })), "remembered", "Where the drone's memory believes a thing to be, by what it measured.") : null,
    isMeasured ? keyEntry(el("span", { class: "disc is-object", text: "1" }), "measured now", "Orange: an object. Blue: a direction. The numbers are those in the view.") : null,
    moment && moment.priors && moment.priors.length ? keyEntry(keySign(svg("line", { x1: 1, x2: 19, y1: 7, y2: 7, class: "prior-key" })), "recalled", "Where a landmark of this part of the instruction was seen before.") : null,
  ];
}

function mapKey(story, moment) {
  const city = story.city && ground.mode !== "above" ? GROUND_LEGEND.map(([kinds, words]) => keyEntry(swatch(kinds), words)) : [];
  const why = story.city ? null : story.no_city;
  return [
    flightKey(story, moment),
    city,
    placeKey(story, moment),
    story.city && story.city.attribution ? el("span", { class: "attribution", dir: "auto", text: story.city.attribution }) : null,
    why ? el("span", { class: "attribution", dir: "auto", text: "A map without the city: " + why + "." }) : null,
  ];
}
