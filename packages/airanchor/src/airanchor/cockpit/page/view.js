// The drone's view: pictures as they come, its numbers, and its anchors while it looks.
import { onFrame, state, watch } from "./store.js";
import { redraw } from "./map.js";
import { metres, wind } from "./words.js";

const HEAD = 20, WIDTH = 800, HEIGHT = 600, SEEN = 255.5, FOCAL = 256, LETTER = 9.5;
let pose = null, isMoving = false, newest = 0, session = null;

export const shownPose = () => (state.city ? pose : null);

export function startView() {
  document.getElementById("enlarge").addEventListener("click", enlarge);
  onFrame(show);
  watch(["city"], () => { if (state.city?.session !== session) forget(); });
  watch(["anchors", "phase", "drone"], overlay);
  watch(["drone", "flown_m", "phase", "city", "memory"], hud);
  watch(["now", "phase", "helm"], badge);
}

export function enlarge() {
  document.getElementById("flight").classList.toggle("is-wide");
}

async function show(data) {
  const mine = (newest += 1);
  const head = new DataView(data, 0, HEAD);
  const numbers = [0, 4, 8, 12, 16].map((at) => head.getFloat32(at, true));
  const picture = await createImageBitmap(new Blob([new Uint8Array(data, HEAD)], { type: "image/jpeg" }));
  if (mine === newest && state.city) {
    const canvas = document.getElementById("view");
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    [pose, isMoving] = [numbers.slice(0, 4), numbers[4] > 0];
    overlay();
    hud();
    redraw();
  }
  picture.close();
}

// Nothing of another city stays in view.
function forget() {
  session = state.city?.session;
  pose = null;
  newest += 1;
  const canvas = document.getElementById("view");
  canvas.getContext("2d").clearRect(0, 0, canvas.width, canvas.height);
}

function hud() {
  const at = pose || state.drone;
  if (!at) return document.getElementById("hud").replaceChildren();
  const rows = [["Height", metres(at[2])], ["Facing", wind(at[3]) + " " + Math.round(at[3] % 360) + "°"], ["Flown", metres(state.flown_m || 0)]];
  const remembered = Object.keys(state.memory || {}).length;
  if (remembered) rows.push(["Remembers", remembered]);
  document.getElementById("hud").replaceChildren(...rows.map(([name, value]) => el("div", {}, el("dt", { text: name }), el("dd", { text: value }))));
}

function badge() {
  const helm = state.helm || {}, now = state.now;
  let words = "";
  if (state.phase === "flying" && helm.is_paused) words = "Paused";
  else if (state.phase === "flying" && helm.is_by_hand) words = matchMedia("(pointer: coarse)").matches ? "You fly" : "You fly: W A D, Q E, R F";
  else if (state.phase === "flying" && now?.is_thinking) words = now.what.replace(/^./, (first) => first.toUpperCase()) + " …";
  const node = document.getElementById("badge");
  node.hidden = !words;
  node.textContent = words;
}

// Anchors lie in the square picture of the navigator; the view shows the middle of it.
function overlay() {
  const node = document.getElementById("overlay");
  const anchors = state.anchors;
  const isHere = anchors?.drone && pose && !isMoving && state.phase === "flying" && Math.hypot(pose[0] - anchors.drone[0], pose[1] - anchors.drone[1]) < 0.5 && Math.abs(pose[3] - anchors.drone[3]) < 1;
  node.replaceChildren(...(isHere ? anchors.rows.filter((row) => row.pixel).flatMap(mark) : []));
}

const across = (u) => WIDTH / 2 + ((u - SEEN) / FOCAL) * (WIDTH / 2);
const down = (v) => HEIGHT / 2 + ((v - SEEN) / FOCAL) * (WIDTH / 2);

function mark(row) {
  const [x, y] = [across(row.pixel[0]), down(row.pixel[1])];
  const parts = [];
  if (row.box) {
    const [left, top, right, bottom] = row.box;
    parts.push(svg("rect", { x: across(left), y: down(top), width: across(right) - across(left), height: down(bottom) - down(top) }));
  }
  parts.push(svg("circle", { class: "disc" + (row.is_object ? "" : " way"), cx: x, cy: y, r: 13 }), svg("text", { class: "number", x, y: y + 5.5, text: row.index }));
  if (row.label !== "free way") {
    const words = row.label + (row.is_object && row.distance_m ? ", " + metres(row.distance_m) : "");
    const isLeft = x + 20 + words.length * LETTER > WIDTH && x > WIDTH / 2;
    parts.push(svg("text", { x: x + (isLeft ? -20 : 20), y: y + 6, "text-anchor": isLeft ? "end" : "start", text: words }));
  }
  return parts;
}
