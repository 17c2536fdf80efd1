// What the drone saw: with its anchors, plain, or after the skill; with the chosen pixel and anchor marked.

const PICTURES = [
  ["overlay", "Anchors"],
  ["raw", "Plain"],
  ["after", "After"],
];

function chosenPicture(moment) {
  const has = moment.pictures;
  if (has[flight.picture]) return flight.picture;
  return has.overlay ? "overlay" : has.raw ? "raw" : null;
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
  return { overlay: "The drone's view with numbered anchors", raw: "The drone's view", after: "The view after the skill" }[which] + caption;
}

function pictureNode(story, moment, which) {
  const source = which ? imageOf(moment.pictures[which]) : null;
  if (!source) {
    const why = which ? "This picture is not in the recording." : "No picture was taken.";
    return el("div", { class: "no-picture" }, el("p", { text: why }));
  }
  return el("div", { class: "picture" }, el("img", { src: source, alt: viewWords(moment, which) }), marksOn(story, moment, which));
}

onMoment((story, moment) => {
  if (!moment) return show("view", el("div", { class: "no-picture" }, el("p", { text: "Nothing was seen yet." })));
  const which = chosenPicture(moment);
  show("view", pictureNode(story, moment, which));
  show(
    "view-modes",
    PICTURES.map(([key, words]) =>
      el("button", {
        type: "button",
        class: "control",
        "aria-pressed": String(which === key),
        disabled: !moment.pictures[key],
        text: words,
        click: () => {
          flight.picture = key;
          redraw();
        },
      }),
    ),
  );
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
