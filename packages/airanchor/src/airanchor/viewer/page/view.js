// What the drone saw: with its anchors, plain, or after the skill, and what a method drew on it; marks on top.

const PICTURES = [
  ["overlay", "Anchors"],
  ["raw", "Plain"],
  ["after", "After"],
];
const DRAWN = "drawn "; // with the number of the picture: titles may repeat

function hashOf(moment, which) {
  if (!which.startsWith(DRAWN)) return moment.pictures[which] || null;
  const drawn = moment.drawn[Number(which.slice(DRAWN.length))];
  return drawn ? drawn.image : null;
}

// The picture that was chosen where this moment has it; else what tells most of the decision.
function chosenPicture(moment) {
  if (flight.picture && hashOf(moment, flight.picture)) return flight.picture;
  if (moment.pictures.overlay) return "overlay";
  if (moment.drawn.length) return DRAWN + (moment.drawn.length - 1);
  return moment.pictures.raw ? "raw" : null;
}

function crossAt(pixel, kind, size) {
  const [u, v] = pixel;
  return svg(
    "g",
    { class: "cross " + kind, transform: "translate(" + u + " " + v + ") scale(" + size + ")" },
    svg("circle", { r: 13, class: "halo" }),
    svg("circle", { r: 13 }),
    svg("path", { d: "M-20 0 H-7 M7 0 H20 M0 -20 V-7 M0 7 V20", class: "halo" }),
    svg("path", { d: "M-20 0 H-7 M7 0 H20 M0 -20 V-7 M0 7 V20" }),
  );
}

function isPixel(value) {
  return Array.isArray(value) && value.length === 2 && value.every(isNumber);
}

function marksOn(story, moment, which) {
  if (which === "after" || !story.camera_px) return null;
  const target = moment.skill && moment.skill.parameters ? moment.skill.parameters.pixel : null;
  const row = moment.anchors ? moment.anchors.rows.find((item) => item.index === flight.anchor) : null;
  const box = row && row.box;
  return svg(
    "svg",
    { class: "view-marks", viewBox: "-0.5 -0.5 " + story.camera_px[0] + " " + story.camera_px[1], "aria-hidden": "true" },
    isPixel(target) ? crossAt(target, "skill-" + lookOf(skillOf(moment)).key, story.camera_px[0] / 512) : null,
    box ? svg("rect", { x: box[0] - 4, y: box[1] - 4, width: box[2] - box[0] + 8, height: box[3] - box[1] + 8, class: "chosen-box" }) : null,
    row && row.pixel ? svg("circle", { cx: row.pixel[0], cy: row.pixel[1], r: 18, class: "chosen-box" }) : null,
  );
}

function viewWords(moment, which) {
  const caption = moment.skill && moment.skill.caption ? ": " + plain(moment.skill.caption) : "";
  if (which.startsWith(DRAWN)) return "Made for this decision: " + plain(moment.drawn[Number(which.slice(DRAWN.length))].title);
  return { overlay: "The drone's view with numbered anchors", raw: "The drone's view", after: "The view after the skill" }[which] + caption;
}

function pictureNode(story, moment, which) {
  const source = which ? imageOf(hashOf(moment, which)) : null;
  if (!source) {
    const why = which ? "This picture is not in the recording." : "No picture was taken.";
    return el("div", { class: "no-picture" }, el("p", { text: why }));
  }
  const marks = marksOn(story, moment, which);
  const image = el("img", { src: source, alt: viewWords(moment, which) });
  if (marks && which.startsWith(DRAWN)) image.addEventListener("load", () => isOfView(image, story) || marks.remove());
  return el("div", { class: "picture" }, image, marks);
}

// Whether a picture has the form of the view, so that a pixel of the view is found on it.
function isOfView(image, story) {
  const [wide, high] = story.camera_px;
  return Math.abs(image.naturalWidth * high - image.naturalHeight * wide) <= wide + high;
}

function choosePicture(which) {
  flight.picture = which;
  redraw();
}

function modeNodes(story, moment, which) {
  if (!hasEver(story, (item) => item.pictures.overlay || item.pictures.after)) return [];
  if (!hasEver(story, (item) => imageOf(item.pictures.overlay) || imageOf(item.pictures.raw))) return [];
  return PICTURES.map(([key, words]) =>
    el("button", { type: "button", class: "control", "aria-pressed": String(which === key), disabled: !imageOf(moment.pictures[key]), text: words, click: () => choosePicture(key) }),
  );
}

function stripNode(moment, which) {
  if (!moment.drawn.length) return null;
  const pictures = [["raw", "view"], ...moment.drawn.map((one, number) => [DRAWN + number, one.title])].filter(([key]) => hashOf(moment, key));
  return el("div", { class: "strip", role: "group", "aria-label": "Pictures of this decision" }, pictures.map(([key, words]) => {
    const source = imageOf(hashOf(moment, key));
    return el(
      "button",
      { type: "button", class: "strip-item", "aria-pressed": String(which === key), title: words, click: () => choosePicture(key) },
      source ? el("img", { src: source, alt: "", decoding: "async" }) : el("span", { class: "strip-none", "aria-hidden": "true", text: "not kept" }),
      el("span", { class: "strip-title", dir: "auto", text: words }),
    );
  }));
}

function drawStrip(moment, which) {
  const before = document.querySelector("#view-strip .strip");
  const left = before ? before.scrollLeft : 0;
  const held = document.activeElement && document.activeElement.closest("#view-strip button");
  const at = held ? [...held.parentNode.children].indexOf(held) : -1;
  show("view-strip", stripNode(moment, which));
  const strip = document.querySelector("#view-strip .strip");
  if (!strip) return;
  strip.scrollLeft = left;
  const chosen = strip.querySelector("[aria-pressed=true]");
  if (chosen) {
    const room = chosen.offsetLeft + chosen.offsetWidth + 6 - strip.clientWidth;
    strip.scrollLeft = Math.max(room, Math.min(strip.scrollLeft, chosen.offsetLeft - 6));
  }
  if (strip.children[at]) strip.children[at].focus({ preventScroll: true });
}

// In flight between two decisions the way is shown; at a decision, what was recorded there.
function motionNode(moment) {
  if (!player.canvas) player.canvas = el("canvas", { class: "motion", role: "img", "aria-label": "The view on the way, rendered again from the city" });
  return el("div", { class: "picture" }, player.canvas);
}

// The picture of a decision, or what the city looks like from there where none was kept.
function stillNode(story, moment, which) {
  const isKept = which && imageOf(hashOf(moment, which));
  if (isKept || !hasFrames()) return pictureNode(story, moment, which);
  const node = motionNode(moment);
  paintView(moment.path_at);
  return el("div", {}, node, quiet("Rendered again from the city: the recording kept no picture here."));
}

function factNodes(moment, pose, step) {
  return [
    pose ? el("span", { text: "altitude " + metres(pose[2]) }) : null,
    pose ? el("span", { text: "heading " + fixed((((pose[3] % 360) + 360) % 360), 0) + "° " + windOf(pose[3]) }) : null,
    el("span", { text: "step " + Math.floor(step) }),
    isNumber(moment.elapsed_s) ? el("span", { text: "decided after " + seconds(moment.elapsed_s) }) : null,
    moment.view ? el("span", { text: moment.view + " view" }) : null,
  ];
}

const shownView = { isMoving: null };

function drawView(story, moment, step) {
  const isMoving = step !== null && hasFrames();
  if (isMoving) {
    if (shownView.isMoving !== moment) show("view", motionNode(moment));
    paintView(step);
  } else if (shownView.isMoving) {
    const which = chosenPicture(moment);
    show("view", stillNode(story, moment, which));
  }
  shownView.isMoving = isMoving ? moment : null;
  document.getElementById("view-title").textContent = isMoving ? "View on the way" : "View";
  show("view-facts", factNodes(moment, poseNow(), step === null ? moment.path_at : step));
}

onMoment((story, moment) => {
  if (!moment) return show("view", el("div", { class: "no-picture" }, el("p", { text: "Nothing was seen yet." })));
  const which = chosenPicture(moment);
  shownView.isMoving = moment;
  drawView(story, moment, null);
  drawView(story, moment, stepNow());
  show("view-modes", modeNodes(story, moment, which));
  drawStrip(moment, which);
});
