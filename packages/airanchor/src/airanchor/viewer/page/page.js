// The masthead, keys, theme, and the polling of a flight that is still going on.

function outcome(story) {
  if (story.end) return [story.end.ending, story.end.ending === "completed" ? "good" : "warn"];
  if (IS_LIVE) return ["in flight", "live"];
  return [story.is_stopped ? "stopped" : "cut off", "warn"];
}

function stat(value, words, kind) {
  return el("span", { class: "stat" + (kind ? " " + kind : "") }, el("b", { text: value }), words ? " " + words : "");
}

function counted(count, word, kind) {
  return stat(String(count), count === 1 ? word : word + "s", kind);
}

function flownM(story) {
  let sum = 0;
  for (let i = 1; i < story.path.length; i += 1) sum += Math.hypot(...[0, 1, 2].map((axis) => story.path[i][axis] - story.path[i - 1][axis]));
  return sum;
}

const TOLD_BY_CHIP = new Set(["sr", "osr", "sdtw"]); // 0 or nDTW, by whether it was a success
const METRIC_NAMES = new Map(Object.keys(METRICS).map((name) => [name.toLowerCase(), name]));

function metric(name, value) {
  const known = METRIC_NAMES.get(name.toLowerCase());
  const [words, why] = known ? METRICS[known] : [title(name), null];
  if (known === "NE") return el("span", { class: "stat metric", title: why }, "stopped ", el("b", { text: metres(value) }), " " + words);
  return el("span", { class: "stat metric", title: why }, words + " ", el("b", { text: fixed(value, Math.abs(value) >= 10 ? 1 : 2) }));
}

// Within 20 m of the goal a flight is a success; it is said only where a goal is known.
function successChip(story) {
  const metrics = story.evaluation ? story.evaluation.metrics : {};
  const error = metrics.NE ?? metrics.ne;
  if (!isNumber(error)) return null;
  const isThere = error <= 20;
  const cameBy = !isThere && (metrics.OSR ?? metrics.osr) ? ", but came by the goal" : "";
  return chip((isThere ? "success" : "no success") + cameBy, isThere ? "good" : "bad", "Stopped " + metres(error) + " from the goal; within 20 m counts as a success. The drone never knew the goal.");
}

function metricNodes(story) {
  if (!story.evaluation) return [];
  const told = Object.entries(story.evaluation.metrics).filter(([name]) => !TOLD_BY_CHIP.has(name.toLowerCase()));
  return told.slice(0, 8).map(([name, value]) => metric(name, value));
}

// Words that were read as others, told so that nobody wonders where the drone went.
function readings(story) {
  const corrections = story.plan ? story.plan.corrections : [];
  return corrections.map(([written, read]) => "“" + written + "” was read as “" + read + "”").join("; ");
}

function drawMasthead(story) {
  const [words, kind] = outcome(story);
  const end = story.end;
  const decided = story.moments.filter((moment) => moment.decision).length;
  const instruction = story.mission ? story.mission.instruction : story.name;
  const episode = story.evaluation && story.evaluation.episode_id !== "flight" ? "episode " + story.evaluation.episode_id : null;
  const isNamed = episode && episode.endsWith(story.name);
  const about = [story.scene_id ? "city " + story.scene_id : null, episode, isNamed ? null : story.name];
  show(
    "masthead",
    el("h1", { dir: "auto", class: instruction.length > 220 ? "is-long" : "", text: instruction }),
    control("Light or dark", "◐", switchTheme),
    el(
      "div",
      { class: "stats" },
      chip(words, kind, endingWords(words)),
      successChip(story),
      story.navigator ? el("span", { class: "stat flown-by" }, "flown by ", el("b", { dir: "auto", text: story.navigator })) : null,
      stat(metres(end ? end.path_m : flownM(story)), "flown"),
      counted(end ? end.steps : Math.max(0, story.path.length - 1), "step"),
      decided ? counted(decided, "decision") : null,
      end && end.subtasks ? stat(end.subtasks_completed + "/" + end.subtasks, "subtasks") : null,
      end && end.collisions ? counted(end.collisions, "collision", "is-bad") : null,
      isNumber(story.last_s) ? stat(seconds(story.last_s), "of computing") : null,
      metricNodes(story),
      el("span", { class: "about" }, about.filter(Boolean).map((item) => el("span", { text: item }))),
    ),
    endingWords(words) && words !== "completed" ? says(endingWords(words), "quiet ending") : null,
    end && end.words ? says(end.words, "quiet ending") : null,
    readings(story) ? says(readings(story), "quiet ending") : null,
  );
  const isTold = story.mission || story.moments.some((moment) => moment.decision || moment.skill || moment.questions.length);
  document.body.classList.toggle("views-only", !isTold && story.moments.length > 0);
  document.title = plain(instruction).slice(0, 80) + " · AirAnchor";
}

function switchTheme() {
  const root = document.documentElement;
  const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
}

const KEYS = {
  ArrowLeft: () => goTo(flight.index - 1),
  ArrowRight: () => goTo(flight.index + 1),
  Home: () => goTo(0),
  End: () => goTo(moments().length - 1),
  " ": play,
};

const STEP_KEYS = { ArrowLeft: () => nudge(-1), ArrowRight: () => nudge(1) };

addEventListener("keydown", (event) => {
  const act = (event.shiftKey && STEP_KEYS[event.key]) || KEYS[event.key];
  if (!act || event.altKey || event.ctrlKey || event.metaKey) return;
  const isPressable = event.target.closest && event.target.closest("button, summary, a");
  if (event.key === " " && isPressable) return;
  event.preventDefault();
  act();
});

addEventListener("resize", () => redraw());

function tellStory(story) {
  const wasLast = flight.index >= moments().length - 1 && flight.timer === null;
  Object.assign(story, { city: flight.story.city, no_city: flight.story.no_city }); // told once, with the page
  flight.story = story;
  drawMasthead(story);
  if (wasLast) flight.index = Math.max(0, story.moments.length - 1);
  redraw();
}

async function poll(version) {
  let next = version;
  try {
    const answer = await fetch("/story?since=" + encodeURIComponent(version), { cache: "no-store" });
    if (answer.status === 200) {
      const fresh = await answer.json();
      next = fresh.version;
      tellStory(fresh);
    }
  } catch (error) {
    return document.documentElement.classList.add("is-lost");
  }
  setTimeout(() => poll(next), 1000);
}

// replay.html#5 opens at the fifth decision
const linked = Number.parseInt(location.hash.slice(1), 10);
if (IS_LIVE) flight.index = Math.max(0, moments().length - 1); // who comes late sees what is going on now
if (linked > 0) flight.index = Math.min(linked, moments().length) - 1;

drawMasthead(flight.story);
redraw();
listeners.ran = true;
if (IS_LIVE) poll("");
