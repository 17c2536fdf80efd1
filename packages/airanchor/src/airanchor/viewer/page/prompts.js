// Each question to the model: what was sent, what came back, what was wrong with it; and the work of each role.

const TROUBLE = { fallback: ["fallback", "bad"], repaired: ["repaired", "warn"], retried: ["retried", "warn"], unanswered: ["no answer", "bad"] };

function partNode(part) {
  if (part.text !== undefined) return el("pre", { dir: "auto", text: part.text });
  const source = imageOf(part.image);
  return source
    ? el("img", { class: "thumb", src: source, alt: "picture sent to the model", decoding: "async", click: (event) => event.target.classList.toggle("is-large") })
    : el("span", { class: "quiet", text: "[picture, not kept]" });
}

function messageNode(message) {
  return el("div", { class: "message by-" + (/^(system|user|assistant)$/.test(message.author) ? message.author : "user") }, el("span", { class: "author", text: message.author }), message.parts.map(partNode));
}

function callNode(call) {
  const used = call.usage ? thousands(call.usage.input) + " tokens in, " + thousands(call.usage.output) + " out (" + call.usage.source + ")" : "tokens not counted";
  return el(
    "div",
    { class: "call" },
    el("p", { class: "quiet" }, "Attempt " + call.attempt + " · " + used + " · " + seconds(call.latency_s), call.retries ? " · asked again " + plural(call.retries, "time") : "", call.model ? " · " + call.model : ""),
    call.earlier_messages ? quiet("after the same " + plural(call.earlier_messages, "message")) : null,
    call.messages.map(messageNode),
    call.reasoning ? el("details", {}, el("summary", { text: "Its reasoning" }), el("pre", { dir: "auto", text: call.reasoning })) : null,
    call.answer === null ? el("p", { class: "failure", text: "No answer came." }) : el("div", { class: "message by-assistant" }, el("span", { class: "author", text: "answer" + (call.is_truncated ? ", cut off" : "") }), el("pre", { dir: "auto", text: call.answer })),
    call.fault ? el("p", { class: "failure" }, el("strong", { text: "Could not be used: " }), call.fault) : null,
  );
}

function questionSums(question) {
  const sum = (pick) => question.calls.reduce((total, call) => total + (pick(call) || 0), 0);
  return { input: sum((call) => call.usage && call.usage.input), output: sum((call) => call.usage && call.usage.output), time: sum((call) => call.latency_s) };
}

function questionNode(question) {
  const sums = questionSums(question);
  const bad = TROUBLE[question.trouble];
  const body = el("div", { class: "question-body" });
  const node = el(
    "details",
    { class: "question" + (bad ? " has-" + bad[1] : "") },
    el(
      "summary",
      {},
      el("span", { class: "role", text: roleWords(question.role) }),
      bad ? chip(bad[0], bad[1]) : null,
      el("span", { class: "sums", text: (sums.input || sums.output ? thousands(sums.input) + " → " + thousands(sums.output) + " tokens · " : "") + seconds(sums.time) + (question.calls.length > 1 ? " · " + plural(question.calls.length, "call") : "") }),
    ),
    body,
  );
  node.addEventListener("toggle", () => {
    if (!node.open || body.childNodes.length) return;
    body.append(...question.calls.map(callNode));
    if (question.reply) body.append(el("div", { class: "reply" }, el("h3", {}, "Used reply ", chip(question.source, bad ? bad[1] : "good")), el("pre", { dir: "auto", text: pretty(question.reply) })));
  });
  return node;
}

function workTable(story) {
  const rows = story.workload;
  if (!rows.length) return quiet("No model was asked.");
  const names = ["Role", "Questions", "Calls", "Tokens in", "Tokens out", "Time", "Repaired", "Fallback"];
  const total = { role: "total" };
  for (const key of ["questions", "calls", "input_tokens", "output_tokens", "latency_s", "repaired", "fallbacks"]) total[key] = rows.reduce((sum, row) => sum + row[key], 0);
  const cells = (row, kind) =>
    el("tr", { class: kind }, el("th", { scope: "row", text: roleWords(row.role) }), [row.questions, row.calls, thousands(row.input_tokens), thousands(row.output_tokens), seconds(row.latency_s)].map((value) => el("td", { text: String(value) })), [row.repaired, row.fallbacks].map((value) => el("td", { class: value ? "flagged" : "", text: String(value) })));
  const sources = [...new Set(rows.flatMap((row) => row.sources))];
  return [
    el("div", { class: "wide" }, el("table", { class: "numbers" }, el("thead", {}, el("tr", {}, names.map((name) => el("th", { scope: "col", text: name })))), el("tbody", {}, rows.map((row) => cells(row, "")), cells(total, "total")))),
    sources.length ? quiet("Tokens: " + sources.join(", ") + ".") : null,
  ];
}

function drawWork(story) {
  const unknown = Object.entries(story.unknown).map(([kind, count]) => count + " × " + kind);
  return [
    workTable(story),
    unknown.length ? el("p", { class: "prose" }, "Events this version cannot show: " + unknown.join(", ") + ".") : null,
    story.images_left_out ? quiet(plural(story.images_left_out, "picture") + " left out to keep this page small.") : null,
    el("details", {}, el("summary", { text: "Settings" }), el("pre", { text: pretty(story.settings) })),
  ];
}

onNewMoment((story, moment) => {
  const questions = moment ? moment.questions : [];
  show("prompts", questions.length ? questions.map(questionNode) : quiet("Nothing was asked here."));
});

onMoment((story) => {
  if (drawWork.story === story) return;
  drawWork.story = story;
  show("work", drawWork(story));
});
