// Buttons and keys: pause, stop, take over and fly, give back; how fast it is shown, how high it begins.
import { send, state, watch } from "./store.js";
import { enlarge } from "./view.js";
import { speedWords } from "./words.js";

const KEYS = { w: "MOVE_FORWARD", arrowup: "MOVE_FORWARD", a: "TURN_LEFT", arrowleft: "TURN_LEFT", d: "TURN_RIGHT", arrowright: "TURN_RIGHT", q: "MOVE_LEFT", e: "MOVE_RIGHT", r: "GO_UP", pageup: "GO_UP", f: "GO_DOWN", pagedown: "GO_DOWN" };
const HELP = [[["W", "↑"], "ahead 5 m"], [["A", "D", "←", "→"], "turn left, right by 15°"], [["Q", "E"], "slide left, right 5 m"], [["R", "F"], "up, down 2 m"], [["Space"], "pause, go on"], [["T"], "take over, give back"], [["Esc"], "stop"], [["V"], "the view large, or the map"], [["/"], "to the sentence"], [["?"], "this"]];
// As the keys lie on a keyboard: Q W E over A and D, with R over F beside them.
const PAD = [["MOVE_LEFT", "«", "slide", "Slide left 5 m (Q)"], ["MOVE_FORWARD", "↑", "ahead", "Ahead 5 m (W or ↑)"], ["MOVE_RIGHT", "»", "slide", "Slide right 5 m (E)"], null, ["GO_UP", "+", "up", "Up 2 m (R)"],
  ["TURN_LEFT", "←", "turn", "Turn left 15° (A or ←)"], null, ["TURN_RIGHT", "→", "turn", "Turn right 15° (D or →)"], null, ["GO_DOWN", "−", "down", "Down 2 m (F)"]];
let height = 30;

export const chosenHeight = () => height;

export function startControls() {
  watch(["phase", "helm", "speed", "about", "city"], showButtons);
  watch(["drone", "phase"], () => { if (state.phase !== "flying" && state.drone) { height = Math.round(state.drone[2]); showButtons(); } });
  document.getElementById("pad").replaceChildren(...PAD.map((one) => (one ? padButton(...one) : el("span"))));
  watch(["phase", "helm"], () => { document.getElementById("pad").hidden = !(isFlying() && state.helm?.is_by_hand); });
  document.addEventListener("keydown", press);
  document.getElementById("help").addEventListener("click", showHelp);
}

const padButton = (action, sign, word, words) => el("button", { type: "button", "aria-label": words, title: words, click: () => send({ do: "fly", action }) }, sign, el("small", { text: word }));
const isFlying = () => state.phase === "flying";
const button = (words, kind, isOff, act, title) => el("button", { type: "button", class: kind, disabled: isOff, click: act, title }, words);

function showButtons() {
  const box = document.getElementById("controls");
  const range = document.activeElement?.type === "range" && box.contains(document.activeElement);
  if (range) return; // being dragged
  const { is_paused: isPaused, is_by_hand: isByHand } = state.helm || {};
  const parts = isFlying()
    ? [isPaused ? button("Go on", "", false, () => send({ do: "resume" }), "Space") : button("Pause", "", false, () => send({ do: "pause" }), "Space"),
      isByHand ? button("Give back", "is-on", false, () => send({ do: "give back" }), "T") : button("Take over", "", false, () => send({ do: "take over" }), "T"),
      button("Stop", "stop", false, () => send({ do: "stop" }), "Esc"), speeds()]
    : [button("Fly by hand", "", state.phase !== "ready", () => send({ do: "take over" }), "T, or just press W"), heightPart(), speeds()];
  box.replaceChildren(...parts);
}

function speeds() {
  const choice = el("select", { "aria-label": "Speed" }, (state.about?.speeds || []).map((speed) => el("option", { value: speed, selected: speed === state.speed }, speedWords(speed))));
  choice.addEventListener("change", () => { send({ do: "speed", speed: Number(choice.value) }); choice.blur(); });
  return el("label", {}, "Speed", choice);
}

function heightPart() {
  const most = state.about?.ceiling_m || 120;
  const slider = el("input", { type: "range", min: 4, max: most, step: 1, value: height, "aria-label": "Height of the start in metres" });
  const words = el("span", { text: height + " m" });
  slider.addEventListener("input", () => { height = Number(slider.value); words.textContent = height + " m"; });
  slider.addEventListener("change", () => {
    slider.blur();
    if (state.drone && state.phase === "ready") send({ do: "place", north: state.drone[0], east: state.drone[1], up: height, heading: state.drone[3] });
  });
  return el("label", {}, "Height", slider, words);
}

function press(event) {
  const isWriting = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
  if (isWriting || event.ctrlKey || event.metaKey || event.altKey || document.getElementById("keys").open) return;
  if (event.key === "?") return showHelp();
  if (!state.city) return;
  const key = event.key.toLowerCase();
  const action = KEYS[key];
  const helm = state.helm || {};
  if (action && (isFlying() || state.phase === "ready")) send({ do: "fly", action });
  else if (key === "s" || key === "arrowdown") { document.getElementById("announce").textContent = "A drone of AerialVLN has no way back: turn around."; }
  else if (key === " " && isFlying()) send({ do: helm.is_paused ? "resume" : "pause" });
  else if (key === "t") send({ do: isFlying() && helm.is_by_hand ? "give back" : "take over" });
  else if (key === "escape" && isFlying()) send({ do: "stop" });
  else if (key === "v") enlarge();
  else if (key === "/") document.getElementById("sentence").focus();
  else return;
  event.preventDefault();
}

function showHelp() {
  const dialog = document.getElementById("keys");
  dialog.replaceChildren(el("h2", { text: "Keys" }), el("dl", { class: "keys" }, HELP.map(([keys, words]) => [el("dt", {}, keys.map((key) => [el("kbd", { text: key }), " "])), el("dd", { text: words })])),
    el("p", { class: "quiet small", text: "A key takes over at once; the drone flies AerialVLN's actions and nothing through walls. Give it back, and the navigator looks again and goes on from there." }),
    el("button", { class: "primary", type: "button", click: () => dialog.close() }, "Close"));
  dialog.showModal();
}
