// Talk with the drone: what was said, what it did about it, how that ended, and what it decides now.
import { episodeButton, episodeForm, episodeLink, isWriting } from "./episode.js";
import { send, state, watch } from "./store.js";
import { endingKind, metres } from "./words.js";

const GENERAL = ["Climb 20 metres, turn right and look around.", "Follow the street ahead for 60 metres."];
let isAtEnd = true;

export function startTalk() {
  const form = document.getElementById("say"), input = document.getElementById("sentence");
  const submit = () => {
    const text = input.value.trim();
    if (!text || !state.city) return;
    send({ do: "say", text });
    isAtEnd = true;
    input.value = "";
    grow(input);
  };
  form.addEventListener("submit", (event) => { event.preventDefault(); submit(); });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) { event.preventDefault(); submit(); }
    if (event.key === "Escape") input.blur();
  });
  input.addEventListener("input", () => grow(input));
  startScrolling(document.getElementById("talk"));
  watch(["turns", "story", "examples", "city", "exported", "waiting"], showTalk);
  watch(["now", "phase", "asked", "helm"], showNow);
  watch(["phase", "turns"], () => {
    const isFlying = state.phase === "flying", hasTurns = Object.keys(state.turns || {}).length;
    document.getElementById("send").textContent = isFlying ? "Say" : "Fly";
    const after = innerWidth < 700 ? "And now?" : "And now? “a bit higher” …";
    input.placeholder = isFlying ? "Say something else" : hasTurns ? after : "Fly to …";
  });
}

function grow(input) {
  input.style.height = "";
  if (input.value) input.style.height = Math.min(120, input.scrollHeight + 2) + "px";
}

function showTalk() {
  const box = document.getElementById("talk");
  if (isWriting("talk")) return;
  const turns = Object.values(state.turns || {}).sort((one, other) => one.number - other.number);
  const early = (state.story || []).filter((line) => line.turn === 0);
  box.replaceChildren(...early.map((line) => el("p", { class: "quiet small", text: line.text })), ...(turns.length ? turns.map((turn, index) => showTurn(turn, index === turns.length - 1)) : [empty()]));
  toEnd();
}

// New words are shown as they come, unless the person has scrolled up to read.
function toEnd() {
  const box = document.getElementById("talk");
  if (isAtEnd && Object.keys(state.turns || {}).length) box.scrollTop = box.scrollHeight;
}

function startScrolling(box) {
  const look = () => requestAnimationFrame(() => { isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 40; });
  for (const kind of ["wheel", "touchmove", "pointerup", "keyup"]) box.addEventListener(kind, look, { passive: true });
  new ResizeObserver(toEnd).observe(box);
}

const bare = (text) => text.toLowerCase().replace(/[\s.!]+$/, "");

function empty() {
  const near = (state.examples || []).slice(0, 3);
  return el("div", { class: "empty" }, el("h2", { text: "Say where to fly" }),
    el("p", { class: "quiet", text: "Plain English, one step or many. Some sentences that fit this place:" }),
    el("div", { class: "tries" }, near.map((one) => attempt(one.sentence, metres(one.away_m) + " away")), GENERAL.map((text) => attempt(text, ""))),
    el("p", { class: "quiet small" }, "Or fly by hand: ", el("kbd", { text: "W" }), " ahead, ", el("kbd", { text: "A" }), " ", el("kbd", { text: "D" }), " turn, ", el("kbd", { text: "R" }), " ", el("kbd", { text: "F" }), " up and down."));
}

function attempt(sentence, away) {
  return el("button", { class: "try", type: "button", click: () => {
    const input = document.getElementById("sentence");
    input.value = sentence;
    grow(input);
    input.focus();
  } }, el("b", { text: sentence }), el("span", { text: away }));
}

function showTurn(turn, isLast) {
  const lines = (state.story || []).filter((line) => line.turn === turn.number && !(line.kind === "part" && line.parts === 1));
  const isHand = turn.by === "hand";
  const steps = lines.length ? el("ul", { class: "steps" }, lines.map(showLine)) : null;
  const old = steps && !isLast && lines.length > 3 ? el("details", {}, el("summary", { class: "quiet small", text: plural(lines.length, "line") + " of this flight" }), steps) : steps;
  return el("article", { class: "turn" + (isHand ? " by-hand" : "") }, el("p", { class: "said", dir: "auto", text: isHand ? "You fly by hand" : turn.text }),
    turn.order && !bare(turn.order).startsWith(bare(turn.text)) ? el("p", { class: "read", dir: "auto", text: "read as: " + turn.order }) : null, old,
    state.waiting && !turn.ending ? el("p", { class: "quiet small", text: state.waiting }) : null,
    turn.ending ? ended(turn) : null);
}

function showLine(line) {
  if (line.kind === "plan") return el("li", { class: "note" }, line.text, el("ol", {}, line.parts.map((part, index) => el("li", { text: index + 1 + ". " + part }))));
  if (line.kind === "part") return el("li", { class: "part", dir: "auto", text: (line.parts > 1 ? line.part + " of " + line.parts + ": " : "") + line.text });
  if (line.kind === "step") return el("li", { class: line.failed ? "warn" : "" }, el("details", {}, el("summary", { text: line.text }), el("p", { class: "why", text: line.skill + ": " + line.why })));
  return el("li", { class: line.kind, dir: "auto", text: line.text });
}

function ended(turn) {
  const address = "/replay/" + turn.session + "/" + turn.number;
  return el("div", { class: "ended" },
    el("div", { class: "beside" }, el("span", { class: "chip " + endingKind(turn.ending), text: turn.ending }), turn.path_m !== undefined ? el("span", { class: "quiet small", text: metres(turn.path_m) + " flown" + (turn.decisions ? " in " + plural(turn.decisions, "decision") : "") }) : null),
    turn.words ? el("p", { dir: "auto", text: turn.words }) : null,
    turn.ending === "failed" ? null : el("div", { class: "acts" }, el("a", { class: "ghost", href: address, target: "_blank", rel: "noopener", text: "Replay" }),
      episodeButton(turn, "talk", showTalk), episodeLink(turn)),
    episodeForm(turn, "talk"));
}

function showNow() {
  const box = document.getElementById("now"), now = state.now;
  box.hidden = !now || state.phase !== "flying" || Boolean(state.helm?.is_by_hand);
  if (box.hidden) return;
  const rows = [];
  const wanted = now.looked_for?.length ? now.looked_for : (now.wanted || []).map((what) => ({ what, told: "" }));
  if (wanted.length) rows.push(["Looks for", wanted.map((one, index) => [index ? "; " : "", one.what, one.told ? el("span", { class: one.is_found ? "found" : "quiet", text: " – " + one.told }) : null])]);
  if (now.skill) rows.push(["Does", now.skill]);
  if (now.why) rows.push(["Why", el("span", { text: now.why, dir: "auto" })]);
  if (now.so_far) rows.push(["So far", now.so_far]);
  if (now.progress) rows.push(["Notes", el("span", { text: now.progress, dir: "auto" })]);
  if (state.asked && state.about?.reasoner !== "rules") rows.push(["Asked", plural(state.asked.calls, "call") + ", " + Math.round(state.asked.tokens / 1000) + "k tokens"]);
  box.replaceChildren(el("p", { class: "part", dir: "auto", text: now.subtask ? (now.parts > 1 ? "Part " + now.part + " of " + now.parts + ": " : "") + now.subtask : "Reading the sentence" }),
    el("dl", { class: "rows" }, rows.map(([name, value]) => [el("dt", { text: name }), el("dd", {}, value)])));
}
