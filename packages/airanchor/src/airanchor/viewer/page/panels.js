// The words and numbers of one moment: decision, subtasks, anchors, memory.

const LONG_PARAMETER = 60;

function parameterValue(name, value) {
  const unit = /_m$/.test(name) ? " m" : /_deg$/.test(name) ? "°" : "";
  if (isPixel(value)) return "(" + value.join(", ") + ")" + unit;
  if (isNumber(value)) return fixed(value).replace(/\.0$/, "") + unit;
  if (typeof value === "boolean") return value ? "yes" : "no";
  return (typeof value === "object" ? JSON.stringify(value) : plain(value)) + unit;
}

// All but those that a note shows already, as a program.
function parametersOf(moment) {
  const noted = moment.notes.map((note) => note.text);
  return Object.entries(moment.skill.parameters || {})
    .filter(([, value]) => value !== null && value !== "" && !noted.includes(value))
    .map(([name, value]) => [title(name.replace(/_(m|deg|px)$/, "")), parameterValue(name, value)]);
}

function parameterWords(moment) {
  return parametersOf(moment).filter(([, words]) => words.length <= LONG_PARAMETER).map((pair) => pair.join(" ")).join(", ");
}

function longParameters(moment) {
  return parametersOf(moment)
    .filter(([, words]) => words.length > LONG_PARAMETER)
    .map(([name, words]) => fact(name, el("pre", { class: "long", dir: "auto", text: words })));
}

function skillChip(skill) {
  const look = lookOf(skill);
  return el("span", { class: "skill-chip skill-" + look.key, title: SKILL_WORDS[look.key] || null }, el("span", { class: "sign", "aria-hidden": "true", text: look.sign }), skill);
}

function drawActions(moment) {
  const chips = actionsOf(moment).map((action) => el("span", { class: "skill-chip skill-other" }, el("span", { class: "sign", "aria-hidden": "true", text: ACTIONS[action.name] }), actionTold(action)));
  return [el("div", { class: "decided" }, chips), facts(fact("Before it", plural(moment.path_at, "step")))];
}

function drawDecision(moment) {
  const skill = moment.skill;
  if (!skill && moment.view && actionsOf(moment).length) return drawActions(moment);
  if (!skill) return [quiet(moment.view ? "A recorded view, without a decision." : IS_LIVE && !flight.story.end ? "Being decided." : "No skill was executed: the recording ends here.")];
  const words = parameterWords(moment);
  return [
    el("div", { class: "decided" }, skillChip(skill.skill), words ? el("span", { class: "parameters", text: words }) : null, skill.is_automatic ? chip("automatic", "warn", "Started by the iteration limit, not chosen by the model") : null),
    skill.failure ? el("p", { class: "failure", role: "note" }, el("strong", { text: "Failed: " }), skill.failure) : null,
    facts(
      skill.reason ? fact("Why", skill.reason) : null,
      skill.caption ? fact("Sees", skill.caption) : null,
      longParameters(moment),
      fact("Result", moment.result || "–", " ", el("span", { class: "quiet", text: plural(skill.steps, "step") })),
    ),
  ];
}

function drawReflection(story, moment) {
  const reflection = moment.reflection;
  if (!reflection) return moment.skill && hasEver(story, (item) => item.reflection) ? [el("h3", { text: "Reflection" }), quiet("None was recorded.")] : [];
  const ended = outcomeOf(reflection);
  const kind = ended === "COMPLETED" ? "good" : ended ? "warn" : "";
  return [
    el("h3", { class: "explained", title: "What the drone concludes from the views before and after the skill." }, "Reflection ", chip(statusWords(ended || reflection.status), kind, verdictWords(statusWords(ended || reflection.status)))),
    facts(fact("Progress", reflection.progress || "–"), reflection.plan ? fact("Next", reflection.plan) : null),
  ];
}

// What became of a subtask with this reflection; null while it goes on. Older traces know two statuses.
function outcomeOf(reflection) {
  if (!reflection || reflection.status === "ONGOING") return null;
  return reflection.outcome || reflection.status;
}

function statusWords(status) {
  return status.replaceAll("_", " ").toLowerCase();
}

function endOf(story, number, moment) {
  const until = story.moments.indexOf(moment);
  const own = story.moments.filter((item, at) => at <= until && item.decision && item.decision.subtask === number);
  return own.length ? outcomeOf(own[own.length - 1].reflection) : null;
}

function subtaskState(story, number, moment) {
  const current = moment.decision ? moment.decision.subtask : 0;
  const ended = number <= current ? endOf(story, number, moment) : null;
  if (ended) return ended === "COMPLETED" ? "done" : ended === "GUESSED" ? "guessed" : "undone";
  const isJudged = hasEver(story, (item) => item.reflection); // without a verdict nobody knows whether it was done
  return number < current ? (isJudged ? "undone" : "past") : number > current ? "ahead" : "current";
}

function subtaskNode(story, number, moment) {
  const subtask = story.subtasks.findLast((item) => item.number === number);
  const state = subtaskState(story, number, moment);
  const isNow = moment.decision && moment.decision.subtask === number;
  const signs = { done: "✓", guessed: "?", undone: "✗", past: "·", current: "●", ahead: "○" };
  const ended = endOf(story, number, moment);
  return el(
    "li",
    { class: "subtask is-" + state, "aria-current": isNow ? "step" : null },
    el("span", { class: "tick", title: ended ? statusWords(ended) + ": " + (verdictWords(statusWords(ended)) || "") : state === "past" ? "no longer flown" : state, text: signs[state] }),
    el("div", { dir: "auto" }, el("span", { class: "subtask-text", text: subtask ? subtask.text : plannedText(story, number) }), ended && ended !== "COMPLETED" ? [" ", chip(statusWords(ended), "warn", verdictWords(statusWords(ended)))] : null, isNow && subtask ? subtaskDetail(subtask, moment) : null),
  );
}

// A subtask that has not begun is known from the plan, where the navigator told one.
function plannedText(story, number) {
  const planned = story.plan && story.plan.subtasks[number - 1];
  return planned || "Subtask " + number + ", not begun";
}

function subtaskDetail(subtask, moment) {
  const landmarks = subtask.landmarks.map((item) => item.id + " " + [...item.attributes, item.category].join(" ")).join(", ");
  return el(
    "div",
    {},
    subtask.subgoals.length > 1 ? el("ol", { class: "subgoals" }, subtask.subgoals.map((goal) => el("li", { text: goal }))) : null,
    facts(
      landmarks ? fact("Landmarks", landmarks) : null,
      moment.decision.progress ? fact("Progress before", moment.decision.progress) : null,
      moment.decision.plan ? fact("Plan", moment.decision.plan) : null,
      subtask.threshold > 0 ? fact("Iterations", moment.decision.since + " of " + subtask.threshold + " before going back", moment.decision.backtracks ? "; went back " + plural(moment.decision.backtracks, "time") : "") : null,
    ),
  );
}

function drawPriors(moment) {
  if (!moment.priors) return [];
  const head = el("h3", { class: "explained", title: "Where memory says that the landmarks of this part are, as the model is told.", text: "Landmark priors" });
  if (!moment.priors.length) return [head, quiet("Memory holds none of this subtask's landmarks.")];
  return [
    head,
    el(
      "ul",
      { class: "rows" },
      moment.priors.map((prior) =>
        el(
          "li",
          { dir: "auto" },
          el("div", {}, el("strong", { text: prior.landmark_id + " " }), prior.label + " ", chip(prior.instance_id, "memory"), el("span", { class: "quiet", text: " reliability " + fixed(prior.reliability, 2) })),
          el("div", { text: prior.words }),
        ),
      ),
    ),
  ];
}

function drawSubtasks(story, moment) {
  const count = story.subtasks.reduce((most, subtask) => Math.max(most, subtask.of, subtask.number), 0);
  if (!count) return [quiet("No subtask was recorded.")];
  const numbers = Array.from({ length: Math.min(count, 60) }, (_, index) => index + 1);
  return [el("ol", { class: "subtasks" }, numbers.map((number) => subtaskNode(story, number, moment))), count > 1 ? subtaskKey() : null];
}

function subtaskKey() {
  const signs = [["✓", "done", verdictWords("completed")], ["?", "guessed", verdictWords("guessed")], ["✗", "not done", "Not found, given up or not understood."], ["●", "now", "Being flown at this decision."], ["○", "ahead", "Not begun at this decision."]];
  return el("p", { class: "map-key subtask-key" }, signs.map(([sign, words, why]) => keyEntry(el("span", { "aria-hidden": "true", text: sign }), words, why)));
}

function change(name, before, after, words) {
  if (!isNumber(after)) return el("td", { "data-name": name, text: words(before) });
  const moved = isNumber(before) && Math.abs(after - before) >= 0.05;
  return el("td", { "data-name": name }, el("span", { class: moved ? "was" : "", text: words(before) }), moved ? el("span", { class: "now", text: " → " + words(after) }) : null);
}

function cueRow(pair, row) {
  const before = pair.before || {};
  const after = pair.after || {};
  const isObject = pair.label !== null;
  const free = isNumber(pair.free_m) ? "free " + fixed(pair.free_m).replace(/\.0$/, "") + (pair.is_capped ? "+ m" : " m") : "";
  const degraded = row && /degraded/.test(row.fate) ? chip("degraded", "warn", row.words) : null;
  return el(
    "tr",
    {
      class: "cue",
      tabindex: "0",
      pointerenter: () => choose(pair.index),
      focus: () => choose(pair.index),
    },
    el("th", { scope: "row" }, el("span", { class: "disc " + (isObject ? "is-object" : "is-direction"), text: String(pair.index) })),
    el("td", { dir: "auto" }, isObject ? pair.label : "direction", free ? el("span", { class: "quiet", text: " " + free }) : null, " ", degraded),
    change("bearing", before.bearing_deg, after.bearing_deg, bearing),
    change("height", before.dz_m, after.dz_m, height),
    change("horizontal", before.d_xy_m, after.d_xy_m, metres),
    change("straight", before.d_3d_m, after.d_3d_m, metres),
  );
}

function choose(index) {
  if (flight.anchor === index) return;
  flight.anchor = index;
  redrawMap();
  const moment = here();
  show("view", pictureNode(flight.story, moment, chosenPicture(moment)));
}

function drawAnchors(moment) {
  const rows = moment.anchors ? moment.anchors.rows : [];
  const lost = rows.filter((row) => !moment.cues.some((pair) => pair.index === row.index));
  if (!rows.length && !moment.cues.length) return [quiet("No anchor was measured.")];
  const names = ["", "Anchor", "Bearing", "Height", "Horizontal", "Straight line"];
  const texts = [
    ["At the decision", moment.anchors && moment.anchors.graph],
    ["Before the skill", moment.reflection && moment.reflection.graph_before],
    ["After the skill", moment.reflection && moment.reflection.graph_after],
  ].filter(([, text]) => text);
  return [
    el(
      "div",
      { class: "wide" },
      el("table", { class: "cues" }, el("caption", { class: "quiet", text: "Before the skill → after it" }), el("thead", {}, el("tr", {}, names.map((name) => el("th", { scope: "col", text: name })))), el("tbody", {}, moment.cues.map((pair) => cueRow(pair, rows.find((row) => row.index === pair.index))))),
    ),
    lost.length
      ? el("ul", { class: "rows lost" }, lost.map((row) => el("li", { dir: "auto" }, el("span", { class: "disc is-lost", text: String(row.index) }), " ", row.asked, " ", chip(row.fate, row.fate === "discarded" ? "bad" : ""), " ", el("span", { class: "quiet", text: row.words || row.reason || "" }))))
      : null,
    moment.anchors && moment.anchors.repeated && moment.anchors.repeated.length ? quiet("Asked for twice, measured once: " + moment.anchors.repeated.join(", ")) : null,
    el("details", {}, el("summary", { text: "Sentences as the model reads them" }), texts.map(([name, text]) => [el("h3", { text: name }), el("pre", { dir: "auto", text })])),
  ];
}

const CHANGES = { new_type: "good", new_instance: "good", merged: "memory", refused: "bad" };
const TERMS = [
  ["s_m", "match"],
  ["s_g", "geometry"],
  ["s_s", "words"],
  ["s_v", "picture"],
];
const FINE_TERMS = {
  bev_distance_m: (value) => metres(value) + " apart",
  s_cov: (value) => "coverage " + fixed(value, 2),
  s_dist: (value) => "closeness " + fixed(value, 2),
  s_t: (value) => "category " + fixed(value, 2),
  s_a: (value) => "description " + fixed(value, 2),
};

function scoreNode(score) {
  if (!score) return null;
  const bars = TERMS.filter(([term]) => isNumber(score[term])).map(([term, words]) => {
    const fill = el("span", { class: "fill" });
    fill.style.width = Math.round(Math.min(1, Math.max(0, score[term])) * 100) + "%";
    return el("span", { class: "score" }, words, el("span", { class: "bar", "aria-hidden": "true" }, fill), el("b", { text: fixed(score[term], 2) }));
  });
  const fine = Object.entries(FINE_TERMS).filter(([term]) => isNumber(score[term])).map(([term, words]) => words(score[term]));
  if (score.instance_id) fine.unshift("against " + score.instance_id);
  if (score.blocked) fine.push("blocked: " + score.blocked);
  return el("div", { class: "scores" }, bars, fine.length ? el("span", { class: "terms", text: fine.join(", ") }) : null);
}

function drawMemory(moment) {
  if (!moment.memory) return [quiet("Nothing was put into memory here.")];
  const rows = moment.memory.rows;
  return [
    el("p", { class: "quiet", text: plural(moment.memory.size, "instance") + " in memory after this decision" }),
    el(
      "ul",
      { class: "rows" },
      rows.map((row) =>
        el(
          "li",
          { dir: "auto" },
          el("div", {}, el("span", { class: "disc is-object", text: String(row.anchor) }), " ", chip(title(row.change), CHANGES[row.change] || ""), " ", row.label, " ", row.instance_id ? chip(row.instance_id, "memory") : null, isNumber(row.confidence) ? el("span", { class: "quiet", text: " confidence " + fixed(row.confidence, 2) }) : null),
          row.reason ? el("div", { class: "quiet", text: row.reason }) : null,
          scoreNode(row.score),
        ),
      ),
    ),
  ];
}

// A panel of which this flight never has anything is not shown.
const PANELS = {
  anchors: (moment) => moment.anchors || moment.cues.length,
  memory: (moment) => moment.memory,
  prompts: (moment) => moment.skill || moment.questions.length,
  notes: (moment) => moment.notes.some((note) => note.text !== null),
};

function hasContext(story) {
  if (!story.subtasks.length) return hasEver(story, (moment) => moment.priors);
  const isTold = (moment) => moment.decision && (moment.decision.progress || moment.decision.plan || moment.priors);
  return !isWhole(story) || story.subtasks.some((part) => part.landmarks.length || part.subgoals.length > 1) || hasEver(story, isTold);
}

function showPanels(story) {
  for (const [name, isThere] of Object.entries(PANELS)) document.querySelector(".area-" + name).hidden = !hasEver(story, isThere);
  document.querySelector(".area-context").hidden = !hasContext(story);
}

onMoment((story) => showPanels(story));

onNewMoment((story, moment) => {
  const nothing = [quiet("Nothing yet.")];
  show("decision", moment ? [drawDecision(moment), drawReflection(story, moment), drawData(moment)] : nothing);
  show("subtasks", moment ? [drawSubtasks(story, moment), drawPriors(moment)] : nothing);
  show("anchors", moment ? drawAnchors(moment) : nothing);
  show("memory", moment ? drawMemory(moment) : nothing);
});
