// The scrubber: one mark per decision in the colour of its skill, and the subtasks as bands below.

function trouble(moment) {
  if (moment.skill && moment.skill.failure) return "failed";
  if (moment.questions.some((question) => question.trouble === "fallback")) return "fallback";
  return moment.questions.some((question) => question.trouble === "repaired") ? "repaired" : "";
}

function markOf(moment) {
  const skill = skillOf(moment);
  const look = lookOf(skill);
  const wrong = trouble(moment);
  const actions = skill ? [] : actionsOf(moment);
  const words = [momentName(moment), skill, actions.length ? actionWords(moment) : null, moment.skill && moment.skill.is_automatic ? "automatic" : null, wrong, "step " + moment.path_at];
  return el(
    "button",
    {
      type: "button",
      class: "mark skill-" + (skill ? look.key : "none") + (wrong ? " " + wrong : ""),
      "aria-label": words.filter(Boolean).map(plain).join(", "),
      title: words.filter(Boolean).map(plain).join(" · "),
      tabindex: "-1",
      click: () => goTo(moment.index),
    },
    el("span", { class: "sign", "aria-hidden": "true", text: skill ? look.sign : actions.length ? ACTIONS[actions[0].name] : "·" }),
  );
}

function bandsOf(story) {
  const bands = [];
  for (const moment of story.moments) {
    const number = moment.decision ? moment.decision.subtask : null;
    const last = bands[bands.length - 1];
    if (last && last.number === number) last.length += 1;
    else bands.push({ number, length: 1, from: moment.index });
  }
  return bands;
}

// Whether the only part of the instruction is the instruction itself, which stands above already.
function isWhole(story) {
  return story.mission && story.subtasks.length > 0 && story.subtasks.every((part) => part.of <= 1 && part.text.trim() === story.mission.instruction.trim());
}

function bandNode(band) {
  const subtask = flight.story.subtasks.find((item) => item.number === band.number);
  const words = band.number === null ? "" : "S" + band.number + (subtask ? " " + subtask.text : "");
  const node = el("span", { class: "band", dir: "auto", title: plain(words), text: words });
  node.style.flexGrow = band.length;
  return node;
}

function control(words, sign, act) {
  return el("button", { type: "button", class: "control", "aria-label": words, title: words, text: sign, click: act });
}

function skillKey(story) {
  const used = [...new Set(story.moments.map(skillOf).filter(Boolean))].slice(0, 5);
  return el(
    "div",
    { class: "key", title: "Keys: space plays; left and right go from decision to decision, with Shift from step to step; Home and End" },
    used.map((skill) => el("span", { class: "skill-" + lookOf(skill).key, title: SKILL_WORDS[lookOf(skill).key] || null }, el("b", { "aria-hidden": "true", text: lookOf(skill).sign }), skill)),
  );
}

const scrubber = { story: null };

function buildTimeline(story) {
  const count = story.moments.length;
  const bands = bandsOf(story);
  Object.assign(scrubber, {
    story,
    bands,
    marks: story.moments.map(markOf),
    bandNodes: bands.map(bandNode),
    play: control("Play", "▶", play),
    speed: control("Speed", "1×", nextSpeed),
    where: el("span", { class: "where" }),
    range: el("input", {
      type: "range",
      class: "scrub",
      min: "0",
      max: String(count),
      step: "any",
      "aria-label": "Place in the flight",
      input: (event) => seek(Number(event.target.value)),
    }),
  });
  const controls = [
    control("First", "«", () => goTo(0)),
    control("Back", "‹", () => goTo(flight.index - 1)),
    scrubber.play,
    control("Forward", "›", () => goTo(flight.index + 1)),
    control("Last", "»", () => goTo(moments().length - 1)),
    scrubber.speed,
  ];
  show(
    "timeline",
    el("div", { class: "controls" }, controls, scrubber.where, skillKey(story)),
    el(
      "div",
      { class: "track" },
      el("div", { class: "marks" + (count > 40 ? " dense" : "") }, scrubber.marks),
      scrubber.range,
      isWhole(story) ? null : el("div", { class: "bands" }, scrubber.bandNodes),
    ),
  );
}

function showPlaying() {
  if (!scrubber.play) return;
  const isPlaying = flight.timer !== null;
  scrubber.play.textContent = isPlaying ? "❚❚" : "▶";
  scrubber.play.setAttribute("aria-label", isPlaying ? "Pause" : "Play");
  scrubber.play.title = isPlaying ? "Pause (space)" : "Play (space)";
  scrubber.speed.textContent = player.speed + "×";
  scrubber.speed.setAttribute("aria-label", "Speed " + player.speed + " times; press for the next");
}

onMoment((story, moment) => {
  if (!moment) {
    scrubber.story = null;
    return show("timeline", quiet(IS_LIVE ? "Waiting for the first decision." : "This recording holds no decisions and no views."));
  }
  if (scrubber.story !== story) buildTimeline(story);
  const last = story.moments[story.moments.length - 1];
  showPlaying();
  scrubber.range.value = String(flight.index + player.part);
  scrubber.range.setAttribute("aria-valuetext", plain(momentName(moment)));
  scrubber.where.replaceChildren(
    el("strong", { text: momentName(moment) }),
    " of " + (last.iteration || story.moments.length),
    el("span", { class: "after", text: ", after " + plural(moment.path_at, "step") }),
  );
  scrubber.marks.forEach((mark, index) => {
    if (index === flight.index) mark.setAttribute("aria-current", "step");
    else mark.removeAttribute("aria-current");
  });
  scrubber.bandNodes.forEach((node, index) => {
    const band = scrubber.bands[index];
    node.classList.toggle("is-here", flight.index >= band.from && flight.index < band.from + band.length);
  });
});
