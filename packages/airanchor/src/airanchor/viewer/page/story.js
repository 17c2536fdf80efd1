// The flight that is shown, and the moment at which it is looked at.

const IS_LIVE = document.documentElement.dataset.mode === "live";

const KINDS = {
  pixel: { key: "pixel", sign: "→" },
  altitude: { key: "altitude", sign: "↕" },
  rotation: { key: "rotation", sign: "↻" },
  backtrack: { key: "backtrack", sign: "↩" },
  program: { key: "program", sign: "≡" },
  stop: { key: "stop", sign: "■" },
  other: { key: "other", sign: "•" },
};

const ACTIONS = {
  MOVE_FORWARD: "↑",
  TURN_LEFT: "↺",
  TURN_RIGHT: "↻",
  GO_UP: "⇧",
  GO_DOWN: "⇩",
  MOVE_LEFT: "←",
  MOVE_RIGHT: "→",
  STOP: "■",
};

const flight = {
  story: JSON.parse(document.getElementById("story").textContent),
  index: 0,
  picture: "overlay",
  anchor: null,
  timer: null,
};

const listeners = [];
const onMoment = (draw) => listeners.push(draw);
const moments = () => flight.story.moments;
const here = () => moments()[flight.index] || null;
const skillOf = (moment) => (moment && moment.skill ? moment.skill.skill : null);
const lookOf = (skill) => KINDS[flight.story.kinds && flight.story.kinds[skill]] || KINDS.other;
const actionTold = (action) => action.name.replaceAll("_", " ").toLowerCase() + (action.trouble ? " (blocked: " + plain(action.trouble) + ")" : "");
const hasEver = (story, isThere) => story.moments.some(isThere);

// What was executed from this moment to the next; the last one of a flight that ended is STOP.
function actionsOf(moment) {
  const flown = flight.story.path.slice(moment.path_at + 1, moment.path_until + 1).map((leg) => ({ name: leg[4], trouble: leg[5] }));
  const known = flown.filter((action) => Object.hasOwn(ACTIONS, action.name));
  const isLast = moment.index === moments().length - 1;
  return isLast && flight.story.is_stopped ? [...known, { name: "STOP", trouble: null }] : known;
}

function actionWords(moment) {
  return actionsOf(moment).map(actionTold).join(", ");
}

function redraw() {
  for (const draw of listeners) draw(flight.story, here());
}

function goTo(index) {
  const last = Math.max(0, moments().length - 1);
  const wanted = Math.min(last, Math.max(0, index));
  if (wanted === flight.index && player.part === 0 && listeners.ran) return;
  flight.index = wanted;
  player.part = 0;
  flight.anchor = null;
  redraw();
  announce();
}

function announce() {
  const moment = here();
  if (!moment) return;
  const skill = skillOf(moment);
  document.getElementById("announce").textContent =
    plain(momentName(moment)) + (skill ? ", " + plain(skill) : "") + ", step " + moment.path_at;
}

function momentName(moment) {
  if (moment.iteration !== null) return "Decision " + moment.iteration;
  return moment.view ? "View " + (moment.index + 1) : "Before the first decision";
}

// Says whether a moment must be drawn anew: a live flight or a turned phone must not close an open panel.
function keyOf(moment) {
  if (!moment) return "none";
  const asked = moment.questions.map((question) => question.calls.length + question.trouble).join();
  return [moment.index, !!moment.anchors, !!moment.memory, !!moment.skill, moment.skill ? "" : moment.path_until, !!moment.reflection, moment.notes.length, moment.drawn.length, asked].join("|");
}

function onNewMoment(draw) {
  let drawn = null;
  onMoment((story, moment) => {
    const key = keyOf(moment);
    if (key === drawn) return;
    drawn = key;
    draw(story, moment);
  });
}

function imageOf(digest) {
  if (!digest) return null;
  const known = flight.story.images ? flight.story.images[digest] : null;
  return known || (IS_LIVE ? "/image/" + digest : null);
}

function subtaskOf(moment) {
  const number = moment && moment.decision ? moment.decision.subtask : null;
  return flight.story.subtasks.findLast((subtask) => subtask.number === number) || null;
}
