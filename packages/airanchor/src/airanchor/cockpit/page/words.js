// Numbers and endings as people say them.
const WINDS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

export const metres = (value) => (Number.isFinite(value) ? Math.round(value) + " m" : "–");
export const wind = (degrees) => WINDS[Math.round((((degrees % 360) + 360) % 360) / 45) % 8];
export const title = (name) => name.replace(/(^|[-_ ])([a-z])/g, (_, gap, letter) => (gap ? " " : "") + letter.toUpperCase());
export const moment = (iso) => {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? "" : date.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
};

const KINDS = { completed: "good", guessed: "warn", "partly done": "warn", "not found": "warn", "given up": "warn", "not understood": "warn", interrupted: "", stopped: "", failed: "bad", "cut off": "bad" };

export function endingKind(ending) {
  return ending in KINDS ? KINDS[ending] : "warn";
}

export function speedWords(speed) {
  return speed === 0 ? "fastest" : speed + "×";
}
