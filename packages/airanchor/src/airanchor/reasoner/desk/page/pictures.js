// The pictures of a question: one of them large, the others a key away, and where they were clicked.

const ROOM_PX = 140;
// Of the window above and below a picture.

class PicturePane {
  constructor(place, { onPixel, onFill }) {
    this.place = place;
    this.onPixel = onPixel;
    this.onFill = onFill;
    this.frames = [];
  }

  // Shows a question's pictures, and below them what is best read beside them.
  show(question, below) {
    this.question = question;
    this.below = below;
    this.takesPixels = holdsPixel(question.schema, question.schema, "") || listsPixel(question.schema);
    this.zoom = 0;
    this.marks = [];
    this.mode = question.pictures.length === 2 && !this.takesPixels ? "all" : "one";
    this.current = this.takesPixels ? question.first_picture : 0;
    this.readout = el("span", { class: "readout" });
    this.address = (name) => "/letter/" + question.name + "/" + name;
    this.frames = question.pictures.map((picture, place) => this.frame(picture, place));
    this.place.hidden = !this.frames.length;
    this.draw();
  }

  frame(picture, place) {
    const image = el("img", { src: this.address(picture.name), alt: picture.caption || "picture " + (place + 1), draggable: "false" });
    const [width, height] = picture.size_px || [512, 512];
    const overlay = svg("svg", { class: "marks", viewBox: "0 0 " + width + " " + height, preserveAspectRatio: "none", "aria-hidden": "true" });
    const box = el("div", { class: "frame" }, image, overlay);
    const pixel = (event) => {
      const edge = image.getBoundingClientRect();
      const middle = (at) => (Number.isInteger(at) ? at + 0.5 : at); // a mouse tells the corner of its screen pixel
      const at = (share, size) => Math.min(size - 1, Math.max(0, Math.floor(share * size)));
      return [at((middle(event.clientX) - edge.left) / edge.width, image.naturalWidth), at((middle(event.clientY) - edge.top) / edge.height, image.naturalHeight)];
    };
    box.addEventListener("mousemove", (event) => image.naturalWidth && (this.readout.textContent = "u " + pixel(event)[0] + ", v " + pixel(event)[1]));
    box.addEventListener("mouseleave", () => (this.readout.textContent = ""));
    box.addEventListener("click", (event) => {
      if (this.takesPixels && image.naturalWidth) this.onPixel(pixel(event), place);
      else if (this.mode === "all") this.choose(place);
    });
    return { box, image, overlay, width, height, picture };
  }

  choose(place) {
    this.mode = "one";
    this.current = place;
    this.draw();
  }

  draw() {
    const count = this.frames.length;
    if (!count) return this.place.replaceChildren();
    const shown = this.mode === "sheet" ? [] : this.mode === "all" ? this.frames : [this.frames[this.current]];
    const head = count === 2 ? "" : this.mode === "one" ? this.frames[this.current].picture.caption || "View" : "All pictures";
    const tool = (text, isOn, act, title) => el("button", { type: "button", class: "control small", "aria-pressed": String(isOn), title, click: act, text });
    const tabs = count === 2 ? this.frames.map(({ picture }, place) => tool(picture.caption || picture.name, this.mode === "one" && this.current === place, () => this.choose(place), "key " + (place + 1))) : [];
    const views = count > 1 ? [tabs, tool("Side by side", this.mode === "all", () => this.set("all"), "key 0"), tool("Sheet", this.mode === "sheet", () => this.set("sheet"), "the contact sheet")] : [];
    const zooms = [["Fit", 0], ["2×", 2], ["3×", 3]].map(([text, zoom]) => tool(text, this.zoom === zoom, () => ((this.zoom = zoom), this.draw()), "size of the picture"));
    const bar = el("div", { class: "picture-bar" }, el("strong", { text: head }), this.readout, el("span", { class: "tools" }, views, this.mode === "one" ? zooms : null));
    const stage = el("div", { class: "stage is-" + this.mode + (this.takesPixels && this.mode !== "sheet" ? " takes-pixels" : "") }, shown.map((frame) => this.sized(frame, count)), this.mode === "sheet" ? el("img", { class: "sheet", src: this.address("pictures.png"), alt: "all pictures on one sheet" }) : null);
    this.place.replaceChildren(bar, el("div", { class: "picture-body" }, stage, count > 2 && this.mode !== "all" ? this.strip() : null), this.below.length ? el("div", { class: "below" }, this.below) : "");
    this.mark(this.marks);
  }

  sized(frame, count) {
    const { box, width, height, picture } = frame;
    const isBig = this.mode === "one";
    box.style.width = isBig && this.zoom ? width * this.zoom + "px" : isBig ? "min(100%, calc((100vh - " + ROOM_PX + "px) * " + width / height + "))" : "";
    box.classList.toggle("is-sharp", isBig && this.zoom > 0);
    if (isBig) return box;
    const fill = picture.fill ? button(this.fillWords(picture.fill), () => this.onFill(picture.fill), "small fill") : null;
    return el("figure", {}, el("figcaption", { text: picture.caption || picture.name }), box, count > 2 ? fill : null);
  }

  strip() {
    return el("div", { class: "strip" }, this.frames.map(({ picture }, place) => el("div", { class: "thumb" + (this.mode === "one" && place === this.current ? " is-current" : "") }, el("button", { type: "button", class: "thumb-button", "aria-label": "Show " + (picture.caption || picture.name), click: () => this.choose(place) }, el("img", { src: this.address(picture.name), alt: "" }), el("span", { class: "thumb-caption", text: (place + 1) + ". " + (picture.caption || picture.name) })), picture.fill ? button(this.fillWords(picture.fill), () => this.onFill(picture.fill), "small fill") : null)));
  }

  fillWords(fill) {
    return Object.values(fill).join(" ");
  }

  set(mode) {
    this.mode = this.mode === mode ? "one" : mode;
    this.draw();
  }

  mark(marks) {
    this.marks = marks;
    for (const [place, { overlay, width }] of this.frames.entries()) {
      const size = width / 28;
      overlay.replaceChildren(
        ...marks.filter((mark) => (mark.picture ?? 0) === place).map(({ pixel: [u, v], text, isActive }) => {
          const [x, y] = [u + 0.5, v + 0.5];
          const lines = [[x - size, y, x - size / 4, y], [x + size / 4, y, x + size, y], [x, y - size, x, y - size / 4], [x, y + size / 4, x, y + size]];
          const drawn = (kind) => lines.map(([x1, y1, x2, y2]) => svg("line", { class: kind, x1, y1, x2, y2 }));
          return svg("g", { class: isActive ? "cross is-active" : "cross" }, drawn("halo"), drawn("hair"), text ? svg("text", { x: x + size * 0.5, y: y - size * 0.5, "font-size": size * 0.9, text }) : null);
        }),
      );
    }
  }
}

// Pixels in the entries of lists, which a form makes only when they are added.
function listsPixel(schema) {
  const nodes = [schema, ...Object.values(schema.$defs || {}), ...(schema.oneOf || [])];
  return nodes.some((node) => isObject(node) && Object.entries(node.properties || {}).some(([name, one]) => isPixel(resolved(one, schema), name)));
}
