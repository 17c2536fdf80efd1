// The desk: the oldest question that a flight waits for, else the oldest open one, its form, and the answers that were sent.

const NOBODY_WAITS = "no flight waits for this one";
const desk = { letters: [], question: null, form: null, isReadOnly: false, isSending: false, source: "form" };
const pane = new PicturePane(byId("pictures"), { onPixel: takePixel, onFill: takeFill });

async function ask(path, options) {
  const answer = await fetch(path, { cache: "no-store", ...options });
  if (!answer.ok) throw Object.assign(new Error((await answer.text()).slice(0, 500)), { status: answer.status });
  return answer.json();
}

async function poll() {
  try {
    const told = await ask("/letters");
    desk.letters = told.letters;
    desk.folder = told.folder;
    desk.isLost = false;
    await follow();
  } catch {
    desk.isLost = true;
  }
  drawHead();
  setTimeout(poll, 700);
}

async function follow() {
  const open = desk.question && desk.letters.find((one) => one.name === desk.question.name);
  if (desk.isReadOnly || desk.isSending) return;
  const waiting = desk.letters.filter((one) => !one.is_answered && one.name !== desk.broken);
  const next = waiting.find((one) => one.is_awaited) || waiting[0];
  if (open && !open.is_answered && (open.is_awaited || desk.isPicked || !next || !next.is_awaited)) return drawLiveness(open);
  if (open && !open.is_answered) notify("A flight waits for question " + next.number + "; none does for " + open.number + ", and what you wrote there is kept.");
  else if (desk.question && !desk.isSent) notify(open ? "Question " + desk.question.number + " was answered elsewhere." : "Question " + desk.question.number + " is gone.");
  if (!next) return clear();
  try {
    show(await ask("/letter/" + next.name), false);
  } catch (error) {
    desk.broken = next.name;
    notify("Question " + next.number + " cannot be shown: " + error.message);
  }
}

function drawHead() {
  const open = desk.letters.filter((one) => !one.is_answered);
  const waiting = open.filter((one) => one.is_awaited).length;
  const left = open.length - waiting;
  byId("counts").replaceChildren(el("b", { text: desk.letters.length - open.length }), " answered · ", el("b", { text: waiting }), " waiting", ...(left ? [" · ", el("b", { text: left }), " that no flight waits for"] : []));
  byId("earlier-button").disabled = !desk.letters.length;
  byId("desk").hidden = !desk.question;
  byId("waiting").hidden = Boolean(desk.question);
  byId("waiting").textContent = desk.isLost ? "The desk was closed. Start airanchor reasoner answer again and open its page." : desk.letters.length ? "All answered. Waiting for the next question …" : "No question yet in " + plain(desk.folder) + ". Waiting for a flight to ask …";
  document.title = (open.length ? "(" + open.length + ") " : "") + "AirAnchor desk";
  if (!desk.question) byId("title").textContent = "AirAnchor desk";
  if (desk.isLost && desk.question) notify("The desk was closed: start airanchor reasoner answer again and open its page. What you wrote stays here.");
}

function clear() {
  desk.question = null;
  desk.form = null;
}

function show(question, isReadOnly) {
  Object.assign(desk, { question, isReadOnly, isSent: false, isPicked: false, source: "form" });
  drawHead(); // what is hidden cannot be focused
  byId("title").replaceChildren(el("span", { class: "number-of", text: question.number }), plain(question.title));
  byId("desk").className = ["", "with-pictures", "with-pictures with-two"][question.pictures.length] ?? "with-pictures with-many";
  const sections = question.sections.map(sectionNode);
  const isBeside = (place) => question.pictures.length === 2 && question.sections[place].text.startsWith("Anchor ");
  pane.show(question, sections.filter((_, place) => isBeside(place)));
  drawTold(question, sections.filter((_, place) => !isBeside(place)));
  if (isReadOnly) drawAnswer(question);
  else drawForm(question);
  window.scrollTo(0, 0);
}

const HEAD = /^((?:Anchor|Landmark|Step|L\d+|- C\d+|Pose|Progress|Plan|Scene|Objects|Reason|Displacement)\b(?:[^:[\n]|\[[^\]\n]{0,200}\]){0,80}:|Node \d+\b[^:\n]{0,60}$)(.*)$/;

function lines(text) {
  return text.split("\n").map((line) => {
    const match = HEAD.exec(line);
    return el("p", { class: line.startsWith("Node ") ? "line is-node" : "line", dir: "auto" }, match ? [el("b", { text: match[1] }), match[2]] : line);
  });
}

function sectionNode({ title, text }) {
  return el("div", { class: "section" + (text.length < 40 ? " is-brief" : "") }, el("h3", { text: title }), el("div", { class: "told-text" }, lines(text)));
}

function drawTold(question, sections) {
  const later = question.later.map((one) => el("div", { class: "later" }, el("h3", { text: one.author === "assistant" ? "Answered before" : "Asked again" }), el("div", { class: "told-text" }, lines(one.text))));
  const folded = (title, text) => el("details", {}, el("summary", { text: title }), el("pre", { dir: "auto", text }));
  byId("told").replaceChildren(...later, ...sections, folded("The rules of this question", question.system), folded("The question word for word", question.told));
  byId("told").scrollTop = 0;
}

function drawForm(question) {
  const form = { root: question.schema, changed: onChange, pictures: question.pictures.map((one) => one.caption), activate };
  desk.active = null;
  desk.clicked = new Map();
  desk.form = form;
  form.field = makeField(question.schema, form, { name: "" });
  desk.raw = el("textarea", { class: "text raw", rows: 8, spellcheck: "false", "aria-label": "The answer as JSON", input: onRaw });
  desk.problems = el("ul", { class: "problems" });
  desk.rawNote = el("p", { class: "help" });
  desk.liveness = el("p", { class: "help liveness" });
  byId("form").replaceChildren(desk.liveness, form.field.node || el("p", { class: "help", text: "Nothing is to be filled in." }), el("details", { class: "raw-view", toggle: () => (desk.raw.style.height = desk.raw.scrollHeight + 2 + "px") }, el("summary", { text: "The answer as JSON" }), desk.raw, desk.rawNote));
  const send = el("button", { type: "button", class: "control primary", id: "send", click: sendAnswer }, "Send", el("kbd", { text: "Ctrl ⏎" }));
  byId("send-bar").replaceChildren(desk.problems, send);
  const draft = sessionStorage.getItem("draft " + question.name);
  if (draft) {
    try {
      form.field.write(JSON.parse(draft));
    } catch {
      sessionStorage.removeItem("draft " + question.name);
    }
  }
  onChange();
  desk.problems.replaceChildren();
  drawLiveness(question);
  form.field.focus();
}

// Whether anybody waits for what is shown.
function drawLiveness({ is_awaited }) {
  if (desk.liveness) desk.liveness.textContent = is_awaited ? "" : NOBODY_WAITS;
}

function drawAnswer(question) {
  let text = question.answer || "";
  try {
    text = pretty(JSON.parse(text));
  } catch {
    text = question.answer;
  }
  desk.form = null;
  byId("form").replaceChildren(el("h3", { text: "The answer that was sent" }), el("pre", { class: "sent", dir: "auto", text }));
  byId("send-bar").replaceChildren(button("Back to the open question", leave, "primary"));
}

function leave() {
  Object.assign(desk, { isReadOnly: false, isSent: true, question: null });
  follow().then(drawHead);
}

const value = () => (desk.source === "raw" ? JSON.parse(desk.raw.value) : desk.form.field.read() ?? {});

function onChange() {
  desk.source = "form";
  const given = value();
  desk.raw.value = pretty(given);
  desk.rawNote.textContent = "";
  if (Object.keys(given).length) sessionStorage.setItem("draft " + desk.question.name, JSON.stringify(given));
  if (desk.problems.childNodes.length) check();
  drawMarks();
}

function onRaw() {
  try {
    const given = JSON.parse(desk.raw.value);
    desk.form.field.write(given);
    desk.source = "raw";
    desk.rawNote.textContent = pretty(desk.form.field.read() ?? {}) === pretty(given) ? "" : "The form does not show all of this; it is sent as it stands here.";
    drawMarks();
  } catch {
    desk.source = "raw";
    desk.rawNote.textContent = "This is no JSON yet.";
  }
}

// What is missing or wrong, each with a way to its field; true where nothing is.
function check() {
  let faults;
  try {
    faults = faultsOf(desk.form.root, value(), desk.form.root);
  } catch {
    faults = [{ path: [], what: "is no JSON" }];
  }
  const name = (path) => path.map((step) => (typeof step === "number" ? String(step + 1) : words(step))).join(" › ") || "The answer";
  document.querySelectorAll(".is-faulty").forEach((node) => node.classList.remove("is-faulty"));
  const rows = faults.slice(0, 6).map(({ path, what }) => {
    const field = desk.form.field.at(path);
    if (field.row) field.row.classList.add("is-faulty");
    return el("li", {}, el("button", { type: "button", class: "link", text: name(path) + " " + what, click: () => field.focus && field.focus() }));
  });
  desk.problems.replaceChildren(...rows);
  return !faults.length;
}

async function sendAnswer() {
  if (!desk.form || desk.isSending || !check()) return;
  desk.isSending = true;
  const { name, number } = desk.question;
  try {
    const headers = { "Content-Type": "application/json", "X-Desk-Token": document.body.dataset.token };
    await ask("/letter/" + name + "/answer", { method: "POST", headers, body: pretty(value()) });
    sessionStorage.removeItem("draft " + name);
    desk.isSent = true;
    desk.letters.filter((one) => one.name === name).forEach((one) => (one.is_answered = true));
    notify("Answer " + number + " sent.");
  } catch (error) {
    notify("Not sent: " + (error.message || "the desk does not answer"));
  }
  desk.isSending = false;
  if (desk.isSent) await follow();
  drawHead();
}

// The next click fills in this pixel, in the picture it lies in.
function activate(field) {
  desk.active = field;
  if (field.picture !== undefined && pane.mode === "one" && pane.current !== field.picture && pane.frames[field.picture]) pane.choose(field.picture);
  drawMarks();
}

// A pixel belongs to one picture: a click in another fills in nothing.
function takePixel(pixel, picture) {
  if (!desk.form) return;
  const all = desk.form.field.pixels();
  const fields = all.filter((one) => liesIn(one.picture, picture));
  const active = all.includes(desk.active) ? desk.active : null;
  if (active && !fields.includes(active)) return notify(elsewhere(active.picture));
  const field = active || fields.find((one) => one.read() === undefined) || desk.form.field.offerPixel(picture) || fields[0];
  if (!field && all.length) return notify(elsewhere(all[0].picture));
  if (!field) return notify(picture === desk.question.first_picture ? "Choose an answer that has a pixel first." : elsewhere(desk.question.first_picture));
  if (faultsOf(field.schema, pixel, desk.form.root, "pixel").length) return notify("This lies in the other part of the picture: u is " + rangeWords(field.schema.prefixItems[0]) + ", v " + rangeWords(field.schema.prefixItems[1]) + ".");
  field.write(pixel);
  desk.clicked.set(field, picture);
  desk.active = field;
  onChange();
}

const elsewhere = (picture) => "This pixel lies in “" + (desk.question.pictures[picture].caption || "picture " + (picture + 1)) + "”: click there.";

function takeFill(fill) {
  if (!desk.form) return;
  desk.form.field.write({ ...desk.form.field.read(), ...fill });
  onChange();
}

function drawMarks() {
  if (!desk.form) return pane.mark([]);
  const fields = desk.form.field.pixels();
  if (!fields.includes(desk.active)) desk.active = null;
  fields.forEach((field) => field.node.classList.toggle("is-active", field === desk.active && fields.length > 1));
  const number = (field) => (fields.length > 1 ? (/\d+/.exec(field.place) || [""])[0] : "");
  const isSet = (field) => (field.read() || [null]).every((one) => typeof one === "number");
  pane.mark(fields.filter(isSet).map((field) => ({ pixel: field.read(), picture: field.picture ?? desk.clicked.get(field) ?? 0, text: number(field), isActive: field === desk.active })));
}

function drawEarlier() {
  const state = (one) => (one.is_answered ? "" : one.is_awaited ? "a flight waits" : NOBODY_WAITS);
  const row = (one) => el("li", {}, button(one.number + "  " + words(one.role), () => showEarlier(one), "row"), el("span", { class: "help", text: state(one) }));
  const rows = desk.letters.slice().reverse();
  byId("earlier").replaceChildren(el("h2", { text: "Questions" }), el("ol", {}, rows.map(row)));
}

async function showEarlier({ name, is_answered }) {
  toggleEarlier(false);
  try {
    show(await ask("/letter/" + name), is_answered);
    desk.isPicked = !is_answered;
  } catch (error) {
    notify(error.message);
  }
}

function toggleEarlier(isOpen) {
  if (isOpen) drawEarlier();
  byId("earlier").hidden = !isOpen;
  byId("earlier-button").setAttribute("aria-expanded", String(isOpen));
}

function notify(text) {
  const notice = byId("notice");
  notice.textContent = plain(text);
  notice.hidden = false;
  clearTimeout(desk.timer);
  desk.timer = setTimeout(() => (notice.hidden = true), 4000);
}

byId("earlier-button").addEventListener("click", () => toggleEarlier(byId("earlier").hidden));
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    sendAnswer();
  } else if (event.key === "Escape") toggleEarlier(false);
  else if (/^\d$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey && !/^(INPUT|TEXTAREA)$/.test(event.target.tagName) && pane.frames.length > 1) {
    if (event.key === "0") pane.set("all");
    else if (pane.frames[Number(event.key) - 1]) pane.choose(Number(event.key) - 1);
  }
});
poll();
