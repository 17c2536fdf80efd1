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
  return PICTURES.map(([key, words]) =>
    el("button", { type: "button", class: "control", "aria-pressed": String(which === key), disabled: !moment.pictures[key], text: words, click: () => choosePicture(key) }),
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

onMoment((story, moment) => {
  if (!moment) return show("view", el("div", { class: "no-picture" }, el("p", { text: "Nothing was seen yet." })));
  const which = chosenPicture(moment);
  show("view", pictureNode(story, moment, which));
  show("view-modes", modeNodes(story, moment, which));
  drawStrip(moment, which);
  const pose = moment.pose;
  show(
    "view-facts",
    pose ? el("span", { text: "altitude " + metres(pose[2]) }) : null,
    pose ? el("span", { text: "heading " + fixed((pose[3] + 360) % 360, 0) + "°" }) : null,
    el("span", { text: "step " + moment.path_at }),
    isNumber(moment.elapsed_s) ? el("span", { text: "at " + seconds(moment.elapsed_s) }) : null,
    moment.view ? el("span", { text: moment.view + " view" }) : null,
  );
});
