// Fields made of fields: records, unions, lists, pairs, and what may be null.

const MAKERS = { fixed: fixedField, choice: choiceField, number: numberField, text: textField, pixel: pixelField, raw: rawField, nullable: nullableField, union: unionField, record: recordField, list: listField, tuple: tupleField };

function makeField(given, form, options) {
  const schema = resolved(given, form.root);
  const about = { name: "", place: "", isRequired: true, depth: 0, ...options };
  const kind = about.depth > 10 ? "raw" : kindOf(schema, form.root, about.name);
  return MAKERS[kind](schema, form, about);
}

function labelled(name, field, { isRequired, help, kind, told }) {
  if (field.node === null) return null;
  const title = told || words(name);
  const isGroup = ["record", "list", "tuple", "union", "choice", "nullable", "pixel"].includes(kind);
  const label = el("span", { class: "label", title: name, text: title });
  const row = el("div", { class: "field kind-" + kind, role: isGroup ? "group" : null, "aria-label": isGroup ? title : null }, el("div", { class: "label-row" }, label, isRequired ? null : el("span", { class: "optional", text: "optional" })), help ? el("p", { class: "help", text: help }) : null, field.node);
  field.row = row;
  return row;
}

function recordField(schema, form, { depth, place, skip }) {
  const needed = schema.required || [];
  const fields = {};
  const rows = [];
  for (const [name, given] of Object.entries(schema.properties)) {
    const one = resolved(given, form.root);
    const kind = kindOf(one, form.root, name);
    const isRequired = needed.includes(name);
    const isShort = kind === "text" && ["id", "category", "label", "name"].includes(name);
    const isLazy = !isRequired && (kind === "record" || kind === "union");
    fields[name] = isLazy ? optionalField(one, form, { name, depth: depth + 1 }) : makeField(one, form, { name, isRequired, isShort, depth: depth + 1, place: place ? place + " " + words(name) : words(name) });
    if (kind === "record" && isRequired && !Object.keys(one.properties).length) fields[name].node = null;
    if (name !== skip) rows.push(labelled(name, fields[name], { isRequired, kind, told: one.label, help: kind === "record" ? one.description : "" }));
  }
  const read = () => {
    const value = {};
    for (const [name, field] of Object.entries(fields)) {
      const one = field.read();
      const isEmptyList = Array.isArray(one) && !one.length && !needed.includes(name);
      if (one !== undefined && !isEmptyList) value[name] = one;
    }
    return value;
  };
  const write = (value) => Object.entries(fields).forEach(([name, field]) => isObject(value) && own(value, name) ? field.write(value[name]) : null);
  const self = {
    node: el("div", { class: "record" }, rows),
    read,
    write,
    pixels: () => Object.values(fields).flatMap((field) => field.pixels()),
    offerPixel: (place) => firstOffer(Object.values(fields), place),
    at: ([name, ...rest]) => (fields[name] && fields[name].node ? withRow(fields[name], rest) : self),
    focus: () => firstFocus(Object.values(fields)),
  };
  return self;
}

function withRow(field, rest) {
  const inner = rest.length ? field.at(rest) : field;
  return inner.row ? inner : { ...inner, row: field.row };
}

function firstOffer(fields, place) {
  for (const field of fields) {
    const found = field.offerPixel(place);
    if (found) return found;
  }
  return null;
}

function firstFocus(fields) {
  const field = fields.find((one) => one.node && one.focus);
  if (field) field.focus();
}

// A field that is made only once it is wanted.
function optionalField(schema, form, about) {
  const place = el("div", {});
  let inner = null;
  const open = () => {
    inner = makeField(schema, form, { ...about, isRequired: true });
    place.replaceChildren(inner.node || "", button("Leave it out", () => (close(), form.changed()), "small"));
  };
  const close = () => {
    inner = null;
    place.replaceChildren(button("Add", () => (open(), form.changed()), "small"));
  };
  close();
  return leaf({ node: place, read: () => (inner ? inner.read() : undefined), write: (value) => (isObject(value) ? (open(), inner.write(value)) : close()), pixels: () => (inner ? inner.pixels() : []) });
}

function nullableField(schema, form, about) {
  const inner = makeField(withoutNull(schema, form.root), form, { ...about, isRequired: true });
  const group = "null-" + ++groups;
  const titles = schema.either || ["none", "this:"];
  const boxes = [true, false].map(() => el("input", { type: "radio", name: group }));
  const [none, some] = boxes;
  const body = el("div", { class: "nullable-body" }, inner.node);
  const show = () => (body.hidden = !some.checked);
  boxes.forEach((box) => box.addEventListener("change", () => (show(), form.changed())));
  const write = (value) => {
    none.checked = value === null;
    some.checked = value !== null && value !== undefined;
    if (some.checked) inner.write(value);
    show();
  };
  show();
  const offerPixel = (picture) => {
    const found = none.checked ? null : inner.offerPixel(picture);
    if (found) some.checked = true;
    show();
    return found;
  };
  const node = el("div", {}, el("div", { class: "choices", role: "radiogroup" }, el("label", { class: "choice" }, none, el("span", { text: titles[0] })), el("label", { class: "choice" }, some, el("span", { text: titles[1] }))), body);
  return { node, write, read: () => (none.checked ? null : some.checked ? inner.read() : undefined), pixels: () => (some.checked ? inner.pixels() : []), offerPixel, at: (path) => (path.length ? inner.at(path) : inner), focus: () => none.focus() };
}

function unionField(schema, form, about) {
  const variants = variantsOf(schema, form.root);
  const tag = tagOf(schema, variants);
  const titles = variants.map((one) => (tag === null ? one.title || "form" : String(one.properties[tag].const)));
  const group = "union-" + ++groups;
  const body = el("div", { class: "variant" });
  const shared = sharedFields(variants);
  let chosen = null;
  let inner = null;
  const boxes = titles.map((_, place) => el("input", { type: "radio", name: group, change: () => (choose(place), form.changed()) }));
  const choose = (place) => {
    if (place === chosen) return;
    const before = inner ? inner.read() : {};
    chosen = place;
    boxes.forEach((box, at) => (box.checked = at === place));
    inner = makeField(variants[place] || shared, form, { ...about, skip: tag, depth: about.depth + 1 });
    body.replaceChildren(inner.node);
    inner.write(before);
    if (inner.pixels().length) form.activate(inner.pixels()[0]);
  };
  const fits = (value) => (tag === null ? nearest(variants, value, form.root) : variants.findIndex((one) => one.properties[tag].const === value[tag]));
  const write = (value) => {
    const place = isObject(value) ? fits(value) : -1;
    choose(place);
    inner.write(value);
  };
  const offerPixel = (picture) => {
    const first = () => inner.pixels().find((one) => liesIn(one.picture, picture)) || null;
    if (chosen >= 0) return first() || inner.offerPixel(picture);
    const place = variants.findIndex((one) => holdsPixel(one, form.root, "", picture));
    if (place < 0) return null;
    choose(place);
    return first();
  };
  const title = schema.label || (tag === null ? "Form" : words(tag));
  const label = about.name === "" ? el("div", { class: "label-row" }, el("span", { class: "label", text: title })) : null;
  const choices = el("div", { class: "choices is-tag" + (titles.some((title) => title.length > 12) ? " is-wide" : ""), role: "radiogroup", "aria-label": title }, titles.map((title, place) => el("label", { class: "choice" }, boxes[place], el("span", { text: title }))));
  const node = el("div", { class: "union" }, label, choices, body);
  choose(-1);
  const self = { node, write, offerPixel, read: () => inner.read(), pixels: () => inner.pixels(), at: (path) => (path.length && path[0] !== tag ? inner.at(path) : self), focus: () => (boxes.find((box) => box.checked) || boxes[0]).focus() };
  return self;
}

// What every variant asks for, which can be filled in before one is chosen.
function sharedFields(variants) {
  const [first, ...others] = variants;
  const isShared = ([name, one]) => others.every((other) => JSON.stringify(other.properties[name]) === JSON.stringify(one));
  const shared = variants.length ? Object.entries(first.properties).filter(isShared) : [];
  return { properties: Object.fromEntries(shared), required: variants.length ? first.required : [] };
}

function listField(schema, form, about) {
  const item = resolved(schema.items, form.root);
  const isText = kindOf(item, form.root, about.name) === "text";
  const most = schema.maxItems ?? Infinity;
  const rows = el("div", { class: "items" + (isText ? " are-texts" : "") });
  const add = button(isText ? "+" : "Add " + (schema.one || words(about.name).toLowerCase().replace(/s$/, "")), () => (append().focus(), form.changed()), "small add");
  if (isText) add.setAttribute("aria-label", "Add to " + words(about.name).toLowerCase());
  let fields = [];
  const renumber = () => {
    const isFull = fields.length >= most;
    add.hidden = isFull || most === (schema.minItems || 0);
    fields.forEach((field, place) => {
      if (field.number) field.number.textContent = String(place + 1);
      if (field.remove) field.remove.hidden = fields.length <= Math.min(schema.minItems || 0, most);
    });
  };
  const drop = (field) => {
    fields = fields.filter((one) => one !== field);
    field.row.remove();
    renumber();
  };
  const append = (value) => {
    const field = makeField(item, form, { name: about.name, depth: about.depth + 1, isShort: isText, place: words(about.name) + " " + (fields.length + 1) });
    field.remove = el("button", { type: "button", class: "remove", "aria-label": "Remove", text: "×", click: () => (drop(field), form.changed()) });
    field.number = isText ? null : el("span", { class: "item-number" });
    field.row = el("div", { class: isText ? "item is-text" : "item" }, field.number, field.node, field.remove);
    if (isText) field.input.addEventListener("keydown", (event) => onKey(event, field));
    fields.push(field);
    rows.append(field.row);
    if (value !== undefined) field.write(value);
    renumber();
    return field;
  };
  const onKey = (event, field) => {
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && fields.length < most) {
      event.preventDefault();
      if (field.read()) append().focus();
    } else if (event.key === "Backspace" && field.input.value === "" && fields.length > (schema.minItems || 0)) {
      event.preventDefault();
      drop(field);
      if (fields.length) fields[fields.length - 1].focus();
      form.changed();
    }
  };
  const write = (values) => {
    const given = Array.isArray(values) ? values : [];
    fields.slice().forEach(drop);
    given.slice(0, Math.min(most, 200)).forEach(append);
    while (fields.length < (schema.minItems || 0)) append();
  };
  const texts = () => fields.map((field) => field.read()).filter((one) => typeof one === "string" && one !== "");
  write([]);
  const self = {
    node: el("div", { class: "list" }, rows, add),
    write,
    read: () => (isText ? texts() : fields.map((field) => field.read() ?? {})),
    pixels: () => fields.flatMap((field) => field.pixels()),
    offerPixel: (place) => firstOffer(fields, place),
    at: ([place, ...rest]) => (fields[place] ? withRow(fields[place], rest) : self),
    focus: () => (fields.length ? fields[0].focus() : add.focus()),
  };
  return self;
}

function tupleField(schema, form, about) {
  const fields = schema.prefixItems.map((one, place) => makeField(one, form, { name: String(place), depth: about.depth + 1, place: about.place + " " + (place + 1) }));
  const titles = schema.prefixItems.map((one) => resolved(one, form.root).title);
  const self = {
    node: el("div", { class: "items" }, fields.map((field, place) => (field.row = el("div", { class: "item is-entry" }, titles[place] ? el("p", { class: "item-title", text: titles[place] }) : null, field.node)))),
    read: () => fields.map((field) => field.read() ?? null),
    write: (values) => fields.forEach((field, place) => field.write(Array.isArray(values) ? values[place] : undefined)),
    pixels: () => fields.flatMap((field) => field.pixels()),
    offerPixel: (place) => firstOffer(fields, place),
    at: ([place, ...rest]) => (fields[place] ? withRow(fields[place], rest) : self),
    focus: () => firstFocus(fields),
  };
  return self;
}
