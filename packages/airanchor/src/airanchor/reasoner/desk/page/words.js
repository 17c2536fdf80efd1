const byId = (id) => document.getElementById(id);
const button = (text, act, kind) => el("button", { type: "button", class: "control" + (kind ? " " + kind : ""), click: act, text });

// JSON for reading: pairs of numbers stay on one line.
function pretty(value) {
  return JSON.stringify(value, null, 2).replace(/\[\s+(-?[\d.e+-]+),\s+(-?[\d.e+-]+)\s+\]/g, "[$1, $2]");
}

// "yaw_delta_deg" as people read it.
function words(name) {
  const unit = name.endsWith("_m") ? " (m)" : name.endsWith("_deg") ? " (°)" : "";
  const bare = unit ? name.slice(0, name.lastIndexOf("_")) : name;
  return bare.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase()) + unit;
}
