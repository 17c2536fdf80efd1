// What a JSON schema asks for, and what a value lacks. Anything it does not know is a field of raw JSON.

const own = (object, key) => Object.prototype.hasOwnProperty.call(object, key);
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function resolved(schema, root) {
  let at = isObject(schema) ? schema : {};
  for (let hops = 0; hops < 20; hops++) {
    if (typeof at.$ref === "string") {
      const { $ref, ...rest } = at;
      const steps = $ref.startsWith("#/") ? $ref.slice(2).split("/") : ["?"];
      const found = steps.reduce((node, key) => (isObject(node) && own(node, key) ? node[key] : undefined), root);
      at = isObject(found) ? { ...found, ...rest } : rest;
    } else if (Array.isArray(at.allOf) && at.allOf.length === 1) {
      const { allOf, ...rest } = at;
      at = { ...allOf[0], ...rest };
    } else break;
  }
  if (!Array.isArray(at.type)) return at;
  const { type, ...rest } = at;
  return { anyOf: type.map((one) => ({ ...rest, type: one })), title: at.title };
}

const isFixed = (schema) => own(schema, "const") || schema.type === "null";
const fixedValue = (schema) => (own(schema, "const") ? schema.const : null);

// The values of a choice with their titles, or null where it is none.
function choicesOf(schema, root) {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => ({ value, title: value === null ? "none" : String(value) }));
  if (schema.type === "boolean") return [{ value: true, title: "yes" }, { value: false, title: "no" }];
  const variants = variantsOf(schema, root);
  if (!variants.length) return null;
  const found = [];
  for (const variant of variants) {
    if (isFixed(variant)) found.push({ value: fixedValue(variant), title: variant.title || (fixedValue(variant) === null ? "none" : String(fixedValue(variant))) });
    else if (Array.isArray(variant.enum)) found.push(...choicesOf(variant, root));
    else return null;
  }
  return found;
}

function variantsOf(schema, root) {
  const given = schema.oneOf || schema.anyOf;
  return Array.isArray(given) ? given.map((one) => resolved(one, root)) : [];
}

const isRecord = (schema) => isObject(schema.properties);

// The property by which the variants of a union are told apart; null where there is none.
function tagOf(schema, variants) {
  const named = schema.discriminator && schema.discriminator.propertyName;
  const names = named ? [named] : Object.keys((variants[0] && variants[0].properties) || {});
  return names.find((name) => {
    const values = variants.map((one) => one.properties[name] && one.properties[name].const);
    return values.every((value) => value !== undefined) && new Set(values).size === values.length;
  }) || null;
}

function isPixel(schema, name) {
  const pair = schema.prefixItems;
  const isPair = Array.isArray(pair) && pair.length === 2 && pair.every((one) => one.type === "integer" || one.type === "number");
  return isPair && /pixel|point/i.test(name + " " + (schema.title || ""));
}

function kindOf(given, root, name) {
  const schema = resolved(given, root);
  if (isFixed(schema)) return "fixed";
  if (choicesOf(schema, root)) return "choice";
  const variants = variantsOf(schema, root);
  const others = variants.filter((one) => one.type !== "null");
  if (variants.length > others.length) return "nullable";
  if (others.length) return others.every(isRecord) ? "union" : "raw";
  if (isPixel(schema, name)) return "pixel";
  if (schema.type === "array") return Array.isArray(schema.prefixItems) ? "tuple" : isObject(schema.items) ? "list" : "raw";
  if (isRecord(schema)) return "record";
  return { string: "text", number: "number", integer: "number" }[schema.type] || "raw";
}

// The inside of a schema that may also be null.
function withoutNull(schema, root) {
  const key = schema.oneOf ? "oneOf" : "anyOf";
  const others = schema[key].filter((one) => resolved(one, root).type !== "null");
  const { [key]: _, default: __, ...rest } = schema;
  return others.length === 1 ? resolved({ ...others[0], title: rest.title }, root) : { ...rest, [key]: others };
}

// A pixel that is tied to no picture may lie in any.
const liesIn = (picture, place) => place === undefined || picture === undefined || picture === place;

// Whether there is a pixel to give, in that picture if one is named.
function holdsPixel(given, root, name, place, depth = 0) {
  const schema = resolved(given, root);
  if (isPixel(schema, name)) return liesIn(schema.picture, place);
  if (depth > 6) return false;
  return Object.entries(schema.properties || {}).some(([key, one]) => holdsPixel(one, root, key, place, depth + 1)) || variantsOf(schema, root).some((one) => holdsPixel(one, root, name, place, depth + 1));
}

function rangeWords(schema) {
  const low = schema.minimum ?? schema.exclusiveMinimum;
  const high = schema.maximum ?? schema.exclusiveMaximum;
  const inner = isObject(schema.not) && schema.not.minimum !== undefined ? ", not " + schema.not.minimum + " to " + schema.not.maximum : "";
  const isAbove = schema.minimum === undefined;
  const isBelow = schema.maximum === undefined;
  if (low !== undefined && high !== undefined && !isAbove && !isBelow) return low + " to " + high + inner;
  const least = low === undefined ? "" : (isAbove ? "more than " : "at least ") + low;
  const most = high === undefined ? "" : (isBelow ? "less than " : "at most ") + high;
  return [least, most].filter(Boolean).join(", ");
}

// What is wrong with a value: [{path, what}], empty where it is sound.
function faultsOf(given, value, root, name = "", path = [], depth = 0) {
  const schema = resolved(given, root);
  const fault = (what) => [{ path, what }];
  if (depth > 20) return [];
  if (value === undefined) return fault("is missing");
  const inside = (one, inner, key) => faultsOf(one, inner, root, String(key), [...path, key], depth + 1);
  switch (kindOf(schema, root, name)) {
    case "fixed":
      return value === fixedValue(schema) ? [] : fault("must be " + JSON.stringify(fixedValue(schema)));
    case "choice":
      return choicesOf(schema, root).some((one) => one.value === value) ? [] : fault("must be one of " + choicesOf(schema, root).map((one) => JSON.stringify(one.value)).join(", "));
    case "nullable":
      return value === null ? [] : faultsOf(withoutNull(schema, root), value, root, name, path, depth + 1);
    case "union":
      return unionFaults(schema, value, root, path, depth);
    case "record": {
      if (!isObject(value)) return fault("must be an object");
      const needed = schema.required || [];
      return Object.entries(schema.properties).flatMap(([key, one]) => (value[key] === undefined && !needed.includes(key) ? [] : inside(one, value[key], key)));
    }
    case "pixel":
    case "tuple":
      if (!Array.isArray(value) || value.length !== schema.prefixItems.length) return fault("must have " + plural(schema.prefixItems.length, "entry").replace("entrys", "entries"));
      return schema.prefixItems.flatMap((one, place) => inside(one, value[place], place));
    case "list": {
      if (!Array.isArray(value)) return fault("must be a list");
      if (value.length < (schema.minItems || 0)) return fault("needs " + schema.minItems + ", has " + value.length);
      if (value.length > (schema.maxItems ?? Infinity)) return fault("has " + value.length + ", at most " + schema.maxItems);
      return value.flatMap((one, place) => inside(schema.items, one, place));
    }
    case "number":
      return numberFaults(schema, value).flatMap(fault);
    case "text":
      if (typeof value !== "string") return fault("must be a text");
      return value.trim().length < (schema.minLength || 0) ? fault("must say something") : [];
    default:
      return [];
  }
}

function numberFaults(schema, value) {
  if (value === null) return ["is missing"];
  if (typeof value !== "number" || !Number.isFinite(value)) return ["must be a number"];
  if (schema.type === "integer" && !Number.isInteger(value)) return ["must be a whole number"];
  const inner = isObject(schema.not) ? schema.not : null;
  const isOut = value < (schema.minimum ?? -Infinity) || value > (schema.maximum ?? Infinity) || value <= (schema.exclusiveMinimum ?? -Infinity) || value >= (schema.exclusiveMaximum ?? Infinity);
  const isIn = inner !== null && inner.minimum !== undefined && value >= inner.minimum && value <= inner.maximum;
  return isOut || isIn ? ["must be " + rangeWords(schema)] : [];
}

function unionFaults(schema, value, root, path, depth) {
  const variants = variantsOf(schema, root);
  if (!isObject(value)) return [{ path, what: "must be chosen" }];
  const tag = tagOf(schema, variants);
  if (tag !== null) {
    const chosen = variants.find((one) => one.properties[tag].const === value[tag]);
    if (!chosen) return [{ path: [...path, tag], what: value[tag] === undefined ? "must be chosen" : "must be one of " + variants.map((one) => JSON.stringify(one.properties[tag].const)).join(", ") }];
    return faultsOf(chosen, value, root, "", path, depth + 1);
  }
  const place = nearest(variants, value, root, depth);
  return place < 0 ? [{ path, what: schema.label ? "needs a " + schema.label.toLowerCase() : "must be chosen" }] : faultsOf(variants[place], value, root, "", path, depth + 1);
}

// The form without a tag that a value fits best; -1 where it says something that none of them says.
function nearest(variants, value, root, depth = 0) {
  const costs = variants.map((one) => (contradicts(one, value) ? Infinity : faultsOf(one, value, root, "", [], depth + 1).length + strangers(one, value, root)));
  const least = Math.min(...costs);
  return least === Infinity ? -1 : costs.indexOf(least);
}

function contradicts(schema, value) {
  const needed = schema.required || [];
  const differs = ([name, one]) => own(one, "const") && value[name] !== one.const && (value[name] !== undefined || needed.includes(name));
  return Object.entries(schema.properties).some(differs);
}

// How many names of a value a record does not know.
function strangers(given, value, root) {
  const schema = resolved(given, root);
  if (!isObject(value) || !isRecord(schema)) return 0;
  return Object.keys(value).reduce((sum, name) => sum + (own(schema.properties, name) ? strangers(schema.properties[name], value[name], root) : 1), 0);
}
