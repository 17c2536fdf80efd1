// The map: drawing, looking around on it, and choosing where the drone begins.
import { send, state, watch } from "./store.js";
import { Frame } from "./frame.js";
import { drawBase } from "./map_base.js";
import { drawMarks } from "./map_marks.js";
import { onTheme } from "./theme.js";
import { shownPose } from "./view.js";
import { chosenHeight } from "./controls.js";

const frame = new Frame();
const LEGEND = [["m-water", "water"], ["m-green", "park"], ["m-road", "street"], ["m-building", "house"], ["m-landmark", "landmark"], ["path", "flown", "line"], ["hand", "by hand", "line dashed"], ["anchor", "measured now", "ring"], ["memory", "remembered"]];
const isTouched = () => matchMedia("(pointer: coarse)").matches || innerWidth < 700;
let base, marks, city, drag = null, placing = null, isWanted = false;
const pointers = new Map();

export function startMap() {
  [base, marks] = ["map-base", "map-marks"].map((id) => document.getElementById(id));
  new ResizeObserver(resize).observe(marks.parentElement);
  watch(["city"], load);
  watch(["path", "drone", "anchors", "memory", "turn", "phase"], () => { follow(); redraw(); hint(); });
  onTheme(() => { paintBase(); redraw(); });
  document.getElementById("legend").replaceChildren(...LEGEND.map(([name, words, kind]) => {
    const key = el("i", { class: kind || "" });
    key.style[kind ? "borderColor" : "background"] = "var(--" + name + ")";
    return el("li", {}, key, words);
  }));
  for (const [id, factor] of [["zoom-in", 1.4], ["zoom-out", 1 / 1.4]]) document.getElementById(id).addEventListener("click", () => zoom(factor, frame.width / 2, frame.height / 2));
  document.getElementById("zoom-fit").addEventListener("click", fit);
  marks.addEventListener("wheel", (event) => { event.preventDefault(); zoom(Math.exp(-event.deltaY * 0.0016), event.offsetX, event.offsetY); }, { passive: false });
  marks.addEventListener("pointerdown", press);
  marks.addEventListener("pointermove", move);
  for (const kind of ["pointerup", "pointercancel"]) marks.addEventListener(kind, release);
  marks.addEventListener("contextmenu", (event) => event.preventDefault());
}

async function load() {
  city = null;
  document.getElementById("credit").textContent = plain(state.city?.attribution || "");
  if (!state.city) return;
  city = await (await fetch("/map")).json();
  resize();
  fit();
}

function resize() {
  const { clientWidth, clientHeight } = marks.parentElement;
  if (!clientWidth) return;
  const isFirst = frame.width <= 1;
  const density = Math.min(2, window.devicePixelRatio || 1);
  [frame.width, frame.height] = [clientWidth, clientHeight];
  for (const canvas of [base, marks]) {
    canvas.width = clientWidth * density;
    canvas.height = clientHeight * density;
    canvas.getContext("2d").setTransform(density, 0, 0, density, 0, 0);
  }
  if (isFirst && city) fit();
  paintBase();
  redraw();
}

function fit() {
  if (!city) return;
  frame.fit(city.bounds);
  paintBase();
  redraw();
}

function zoom(factor, x, y) {
  frame.zoom(factor, x, y);
  paintBase();
  redraw();
}

function paintBase() {
  if (!city || frame.width <= 1) return;
  drawBase(base.getContext("2d"), frame, city);
  const length = frame.round(130);
  const [bar, words] = document.getElementById("scale").children;
  bar.style.width = length * frame.scale + "px";
  words.textContent = length + " m";
}

export function redraw() {
  if (isWanted) return;
  isWanted = true;
  requestAnimationFrame(() => {
    isWanted = false;
    if (city) drawMarks(marks.getContext("2d"), frame, state, shownPose() || state.drone, placing);
  });
}

// While it flies, the drone stays on the map.
function follow() {
  const drone = state.drone;
  if (!city || !drone || state.phase !== "flying" || drag) return;
  const [x, y] = [frame.x(drone[1]), frame.y(drone[0])];
  const [edgeX, edgeY] = [frame.width * 0.12, frame.height * 0.12];
  if (x > edgeX && x < frame.width - edgeX && y > edgeY && y < frame.height - edgeY) return;
  [frame.north, frame.east] = drone;
  paintBase();
}

const mayPlace = (event) => state.phase === "ready" && event.button === 0 && !event.shiftKey && pointers.size === 1;

function hint() {
  const isNew = !Object.keys(state.turns || {}).length;
  marks.classList.toggle("is-placing", state.phase === "ready");
  document.getElementById("map-hint").textContent = state.phase === "ready"
    ? isNew ? isTouched() ? "Tap where the drone begins; drag to choose its heading." : "Click where the drone begins; drag to choose its heading." : isTouched() ? "Tap to put the drone somewhere else. Two fingers move the map." : "Click to put the drone somewhere else. Shift-drag moves the map."
    : "";
}

function press(event) {
  marks.setPointerCapture(event.pointerId);
  pointers.set(event.pointerId, [event.offsetX, event.offsetY]);
  const [north, east] = frame.place(event.offsetX, event.offsetY);
  drag = { x: event.offsetX, y: event.offsetY, isPlacing: mayPlace(event), north, east };
  if (!drag.isPlacing) placing = null;
}

// What the landmark under the pointer looks like: words that one can say.
function name(x, y) {
  const near = (city?.names || []).map(([, north, east, about]) => [Math.hypot(frame.x(east) - x, frame.y(north) - y), about]).sort((one, other) => one[0] - other[0])[0];
  marks.title = near && near[0] < 22 ? plain(near[1]) : "";
}

function move(event) {
  const before = pointers.get(event.pointerId);
  if (!drag || !before) return name(event.offsetX, event.offsetY);
  const now = [event.offsetX, event.offsetY];
  if (pointers.size === 2) pinch(event.pointerId, before, now);
  pointers.set(event.pointerId, now);
  if (pointers.size > 1) return;
  const [dx, dy] = [now[0] - drag.x, now[1] - drag.y];
  if (drag.isPlacing) {
    const heading = Math.hypot(dx, dy) > 12 ? (Math.atan2(dx, -dy) * 180) / Math.PI : state.drone ? state.drone[3] : 0;
    placing = [drag.north, drag.east, 0, heading];
  } else {
    frame.pan(now[0] - before[0], now[1] - before[1]);
    paintBase();
  }
  redraw();
}

function pinch(id, before, now) {
  const other = [...pointers].find(([one]) => one !== id)[1];
  drag.isPlacing = false;
  placing = null;
  const [was, is] = [before, now].map((point) => Math.hypot(point[0] - other[0], point[1] - other[1]));
  frame.pan((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
  if (was > 5) zoom(is / was, (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
}

function release(event) {
  pointers.delete(event.pointerId);
  if (drag?.isPlacing && event.type === "pointerup") {
    const heading = placing ? placing[3] : state.drone ? state.drone[3] : 0;
    send({ do: "place", north: drag.north, east: drag.east, up: chosenHeight(), heading });
  }
  if (!pointers.size) drag = null;
  placing = null;
  redraw();
}
