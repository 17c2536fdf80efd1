// The map frame: metres north and east to pixels, zoom, pan and the drawing order. North is up, east is right.

const chart = { story: null, center: [0, 0], scale: 1, width: 420, height: 350, isFitted: true, box: null, label: "" };

function worldBox(story) {
  const points = story.path.map((leg) => [leg[0], leg[1]]);
  for (const moment of story.moments) if (moment.pose) points.push([moment.pose[0], moment.pose[1]]);
  if (story.evaluation) points.push(story.evaluation.goal, ...story.evaluation.reference);
  for (const moment of story.moments) if (moment.place_map) points.push(...moment.place_map.places.map((place) => place.position));
  for (const item of story.memory) points.push(...item.versions[item.versions.length - 1].footprint);
  if (!points.length) points.push([0, 0]);
  const norths = points.map((point) => point[0]);
  const easts = points.map((point) => point[1]);
  const least = (values) => values.reduce((a, b) => Math.min(a, b));
  const most = (values) => values.reduce((a, b) => Math.max(a, b));
  return { south: least(norths), north: most(norths), west: least(easts), east: most(easts) };
}

function fitMap() {
  const box = worldBox(flight.story);
  const tall = Math.max(30, (box.north - box.south) * 1.16);
  const wide = Math.max(30, (box.east - box.west) * 1.16);
  const bar = 34; // the scale bar has its own room below the flight
  chart.scale = Math.min((chart.height - bar) / tall, chart.width / wide);
  chart.center = [(box.north + box.south) / 2 - bar / 2 / chart.scale, (box.east + box.west) / 2];
  chart.isFitted = true;
}

function nearMap() {
  const pose = poseNow();
  if (!pose) return;
  chart.center = [pose[0], pose[1]];
  chart.scale = Math.min(chart.width, chart.height) / 130;
  chart.isFitted = false;
  redrawMap();
}

function zoomMap(factor, atX = chart.width / 2, atY = chart.height / 2) {
  const north = chart.center[0] - (atY - chart.height / 2) / chart.scale;
  const east = chart.center[1] + (atX - chart.width / 2) / chart.scale;
  const scale = Math.min(60, Math.max(0.02, chart.scale * factor));
  chart.center = [north + (atY - chart.height / 2) / scale, east - (atX - chart.width / 2) / scale];
  chart.scale = scale;
  chart.isFitted = false;
  redrawMap();
}

const mapX = (east) => (east - chart.center[1]) * chart.scale + chart.width / 2;
const mapY = (north) => (chart.center[0] - north) * chart.scale + chart.height / 2;
const onMap = (point) => mapX(point[1]).toFixed(1) + "," + mapY(point[0]).toFixed(1);
const mapLine = (points, kind) => (points.length > 1 ? svg("polyline", { points: points.map(onMap).join(" "), class: kind }) : null);

function redrawMap() {
  const story = flight.story;
  const moment = here();
  const node = svg(
    "svg",
    {
      class: "map-svg",
      viewBox: "0 0 " + chart.width + " " + chart.height,
      role: "img",
      tabindex: "0",
      "aria-label": mapWords(story, moment),
    },
    ...(isSpace(story) ? [] : flatLayers(story, moment)),
    legendLayer(isSpace(story)),
  );
  listenToMap(node);
  node.classList.toggle("is-space", isSpace(story));
  const hadFocus = document.activeElement && document.activeElement.classList.contains("map-svg");
  show("map", groundNode(story), node, el("p", { class: "map-label", id: "map-label", text: chart.label }));
  drawGround();
  if (hadFocus) node.focus({ preventScroll: true });
}

// All that is drawn on a map that is looked at from straight above.
function flatLayers(story, moment) {
  return [
    story.city ? null : gridLayer(),
    memoryLayer(story, moment),
    namesLayer(story),
    referenceLayer(story),
    waysLayer(story, moment),
    pathLayer(story, moment),
    placesLayer(story, moment),
    priorLayer(moment),
    anchorLayer(moment),
    endsLayer(story),
    droneLayer(story, moment),
  ];
}

function mapWords(story, moment) {
  const pose = moment && moment.pose;
  const place = pose ? "the drone at " + fixed(pose[0], 0) + " m north, " + fixed(pose[1], 0) + " m east, heading " + fixed(pose[3], 0) + " degrees" : "no position";
  return (isSpace(story) ? "The city in three dimensions: " : "Map from above, north up: ") + place + ", " + plural(Math.max(0, story.path.length - 1), "step") + " flown in all";
}

function tellOnMap(words) {
  chart.label = words;
  const node = document.getElementById("map-label");
  if (node) node.textContent = plain(words);
}

function listenToMap(node) {
  node.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && document.activeElement !== node) return;
    event.preventDefault();
    const box = node.getBoundingClientRect();
    const ratio = chart.width / box.width;
    zoomMap(event.deltaY < 0 ? 1.2 : 1 / 1.2, (event.clientX - box.left) * ratio, (event.clientY - box.top) * ratio);
  });
  node.addEventListener("pointerdown", (down) => {
    if (down.button !== 0) return;
    const from = [...chart.center];
    const isTouch = down.pointerType === "touch";
    const ratio = chart.width / node.getBoundingClientRect().width;
    const view = { ...space };
    const move = (event) => {
      const dx = (event.clientX - down.clientX) * ratio;
      const dy = isTouch ? 0 : (event.clientY - down.clientY) * ratio;
      if (Math.abs(dx) + Math.abs(dy) < 3) return;
      if (node.classList.contains("is-space")) return turnSpace(view, dx, dy);
      chart.center = [from[0] + dy / chart.scale, from[1] - dx / chart.scale];
      chart.isFitted = false;
      redrawMap();
    };
    const stop = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", stop);
      removeEventListener("pointercancel", stop);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", stop);
    addEventListener("pointercancel", stop);
  });
}

function measureMap() {
  const width = document.getElementById("map").clientWidth;
  if (width && width !== chart.width) {
    chart.width = width;
    chart.height = Math.round(Math.min(520, width * 0.92));
    if (chart.isFitted) fitMap();
  }
}

onMoment((story, moment) => {
  measureMap();
  if (chart.story !== story) {
    chart.story = story;
    if (chart.isFitted) fitMap();
    show(
      "map-tools",
      control("Zoom in", "+", () => zoomMap(1.4)),
      control("Zoom out", "−", () => zoomMap(1 / 1.4)),
      control("Around the drone", "here", nearMap),
      control("Whole flight", "all", () => {
        fitMap();
        redrawMap();
      }),
    );
  }
  redrawMap();
  show("map-ground", groundTools(story));
  show("map-key", mapKey(story, moment));
});
