// A flown turn saved as an episode: the button, and the form with its words, wherever turns are listed.
import { send, state } from "./store.js";

let open = null; // the one form that is shown: of which turn, in which list, and the form itself
export const idOf = (turn) => turn.session + "-" + String(turn.number).padStart(2, "0");
const isKept = (turn) => (state.exported || []).includes(idOf(turn));
const isOpen = (turn, list) => open !== null && open.id === idOf(turn) && open.list === list;

// A list in which somebody writes is not drawn anew.
export const isWriting = (list) => Boolean(open?.list === list && open.form.contains(document.activeElement));

// `redraw` draws the list again: the form comes and goes at once.
export function episodeButton(turn, list, redraw) {
  return el("button", { class: "ghost", type: "button", "aria-expanded": String(isOpen(turn, list)), click: () => {
    open = isOpen(turn, list) ? null : { id: idOf(turn), list, form: form(turn, redraw) };
    redraw();
    open?.form.scrollIntoView({ block: "nearest" });
    open?.form.querySelector("textarea").focus();
  } }, isKept(turn) ? "Saved as episode ✓" : "Save as episode");
}

export function episodeLink(turn) {
  return isKept(turn) ? el("a", { class: "small", href: "/episodes", text: "episodes.json" }) : null;
}

// The same form each time, so that what was written stays.
export const episodeForm = (turn, list) => (isOpen(turn, list) ? open.form : null);

function form(turn, redraw) {
  const text = el("textarea", { "aria-label": "Words of the episode", maxlength: 2000, required: true });
  text.value = turn.by === "hand" ? "" : turn.text;
  if (turn.by === "hand") text.placeholder = "Describe this path as you would tell a pilot: “Take off, pass the church on your left …”";
  return el("form", { class: "export", submit: (event) => {
    event.preventDefault();
    open = null;
    send({ do: "export", session: turn.session, turn: turn.number, text: text.value });
    redraw();
  } }, el("p", { class: "quiet small", text: "The flown path with these words becomes an episode in AerialVLN's format." }), text, el("div", { class: "acts" }, el("button", { class: "ghost", type: "submit", text: "Save" })));
}
