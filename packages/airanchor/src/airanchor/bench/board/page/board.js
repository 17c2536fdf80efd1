// The flights of a run: which of them are wanted, and what they come to.

const board = JSON.parse(document.getElementById("board").textContent);
const IS_SERVED = document.documentElement.dataset.mode === "served";
const FILTERS = [
  ["row", "Method"],
  ["outcome", "Outcome"],
  ["ending", "Ending"],
  ["cause", "First cause"],
  ["style", "Style of city"],
  ["scene", "City"],
  ["voice", "Voice"],
];
const chosen = { words: "", sort: "order", isDown: false };
const fixed = (value, digits) => (typeof value === "number" ? value.toFixed(digits) : "–");
const show = (id, ...children) => document.getElementById(id).replaceChildren(...children.flat(Infinity).filter((child) => child));
const titleOf = (row) => board.titles[row] || row;
const causeOf = (flight) => (flight.outcome === "success" ? "" : flight.cause || "not diagnosed");

// Lower case once, since it is searched on every key.
board.flights.forEach((flight, order) => {
  flight.order = order;
  flight.text = (flight.instruction + " " + flight.episode).toLowerCase();
  flight.cause = causeOf(flight);
});

const matches = (flight, but) => FILTERS.every(([key]) => key === but || !chosen[key] || flight[key] === chosen[key]);

const spoken = { words: "", flights: board.flights };

// Those with the words that are searched for, found once for all filters.
function withWords() {
  if (spoken.words === chosen.words) return spoken.flights;
  const words = chosen.words.toLowerCase().split(/\s+/).filter(Boolean);
  return Object.assign(spoken, { words: chosen.words, flights: board.flights.filter((flight) => words.every((word) => flight.text.includes(word))) }).flights;
}

const wanted = (but) => withWords().filter((flight) => matches(flight, but));

function counts(flights, key) {
  const found = new Map();
  for (const flight of flights) if (flight[key]) found.set(flight[key], (found.get(flight[key]) || 0) + 1);
  return [...found].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1));
}

function meaning(key, value) {
  if (key === "outcome") return board.outcomes[value] || null;
  return key === "cause" ? board.causes[value] || null : null;
}

// How many flights each choice would leave; a choice that would leave none is not offered.
function filterNode([key, words]) {
  const found = counts(wanted(key), key);
  if (new Set(board.flights.map((flight) => flight[key])).size < 2) return null;
  const options = found.map(([value, count]) =>
    el("option", { value, selected: chosen[key] === value, title: meaning(key, value), text: (key === "row" ? titleOf(value) : value) + " (" + count + ")" }),
  );
  const choose = (event) => {
    chosen[key] = event.target.value;
    redraw();
  };
  return el("label", {}, el("span", { text: words }), el("select", { "data-key": key, change: choose }, el("option", { value: "", text: "all" }), options));
}

const search = el("input", { type: "search", placeholder: "words of the instruction", "aria-label": "Words of the instruction", input: (event) => wait(event.target.value) });
let timer = null;

function wait(words) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    chosen.words = words;
    redraw();
  }, 120);
}

function clearAll() {
  for (const [key] of FILTERS) chosen[key] = "";
  chosen.words = "";
  search.value = "";
  redraw();
}

function drawFilters() {
  const held = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.key : null;
  const isSearching = document.activeElement === search;
  show(
    "filters",
    el("label", { class: "wide" }, el("span", { text: "Search" }), search),
    FILTERS.map(filterNode),
    el("button", { type: "button", text: "Show all", click: clearAll }),
  );
  if (isSearching) search.focus();
  else if (held) document.querySelector('select[data-key="' + held + '"]')?.focus();
}

// Wilson's interval of 95 %, flights taken as independent.
function interval(hits, count) {
  const z = 1.959964;
  const rate = hits / count;
  const scale = 1 + (z * z) / count;
  const middle = (rate + (z * z) / (2 * count)) / scale;
  const half = (z * Math.sqrt((rate * (1 - rate)) / count + (z / (2 * count)) ** 2)) / scale;
  return [hits ? middle - half : 0, hits === count ? 1 : middle + half];
}

function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function sumRow(row, flights) {
  const count = flights.length;
  const hits = flights.filter((flight) => flight.outcome === "success").length;
  const said = flights.filter((flight) => flight.outcome === "said done, was not there").length;
  const [low, high] = interval(hits, count);
  const percent = (share) => fixed(100 * share, 1) + " %";
  const mean = (key) => flights.reduce((sum, flight) => sum + flight[key], 0) / count;
  const cells = [String(count), percent(hits / count) + " [" + fixed(100 * low, 1) + ", " + fixed(100 * high, 1) + "]", percent(said / count), fixed(median(flights.map((flight) => flight.error_m)), 0) + " m", fixed(mean("path_m"), 0) + " m", fixed(mean("decisions"), 1), fixed(mean("collisions"), 2)];
  return el("tr", {}, el("th", { scope: "row", text: titleOf(row) }), cells.map((text) => el("td", { text })));
}

function drawSums(flights) {
  const rows = [...new Set(flights.map((flight) => flight.row))];
  const names = [["Method"], ["Flights"], ["Success", "Stopped within 20 m of the goal, with Wilson's interval of 95 %, flights taken as independent"], ["Said done wrongly", board.outcomes["said done, was not there"]], ["From the goal", "Where the flight stopped, median"], ["Flown", "Mean"], ["Decisions", "Mean"], ["Collisions", "Mean"]];
  if (!rows.length) return show("sums");
  show(
    "sums",
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, names.map(([name, why]) => el("th", { scope: "col", title: why || null, text: name })))),
      el("tbody", {}, rows.map((row) => sumRow(row, flights.filter((flight) => flight.row === row)))),
    ),
  );
}

function drawHead() {
  const facts = board.facts.map(([name, words]) => [el("dt", { text: name }), el("dd", { text: words })]);
  const note = board.has_traces
    ? IS_SERVED
      ? "A click on a flight shows its details, with a link to its replay."
      : "A click on a flight shows how to open its replay."
    : "Replays need the flights' recordings, which this run does not hold: it was packed without them, or they were removed.";
  show(
    "head",
    el("h1", { dir: "auto", text: board.run }),
    el("p", { class: "quiet", text: note + " Intervals that take paths as units, and tests: airanchor bench table." }),
    el("details", {}, el("summary", { text: "Where these numbers come from" }), el("dl", {}, facts)),
  );
  document.title = plain(board.run) + " · AirAnchor run";
}
