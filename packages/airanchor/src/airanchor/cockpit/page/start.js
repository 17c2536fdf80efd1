// The first screen: cities to choose from, a file to drop, and what was flown before.
import { episodeButton, episodeForm, isWriting } from "./episode.js";
import { send, state } from "./store.js";
import { endingKind, moment, title } from "./words.js";
import { endToast, toast } from "./main.js";

const SHOWN = 12;

export function showCities(list) {
  const cards = (state.cities || []).map((city) => {
    const picture = el("img", { src: "/thumbnail/" + encodeURIComponent(city.name), alt: "", loading: "lazy", width: 352, height: 220 });
    picture.addEventListener("error", () => picture.replaceWith(el("span", { class: "noimage" })));
    const size = city.size_m ? ", " + city.size_m + "\u00a0m\u00a0across" : "";
    return el("li", {}, el("button", { class: "city", type: "button", click: () => send({ do: "open", city: city.name }) },
      picture, el("span", { class: "about" }, el("b", { text: title(city.name) }), el("span", { text: city.about + size }))));
  });
  list.replaceChildren(...cards, el("li", {}, dropZone()));
}

function dropZone() {
  const input = el("input", { type: "file", accept: ".json,.jsonl,.geojson", hidden: true });
  const zone = el("button", { class: "drop", type: "button", click: () => input.click() },
    svg("svg", { viewBox: "0 0 24 24" }, svg("path", { d: "M12 16V4m0 0 4.5 4.5M12 4 7.5 8.5M4 15v4a1.5 1.5 0 0 0 1.5 1.5h13A1.5 1.5 0 0 0 20 19v-4" })),
    el("b", { text: "Your own city" }), el("span", { class: "small", text: "Drop a CityJSON or GeoJSON file here" }),
    el("span", { class: "small wrong", id: "not-brought", role: "alert" }), input);
  input.addEventListener("click", (event) => event.stopPropagation());
  input.addEventListener("change", () => {
    if (input.files[0]) bring(input.files[0]);
    input.value = ""; // the same file may be chosen again, mended
  });
  document.getElementById("own").onclick = () => input.click();
  return zone;
}

// A city file may be dropped anywhere on the first screen.
export function startDropping(screen) {
  for (const kind of ["dragover", "dragleave", "drop"]) screen.addEventListener(kind, (event) => {
    event.preventDefault();
    screen.classList.toggle("is-over", kind === "dragover");
    if (kind === "drop" && event.dataTransfer.files[0]) bring(event.dataTransfer.files[0]);
  });
}

// Why the last file did not become a city stays on its card.
export function showNotBrought(words) {
  const node = document.getElementById("not-brought");
  if (!node) return;
  node.textContent = plain(words || "");
  if (words) node.scrollIntoView({ block: "nearest" });
}

async function bring(file) {
  showNotBrought("");
  toast("Sending " + file.name + " …");
  try {
    const answer = await fetch("/city?name=" + encodeURIComponent(file.name), { method: "POST", body: file, headers: { "Content-Type": "application/octet-stream" } });
    const told = await answer.json();
    if (!answer.ok) { toast(told.problem); showNotBrought(told.problem); } else endToast("Sending");
  } catch {
    toast("The file could not be sent; is the cockpit still running?");
  }
}

export function showSessions(list, section, episodes) {
  if (isWriting("before")) return;
  const sessions = state.sessions || [], again = () => showSessions(list, section, episodes);
  section.hidden = document.getElementById("to-before").hidden = !sessions.length;
  episodes.hidden = !(state.exported || []).length;
  episodes.textContent = plural((state.exported || []).length, "episode") + " in episodes.json";
  list.replaceChildren(...sessions.slice(0, SHOWN).map((session) => el("li", { class: "session" },
    el("header", {}, el("b", { text: title(session.scene) }), el("span", { class: "quiet small", text: moment(session.began) })),
    session.turns.map((turn) => el("div", { class: "flown" },
      el("span", { class: "chip " + endingKind(turn.ending), text: turn.ending || "cut off" }),
      el("q", { text: turn.text, title: turn.text, dir: "auto" }),
      el("a", { class: "small", href: "/replay/" + session.id + "/" + turn.number, target: "_blank", rel: "noopener", text: "Replay" }),
      turn.ending === "failed" ? null : episodeButton(turn, "before", again), episodeForm(turn, "before"))))));
}
