// The fields of a form. A field has a node, read() (undefined while nothing is given), write(value), and pixels().

let groups = 0;

const leaf = (parts) => ({ pixels: () => [], offerPixel: () => null, at: () => parts, ...parts });

function fixedField(schema) {
  return leaf({ node: null, read: () => fixedValue(schema), write: () => {} });
}

function choiceField(schema, form, { isRequired }) {
  const choices = choicesOf(schema, form.root);
  const group = "choice-" + ++groups;
  const shown = isRequired ? choices : [...choices, { value: undefined, title: "leave out" }];
  const boxes = shown.map((one) => el("input", { type: "radio", name: group, change: () => form.changed() }));
  const isLong = shown.some((one) => one.title.length > 40);
  const node = el("div", { class: "choices" + (isLong ? " is-long" : ""), role: "radiogroup" }, shown.map((one, place) => el("label", { class: "choice" }, boxes[place], el("span", { text: one.title }))));
  const pick = (value) => boxes.forEach((box, place) => (box.checked = shown[place].value === value));
  if (!isRequired) pick(undefined);
  return leaf({ node, write: pick, read: () => (shown[boxes.findIndex((box) => box.checked)] || {}).value, focus: () => boxes[0].focus() });
}

function numberField(schema, form) {
  const low = schema.minimum ?? schema.exclusiveMinimum;
  const high = schema.maximum ?? schema.exclusiveMaximum;
  const input = el("input", { type: "text", inputmode: "decimal", class: "number", autocomplete: "off", "aria-label": schema.label || schema.title || "number" });
  const slider = low !== undefined && high !== undefined && high > low ? el("input", { type: "range", min: low, max: high, step: schema.type === "integer" || high - low > 20 ? 1 : "any", tabindex: -1, "aria-hidden": "true" }) : null;
  const read = () => {
    const text = input.value.trim().replace("−", "-");
    if (text === "") return schema.blank;
    const value = Number(text);
    return Number.isFinite(value) ? value : input.value;
  };
  const mirror = () => {
    if (slider && typeof read() === "number") slider.value = read();
    if (slider) slider.classList.toggle("is-unset", typeof read() !== "number");
  };
  input.addEventListener("input", () => (mirror(), form.changed()));
  if (slider) slider.addEventListener("input", () => ((input.value = slider.value), mirror(), form.changed()));
  const write = (value) => ((input.value = value === undefined || value === null ? "" : String(value)), mirror());
  mirror();
  return leaf({ node: el("div", { class: "number-row" }, input, slider, el("span", { class: "range", text: rangeWords(schema) })), read, write, focus: () => input.focus() });
}

function textField(schema, form, { isRequired, isShort }) {
  const shared = { class: "text", placeholder: schema.present || null, dir: "auto", spellcheck: "true", "aria-label": schema.title || "text" };
  const input = isShort ? el("input", { type: "text", autocomplete: "off", ...shared }) : el("textarea", { rows: 2, ...shared });
  const grow = () => {
    if (isShort) return;
    input.style.height = "auto";
    input.style.height = Math.min(260, input.scrollHeight + 2) + "px";
  };
  const changed = () => (grow(), form.changed());
  input.addEventListener("input", changed);
  const keep = schema.present ? el("button", { type: "button", class: "link", text: "keep as it is", click: () => ((input.value = schema.present), changed()) }) : null;
  const write = (value) => ((input.value = typeof value === "string" ? value : ""), requestAnimationFrame(grow));
  const read = () => (input.value.trim() === "" ? (isRequired && !schema.minLength ? "" : undefined) : input.value.trim());
  return leaf({ node: el("div", { class: "text-row" }, input, keep), input, read, write, focus: () => input.focus() });
}

function pixelField(schema, form, { place }) {
  const where = form.pictures && form.pictures[schema.picture] ? "click in “" + form.pictures[schema.picture] + "”" : "click the picture";
  const inputs = ["u", "v"].map((axis) => el("input", { type: "text", inputmode: "numeric", class: "number", autocomplete: "off", "aria-label": place + " " + axis }));
  const node = el("div", { class: "pixel-row" }, el("span", { class: "axis", text: "u" }), inputs[0], el("span", { class: "axis", text: "v" }), inputs[1], el("span", { class: "range", text: where }));
  const one = (input) => (input.value.trim() === "" || !Number.isFinite(Number(input.value)) ? undefined : Number(input.value));
  const read = () => (inputs.every((input) => one(input) === undefined) ? undefined : inputs.map((input) => one(input) ?? null));
  const write = (pair) => inputs.forEach((input, at) => (input.value = Array.isArray(pair) && pair[at] !== null && pair[at] !== undefined ? String(pair[at]) : ""));
  const field = leaf({ node, read, write, place, schema, picture: schema.picture, focus: () => inputs[0].focus() });
  field.at = () => field;
  field.pixels = () => [field];
  node.addEventListener("focusin", () => form.activate(field));
  node.addEventListener("click", () => form.activate(field));
  inputs.forEach((input) => input.addEventListener("input", () => form.changed()));
  return field;
}

function rawField(schema, form) {
  const input = el("textarea", { class: "text raw", rows: 3, spellcheck: "false", "aria-label": (schema.title || "value") + " as JSON", placeholder: "JSON" });
  input.addEventListener("input", () => form.changed());
  const read = () => {
    if (input.value.trim() === "") return undefined;
    try {
      return JSON.parse(input.value);
    } catch {
      return input.value;
    }
  };
  return leaf({ node: input, read, write: (value) => (input.value = value === undefined ? "" : pretty(value)), focus: () => input.focus() });
}
