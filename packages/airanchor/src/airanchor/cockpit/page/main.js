// The page: which screen is shown, what is said above it, and its parts put together.
import { connect, isConnected, send, state, watch } from "./store.js";
import { showCities, showNotBrought, showSessions, startDropping } from "./start.js";
import { startMap } from "./map.js";
import { startView } from "./view.js";
import { startTalk } from "./talk.js";
import { startControls } from "./controls.js";
import { startTheme } from "./theme.js";
import { title } from "./words.js";

const at = (id) => document.getElementById(id);
let toastTimer = 0;

function showScreen() {
  const hasCity = Boolean(state.city);
  at("start").hidden = hasCity || !state.cities;
  at("flight").hidden = !hasCity;
  document.body.dataset.screen = hasCity ? "flight" : "start";
  at("where").textContent = hasCity ? title(state.city.name) : "";
  document.title = hasCity ? title(state.city.name) + " – AirAnchor cockpit" : "AirAnchor cockpit";
}

function showStatus() {
  const helm = state.helm || {};
  let [words, kind] = ["", ""];
  if (!isConnected) [words, kind] = ["no connection", "bad"];
  else if (state.phase === "flying" && helm.is_paused) [words, kind] = ["paused", "hold"];
  else if (state.phase === "flying" && helm.is_by_hand) [words, kind] = ["by hand", "hand"];
  else if (state.phase === "flying") [words, kind] = ["flying", "go"];
  else if (state.phase === "ready") words = "ready";
  at("status").className = "pill " + kind;
  at("status").textContent = words;
}

function showLoading() {
  const loading = state.loading;
  at("loading").hidden = !loading || state.phase === "flying" || (state.phase === "starting" && !state.about?.scene);
  if (state.phase === "starting") { at("status").textContent = "getting ready"; }
  if (!loading) return;
  const isOpen = loading.share === null || loading.share >= 1;
  at("loading-what").textContent = loading.what.replace(/^./, (first) => first.toUpperCase()) + " …";
  at("loading-share").parentElement.classList.toggle("is-open", isOpen);
  at("loading-share").style.width = isOpen ? "30%" : Math.max(4, loading.share * 100) + "%";
  at("loading-hint").textContent = "A city is built once and kept; the next time it opens in seconds.";
}

function showAbout() {
  const about = state.about;
  if (!about) return;
  at("who").textContent = about.agent + " · " + (about.reasoner === "rules" ? "embedded rules" : about.reasoner) + " · " + about.profile;
  at("desk").hidden = !about.desk;
  if (about.desk) at("desk").href = about.desk;
}

export function toast(words) {
  clearTimeout(toastTimer);
  at("toast").hidden = !words;
  at("toast").textContent = plain(words || "");
  if (words) toastTimer = setTimeout(() => { at("toast").hidden = true; }, 7000);
}

// Ends a toast of that beginning; another one may have come meanwhile and stays.
export function endToast(beginning) {
  if (at("toast").textContent.startsWith(beginning)) toast("");
}

watch(["city", "cities"], showScreen);
watch(["phase", "helm", "connection"], showStatus);
watch(["loading", "phase"], showLoading);
watch(["about"], showAbout);
watch(["cities"], () => showCities(at("cities")));
watch(["not_brought", "cities"], () => showNotBrought(state.not_brought));
watch(["sessions", "exported"], () => showSessions(at("sessions"), at("before"), at("episodes")));
watch(["problem"], () => toast(state.problem));
watch(["refused"], () => toast(state.refused));
watch(["hint"], () => toast(state.hint));
at("home").addEventListener("click", () => {
  if (!state.city) return;
  if (state.phase !== "flying" || confirm("End the flight and go back to the cities?")) send({ do: "leave" });
});
startTheme(at("theme"));
startDropping(at("start"));
startMap();
startView();
startTalk();
startControls();
connect();
