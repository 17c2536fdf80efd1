// The table of flights: sorted by any column, drawn as far as it is looked at, each flight to be opened.

const CHUNK = 120;
const COLUMNS = [
  ["outcome", "Outcome"],
  ["error_m", "From the goal", (value) => fixed(value, 0) + " m"],
  ["ending", "Ending"],
  ["cause", "First cause"],
  ["scene", "City"],
  ["instruction", "Instruction"],
  ["path_m", "Flown", (value) => fixed(value, 0) + " m"],
  ["decisions", "Decisions"],
  ["collisions", "Collisions"],
];
const KIND = { success: "good", "said done, was not there": "bad", "came by": "warn", missed: "" };
const table = { flights: [], drawn: 0, body: null, watcher: null };
const columns = () => (new Set(board.flights.map((flight) => flight.row)).size > 1 ? [["row", "Method", titleOf], ...COLUMNS] : COLUMNS);

function sorted(flights) {
  const key = chosen.sort;
  const sign = chosen.isDown ? -1 : 1;
  return [...flights].sort((one, other) => {
    const [a, b] = [one[key], other[key]];
    return (a < b ? -sign : a > b ? sign : 0) || one.order - other.order;
  });
}

function sortBy(key) {
  if (chosen.sort === key && chosen.isDown) Object.assign(chosen, { sort: "order", isDown: false });
  else Object.assign(chosen, { isDown: chosen.sort === key, sort: key });
  redraw();
}

function headNode([key, words]) {
  const isSorted = chosen.sort === key;
  return el(
    "th",
    { scope: "col", class: "c-" + key, "aria-sort": isSorted ? (chosen.isDown ? "descending" : "ascending") : "none" },
    el("button", { type: "button", text: words + (isSorted ? (chosen.isDown ? " ▾" : " ▴") : ""), click: () => sortBy(key) }),
  );
}

const replayAddress = (flight) => "/flight?row=" + encodeURIComponent(flight.row) + "&episode=" + encodeURIComponent(flight.episode);

function linkNode(flight) {
  if (!flight.trace) return el("p", { class: "quiet", text: "No replay: this run does not hold the recording of the flight." });
  if (IS_SERVED) return el("a", { class: "replay", href: replayAddress(flight), target: "_blank", rel: "noopener", text: "Open the replay" });
  return el("p", { class: "quiet" }, "For its replay: ", el("code", { text: "airanchor bench view " + board.run }), " and open it there, or ", el("code", { text: "airanchor view " + board.run + "/rows/" + flight.row + "/traces/" + flight.episode }));
}

function detailNode(flight, span) {
  const facts = [
    ["Episode", flight.episode],
    ["Style of city", flight.style],
    ["Voice", flight.voice],
    ["Flown and reference", fixed(flight.path_m, 0) + " m, " + fixed(flight.reference_m, 0) + " m"],
    ["Steps", String(flight.steps)],
    ["Likeness to the reference (nDTW)", fixed(flight.ndtw, 2)],
    ["What went wrong first", flight.why],
  ].filter(([, words]) => words);
  return el(
    "tr",
    { class: "detail" },
    el("td", { colspan: String(span) }, el("p", { class: "instruction", dir: "auto", text: flight.instruction || "The words of this episode are not known here." }), el("dl", {}, facts.map(([name, words]) => [el("dt", { text: name }), el("dd", { dir: "auto", text: words })])), linkNode(flight)),
  );
}

function toggle(row, flight) {
  const next = row.nextElementSibling;
  const isOpen = next && next.classList.contains("detail");
  if (isOpen) next.remove();
  else row.after(detailNode(flight, columns().length));
  row.setAttribute("aria-expanded", String(!isOpen));
}

function cellNode(flight, [key, , words]) {
  const value = words ? words(flight[key]) : flight[key];
  const kind = "c-" + key + (key === "outcome" ? " outcome " + (KIND[value] || "") : "");
  if (key === "instruction") return el("td", { class: kind }, el("div", { dir: "auto", text: value }));
  const content = key === "outcome" ? el("span", { class: "chip", text: value }) : value === "" ? "" : String(value);
  return el("td", { class: kind, title: meaning(key, flight[key]) }, content);
}

function rowNode(flight) {
  const act = () => toggle(row, flight);
  const press = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    act();
  };
  const row = el("tr", { class: "flight", tabindex: "0", "aria-expanded": "false", click: act, keydown: press }, columns().map((column) => cellNode(flight, column)));
  return row;
}

function drawMore() {
  const until = Math.min(table.flights.length, table.drawn + CHUNK);
  table.body.append(...table.flights.slice(table.drawn, until).map(rowNode));
  table.drawn = until;
}

function drawTable(flights) {
  Object.assign(table, { flights: sorted(flights), drawn: 0, body: el("tbody") });
  const end = el("div", { class: "end", "aria-hidden": "true" });
  show("table", el("table", { class: "flights" }, el("thead", {}, el("tr", {}, columns().map(headNode))), table.body), end);
  drawMore();
  if (table.watcher) table.watcher.disconnect();
  table.watcher = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && table.drawn < table.flights.length && drawMore(), { rootMargin: "900px" });
  table.watcher.observe(end);
}

function redraw() {
  const flights = wanted();
  drawFilters();
  drawSums(flights);
  drawTable(flights);
  document.getElementById("count").textContent = flights.length === board.flights.length ? plural(flights.length, "flight") : flights.length + " of " + plural(board.flights.length, "flight");
}

drawHead();
redraw();
