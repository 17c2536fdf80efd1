function show(id, ...children) {
  document.getElementById(id).replaceChildren(...children.flat(Infinity).filter((child) => child));
}

function chip(text, kind, title) {
  return el("span", { class: "chip" + (kind ? " " + kind : ""), title: title || null, text });
}

function says(text, kind) {
  return el("p", { class: "prose" + (kind ? " " + kind : ""), dir: "auto", text });
}

function quiet(text) {
  return el("p", { class: "quiet", text });
}

function fact(name, ...values) {
  return el("div", { class: "fact" }, el("dt", { text: name }), el("dd", { dir: "auto" }, values));
}

function facts(...rows) {
  return el("dl", { class: "facts" }, rows);
}

// JSON for reading: pairs of numbers stay on one line.
function pretty(value) {
  return JSON.stringify(value, null, 2).replace(/\[\s+(-?[\d.e+-]+),\s+(-?[\d.e+-]+)\s+\]/g, "[$1, $2]");
}

const isNumber = (value) => typeof value === "number" && Number.isFinite(value);
const fixed = (value, digits = 1) => (isNumber(value) ? value.toFixed(digits).replace("-", "−") : "–");
const metres = (value) => (isNumber(value) ? fixed(value) + " m" : "–");
const thousands = (value) => (isNumber(value) ? Math.round(value).toLocaleString("en") : "–");
const title = (words) => plain(words).replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase());
const METHODS = new Map([["Finecog", "FineCog-Nav"], ["Mapgpt", "MapGPT"], ["Navgpt", "NavGPT"], ["Pivot", "PIVOT"], ["Spf", "SPF"], ["Typefly", "TypeFly"]]);
// A role as people call it: other methods' roles begin with the method's name.
const roleWords = (role) => title(role).replace(/^\w+/, (first) => METHODS.get(first) || first);

function seconds(value) {
  if (!isNumber(value)) return "–";
  if (value < 1) return Math.round(value * 1000) + " ms";
  if (value < 90) return fixed(value) + " s";
  return Math.floor(value / 60) + " min " + String(Math.round(value % 60)).padStart(2, "0") + " s";
}

const WINDS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
const windOf = (degrees) => WINDS[((Math.round(degrees / 45) % 8) + 8) % 8];

function bearing(degrees) {
  if (!isNumber(degrees)) return "–";
  const tenths = Math.round(degrees * 10); // the side is chosen after rounding, as in the sentences
  return Math.abs(degrees).toFixed(1) + "°" + (tenths < 0 || tenths >= 1800 ? " left" : " right");
}

function height(value) {
  if (!isNumber(value)) return "–";
  return Math.abs(value).toFixed(1) + " m " + (Math.round(value * 10) < 0 ? "below" : "above");
}

// What endings and verdicts mean, for who has never seen them: told with the story, as videos tell them.
const endingWords = (ending) => flight.story.meanings.endings[ending] || null;
const verdictWords = (verdict) => flight.story.meanings.verdicts[verdict] || null;
const SKILL_WORDS = {
  pixel: "flies towards a point of the view",
  altitude: "climbs or sinks",
  rotation: "turns on the spot and looks around",
  backtrack: "flies back along its own path",
  program: "runs a small program of moves",
  stop: "ends the flight",
  other: "",
};
const METRICS = {
  NE: ["from the goal", "Navigation error: the distance from where the drone stopped to the goal, in metres."],
  SPL: ["path efficiency (SPL)", "Success weighted by the shortest length over the length flown, 0 to 1."],
  nDTW: ["likeness to the reference (nDTW)", "How well the path follows the reference path, 0 to 1."],
};
