// Playing: the drone moves along its recorded poses, held for a moment at each decision, and the view with it.

const HOLD_S = 1.0; // at a decision, to read it
const STEP_S = 0.22; // for one executed step, a move of 5 m or a turn of 15 degrees
const SPEEDS = [1, 2, 4, 0.5];
const player = { part: 0, speed: 1, drawnS: 0, canvas: null, frames: null, source: null, wanted: 0 };

const stepsOf = (moment) => Math.max(0, moment.path_until - moment.path_at);
const playS = (moment) => HOLD_S + stepsOf(moment) * STEP_S;
const holdShare = (moment) => HOLD_S / playS(moment);

// How many steps are flown by now; null while the decision is being looked at.
function stepNow() {
  const moment = here();
  if (!moment || !stepsOf(moment)) return null;
  const hold = holdShare(moment);
  if (player.part <= hold) return null;
  return moment.path_at + ((player.part - hold) / (1 - hold)) * stepsOf(moment);
}

// Between two recorded poses the drone flies straight and turns the shorter way.
function poseAtStep(step) {
  const legs = flight.story.path;
  const low = Math.min(Math.floor(step), legs.length - 1);
  const one = legs[low];
  const other = legs[Math.min(low + 1, legs.length - 1)];
  const share = step - low;
  const turn = ((((other[3] - one[3]) % 360) + 540) % 360) - 180;
  return [0, 1, 2].map((axis) => one[axis] + (other[axis] - one[axis]) * share).concat(one[3] + turn * share);
}

function poseNow() {
  const step = stepNow();
  if (step !== null && flight.story.path.length) return poseAtStep(step);
  const moment = here();
  return moment ? moment.pose : null;
}

function seek(time) {
  const last = moments().length;
  const wanted = Math.min(last, Math.max(0, time));
  const index = Math.min(last - 1, Math.floor(wanted));
  player.part = wanted - index;
  if (index !== flight.index) {
    flight.index = index;
    flight.anchor = null;
    redraw();
    announce();
  } else drawMotion();
}

function frameNodes(story) {
  if (player.source !== story.frames) {
    player.source = story.frames;
    player.frames = story.frames ? story.frames.uris.map(() => null) : null;
  }
  return player.frames;
}

function frameNode(number) {
  const frames = frameNodes(flight.story);
  if (!frames[number]) {
    frames[number] = new Image();
    frames[number].src = flight.story.frames.uris[number];
  }
  return frames[number];
}

// The two frames around a step, and how much of the second is to be seen.
function framesAt(step) {
  const at = flight.story.frames.at;
  let low = 0;
  let high = at.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (at[middle] <= step) low = middle;
    else high = middle;
  }
  const width = at[high] - at[low];
  return [low, high, width > 0 ? Math.min(1, Math.max(0, (step - at[low]) / width)) : 0];
}

function paintView(step) {
  player.wanted = step;
  const [low, high, share] = framesAt(step);
  for (let ahead = high; ahead < Math.min(high + 6, flight.story.frames.at.length); ahead += 1) frameNode(ahead);
  const [one, other] = [frameNode(low), frameNode(high)];
  const canvas = player.canvas;
  if (!one.complete || !one.naturalWidth) {
    one.addEventListener("load", () => paintView(player.wanted), { once: true });
    return;
  }
  if (canvas.width !== one.naturalWidth || canvas.height !== one.naturalHeight) {
    canvas.width = one.naturalWidth;
    canvas.height = one.naturalHeight;
  }
  const context = canvas.getContext("2d");
  context.globalAlpha = 1;
  context.drawImage(one, 0, 0);
  if (share > 0.02 && other.complete && other.naturalWidth) {
    context.globalAlpha = share;
    context.drawImage(other, 0, 0);
  }
}

const hasFrames = () => Boolean(flight.story.frames && flight.story.frames.uris.length);

// What of the page follows the drone between two decisions.
function drawMotion() {
  const moment = here();
  if (!moment) return;
  const step = stepNow();
  drawView(flight.story, moment, step);
  moveDrone();
  moveCursor(step === null ? moment.path_at : step);
  scrubber.range.value = String(flight.index + player.part);
}

function tick(now) {
  if (flight.timer === null) return;
  const moment = here();
  const passed = Math.min(0.1, (now - player.drawnS) / 1000);
  player.drawnS = now;
  flight.timer = requestAnimationFrame(tick);
  if (!moment) return pause();
  const time = flight.index + player.part + (passed * player.speed) / playS(moment);
  if (time >= moments().length) {
    seek(moments().length);
    return pause();
  }
  seek(time);
}

function play() {
  if (flight.timer !== null) return pause();
  if (!moments().length) return;
  if (flight.index + player.part >= moments().length - 0.001) seek(0);
  player.drawnS = performance.now();
  flight.timer = requestAnimationFrame(tick);
  showPlaying();
}

function pause() {
  cancelAnimationFrame(flight.timer);
  flight.timer = null;
  showPlaying();
}

function nextSpeed() {
  player.speed = SPEEDS[(SPEEDS.indexOf(player.speed) + 1) % SPEEDS.length];
  showPlaying();
}

// One executed step on or back, for who looks closely.
function nudge(steps) {
  const moment = here();
  if (!moment) return;
  const at = stepNow();
  const now = at === null ? moment.path_at : at;
  const target = steps > 0 ? Math.floor(now + 0.001) + 1 : Math.ceil(now - 0.001) - 1;
  const next = moments().findLast((item) => stepsOf(item) && item.path_at <= Math.max(0, target) && item.path_until >= target);
  if (!next) return;
  const hold = holdShare(next);
  const share = (target - next.path_at) / stepsOf(next);
  seek(next.index + Math.min(0.9999, hold + (1 - hold) * share + 0.0001));
}
