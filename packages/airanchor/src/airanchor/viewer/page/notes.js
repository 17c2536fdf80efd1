// What a method wrote for who looks: its texts in blocks of their own, and the data that goes with them.

const PROGRAM = /\b(program|code|script)\b/i;
const SHORT_DATA = 90;

function dataWords(value) {
  if (isNumber(value)) return String(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((item) => isNumber(item) || typeof item === "string")) return value.join(", ");
  return null;
}

// Short values are facts; the rest is there for who opens it.
function dataNodes(note) {
  const short = [];
  const long = {};
  for (const [name, value] of Object.entries(note.data)) {
    const words = dataWords(value);
    if (value === null || words === "") continue;
    if (words !== null && words.length <= SHORT_DATA) short.push(el("span", { class: "note-fact" }, title(name) + " ", el("b", { dir: "auto", text: words })));
    else long[name] = value;
  }
  return [
    short.length ? el("div", { class: "note-facts" }, short) : null,
    Object.keys(long).length ? el("details", {}, el("summary", { text: Object.keys(long).map(title).join(", ") }), el("pre", { dir: "auto", text: pretty(long) })) : null,
    note.is_data_left_out ? quiet("Its data is too long for this page; the recording holds it.") : null,
  ];
}

function noteNode(note) {
  const isProgram = PROGRAM.test(note.title);
  return el(
    "article",
    { class: "note" + (note.text.length > 700 ? " is-wide" : "") },
    el("h3", { dir: "auto", text: title(note.title) }),
    note.text ? el(isProgram ? "pre" : "div", { class: "note-text" + (isProgram ? " is-program" : ""), dir: "auto", tabindex: "0", text: note.text }) : null,
    note.left_out ? quiet(thousands(note.left_out) + " more characters are in the recording.") : null,
    dataNodes(note),
  );
}

// Notes without a text of their own stay with the decision, closed.
function drawData(moment) {
  return moment.notes
    .filter((note) => note.text === null)
    .map((note) => el("details", { class: "data-note" }, el("summary", { dir: "auto", text: note.title }), el("pre", { text: pretty(note.data) }), note.is_data_left_out ? quiet("Too long for this page; the recording holds it.") : null));
}

onNewMoment((story, moment) => {
  const notes = moment ? moment.notes.filter((note) => note.text !== null) : [];
  show("notes", notes.length ? el("div", { class: "notes" }, notes.map(noteNode)) : quiet("Nothing was noted here."));
});
