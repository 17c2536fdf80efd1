// The city from above: what lies, grows and stands there, drawn once for each place and scale.
import { colours } from "./theme.js";

const SHARP = { building: "m-building-edge", landmark: "m-landmark-edge", road: "m-road-edge" };
const NAMES_FROM = 0.9; // pixels a metre

export function drawBase(context, frame, city) {
  const paint = colours("m-ground", "m-field", "m-water", "m-green", "m-road", "m-road-edge", "m-paved", "m-tree", "m-thing", "m-building", "m-building-edge", "m-landmark", "m-landmark-edge", "m-name", "m-halo", "paper", "line");
  context.fillStyle = paint.paper;
  context.fillRect(0, 0, frame.width, frame.height);
  const [south, west, north, east] = city.bounds;
  context.fillStyle = paint["m-ground"];
  context.fillRect(frame.x(west), frame.y(north), (east - west) * frame.scale, (north - south) * frame.scale);
  for (const layer of city.layers) drawLayer(context, frame, layer, paint);
  context.strokeStyle = paint.line;
  context.setLineDash([6, 5]);
  context.lineWidth = 1.5;
  context.strokeRect(frame.x(west), frame.y(north), (east - west) * frame.scale, (north - south) * frame.scale);
  context.setLineDash([]);
  drawNames(context, frame, city.names, paint);
}

function drawLayer(context, frame, layer, paint) {
  const edge = SHARP[layer.name];
  context.fillStyle = paint["m-" + layer.name];
  context.strokeStyle = edge ? paint[edge] : "transparent";
  context.lineWidth = layer.name === "landmark" ? 1.4 : 0.7;
  const isTall = layer.name === "building";
  layer.outlines.forEach((outline, number) => {
    context.globalAlpha = layer.name === "tree" ? 0.75 : 1;
    trace(context, frame, outline);
    context.fill();
    if (isTall && layer.heights[number] > 18) { // towers stand out
      context.globalAlpha = Math.min(0.42, layer.heights[number] / 220);
      context.fillStyle = paint["m-building-edge"];
      context.fill();
      context.globalAlpha = 1;
      context.fillStyle = paint["m-building"];
    }
    if (edge) context.stroke();
  });
  context.globalAlpha = 1;
}

export function trace(context, frame, outline) {
  context.beginPath();
  for (let index = 0; index < outline.length; index += 2) {
    const [x, y] = [frame.x(outline[index + 1]), frame.y(outline[index])];
    if (index) context.lineTo(x, y);
    else context.moveTo(x, y);
  }
  context.closePath();
}

// The largest first; a name that would cover another is left out until one comes closer.
function drawNames(context, frame, names, paint) {
  context.font = "600 12px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  const taken = [];
  const most = frame.scale < NAMES_FROM ? 16 : 60;
  for (const [name, north, east] of names) {
    const [x, y] = [frame.x(east), frame.y(north)];
    const half = context.measureText(name).width / 2 + 5;
    if (taken.length >= most || x < 0 || y < 0 || x > frame.width || y > frame.height) continue;
    if (taken.some((box) => Math.abs(box[0] - x) < box[2] + half && Math.abs(box[1] - y) < 19)) continue;
    taken.push([x, y, half]);
    context.strokeStyle = paint["m-halo"];
    context.lineWidth = 3.5;
    context.strokeText(name, x, y);
    context.fillStyle = paint["m-name"];
    context.fillText(name, x, y);
  }
}
