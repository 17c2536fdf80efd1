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

// What endings, verdicts and skills mean, for who has never seen them.
const ENDINGS = {
  completed: "All of the instruction was done, as far as the drone could tell.",
  guessed: "All was flown, but something was never recognised where it should be: the drone guessed.",
  "partly done": "Some of the instruction was done, some was not.",
  "not found": "A thing that the instruction names was looked for and never found.",
  "given up": "The drone tried for as long as it may and gave up.",
  "not understood": "Nothing of the instruction could be read as something to fly.",
  stopped: "The method stopped, and cannot tell whether anything was done.",
  "iteration budget": "The number of decisions that a flight may take was used up.",
  "reasoner budget spent": "The calls, tokens or money granted for the model were used up.",
  "reasoner refused": "The model's service refused to answer.",
  "time limit": "The time that a flight may take was over.",
  "world lost": "The simulator no longer answered.",
  interrupted: "Somebody ended the flight.",
  "cut off": "The recording ends in the middle of the flight.",
  "in flight": "The flight is going on; this page follows it.",
};
const VERDICTS = {
  completed: "Done, as far as the drone could tell.",
  guessed: "Flown, but never recognised: perhaps done.",
  "partly done": "Done in part.",
  "not found": "What it names was looked for and never found.",
  "given up": "Tried for as long as allowed, then given up.",
  "not understood": "Could not be read as something to fly.",
  ongoing: "Still being flown.",
};
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
  SR: ["success", "1 if the drone stopped within 20 m of the goal, else 0."],
  OSR: ["came by", "1 if the drone came within 20 m of the goal at any time, else 0."],
  SPL: ["path efficiency (SPL)", "Success weighted by the shortest length over the length flown, 0 to 1."],
  nDTW: ["likeness to the reference (nDTW)", "How well the path follows the reference path, 0 to 1."],
  SDTW: ["likeness if successful (SDTW)", "nDTW of a success, 0 of a failure."],
};
