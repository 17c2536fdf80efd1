// What the server shows, kept here as it changes; and what a person wants, sent back. A lost line is opened again,
// and begins with the whole, so a page that slept or was loaded anew has missed nothing.

export const state = {};
const watchers = [];
let socket = null;
let wait = 250;
let onPicture = () => {};
export let isConnected = false;

// `keys` are those whose change calls `show`, once for each message.
export function watch(keys, show) {
  watchers.push({ keys: new Set(keys), show });
}

export function onFrame(show) {
  onPicture = show;
}

export function send(message) {
  if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

export function connect() {
  socket = new WebSocket("ws://" + location.host + "/line");
  socket.binaryType = "arraybuffer";
  socket.addEventListener("open", () => { wait = 250; setConnected(true); });
  socket.addEventListener("message", (event) => (typeof event.data === "string" ? take(JSON.parse(event.data)) : onPicture(event.data)));
  socket.addEventListener("close", () => {
    setConnected(false);
    setTimeout(connect, wait);
    wait = Math.min(4000, wait * 2);
  });
}

function setConnected(value) {
  isConnected = value;
  tell(new Set(["connection"]));
}

function take(changes) {
  const touched = new Set();
  for (const change of changes) {
    if (change.set) for (const [key, value] of Object.entries(change.set)) { state[key] = value; touched.add(key); }
    if (change.add) { (state[change.add[0]] ??= []).push(change.add[1]); touched.add(change.add[0]); }
    if (change.put) { (state[change.put[0]] ??= {})[change.put[1]] = change.put[2]; touched.add(change.put[0]); }
  }
  tell(touched);
}

function tell(touched) {
  for (const { keys, show } of watchers) if ([...keys].some((key) => touched.has(key))) show(touched);
}
