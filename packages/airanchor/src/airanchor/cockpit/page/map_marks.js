// What moves on the map: the path, the drone with what it sees, its anchors, and what it remembers.
import { colours } from "./theme.js";
import { trace } from "./map_base.js";

const VIEW_DEG = 90;

export function drawMarks(context, frame, state, drone, placing) {
  const paint = colours("path", "path-old", "anchor", "memory", "drone", "hand", "card", "m-halo", "ink");
  context.clearRect(0, 0, frame.width, frame.height);
  drawMemory(context, frame, state.memory || {}, paint);
  drawPath(context, frame, state.path || [], state.turn, paint);
  if (state.phase === "flying") drawAnchors(context, frame, state.anchors, drone, paint);
  if (placing) drawDrone(context, frame, placing, paint, true);
  else if (drone) drawDrone(context, frame, drone, paint, false);
}

function drawMemory(context, frame, memory, paint) {
  context.font = "600 11.5px system-ui, sans-serif";
  context.textAlign = "center";
  for (const [id, thing] of Object.entries(memory)) {
    const flat = thing.footprint.flat();
    trace(context, frame, flat);
    context.fillStyle = paint.memory;
    context.globalAlpha = 0.22;
    context.fill();
    context.globalAlpha = 1;
    context.strokeStyle = paint.memory;
    context.lineWidth = 2;
    context.stroke();
    if (frame.scale < 0.7) continue;
    const [x, y] = [frame.x(mean(thing.footprint, 1)), frame.y(Math.min(...thing.footprint.map((corner) => corner[0]))) + 14];
    words(context, plain(thing.label), x, y, paint.memory, paint["m-halo"]);
  }
}

const mean = (corners, index) => corners.reduce((sum, corner) => sum + corner[index], 0) / corners.length;

function words(context, text, x, y, colour, halo) {
  context.lineWidth = 3.5;
  context.lineJoin = "round";
  context.strokeStyle = halo;
  context.strokeText(text, x, y);
  context.fillStyle = colour;
  context.fillText(text, x, y);
}

function drawPath(context, frame, path, turn, paint) {
  context.lineCap = context.lineJoin = "round";
  for (let index = 1; index < path.length; index += 1) {
    const [before, after] = [path[index - 1], path[index]];
    if (before[3] !== after[3]) continue;
    const isNow = after[3] === turn;
    context.strokeStyle = after[4] ? paint.hand : isNow ? paint.path : paint["path-old"];
    context.lineWidth = isNow ? 3.5 : 2.5;
    context.setLineDash(after[4] ? [1, 6] : []);
    context.beginPath();
    context.moveTo(frame.x(before[1]), frame.y(before[0]));
    context.lineTo(frame.x(after[1]), frame.y(after[0]));
    context.stroke();
  }
  context.setLineDash([]);
  path.forEach((place, index) => {
    if (index && path[index - 1][3] === place[3]) return;
    context.beginPath();
    context.arc(frame.x(place[1]), frame.y(place[0]), 4.5, 0, 2 * Math.PI);
    context.fillStyle = paint.card;
    context.fill();
    context.strokeStyle = place[3] === turn ? paint.path : paint["path-old"];
    context.lineWidth = 2.5;
    context.stroke();
  });
}

function drawAnchors(context, frame, anchors, drone, paint) {
  if (!anchors) return;
  context.font = "700 11px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const row of anchors.rows) {
    if (!row.point || !row.is_object) continue;
    const [x, y] = [frame.x(row.point[1]), frame.y(row.point[0])];
    if (drone) {
      context.strokeStyle = paint.anchor;
      context.setLineDash([4, 5]);
      context.lineWidth = 1.5;
      context.beginPath();
      context.moveTo(frame.x(drone[1]), frame.y(drone[0]));
      context.lineTo(x, y);
      context.stroke();
      context.setLineDash([]);
    }
    context.beginPath();
    context.arc(x, y, 9, 0, 2 * Math.PI);
    context.fillStyle = paint.anchor;
    context.fill();
    context.strokeStyle = paint.card;
    context.lineWidth = 2;
    context.stroke();
    context.fillStyle = "#fff";
    context.fillText(row.index, x, y + 0.5);
  }
  context.textBaseline = "alphabetic";
}

function drawDrone(context, frame, [north, east, , heading], paint, isPlacing) {
  const [x, y] = [frame.x(east), frame.y(north)];
  const ahead = ((heading - 90) * Math.PI) / 180;
  const half = (VIEW_DEG / 2) * (Math.PI / 180);
  const reach = Math.min(110, Math.max(46, 60 * frame.scale));
  const shade = context.createRadialGradient(x, y, 0, x, y, reach);
  shade.addColorStop(0, paint.drone + "66");
  shade.addColorStop(1, paint.drone + "00");
  context.beginPath();
  context.moveTo(x, y);
  context.arc(x, y, reach, ahead - half, ahead + half);
  context.closePath();
  context.fillStyle = shade;
  context.fill();
  context.save();
  context.translate(x, y);
  context.rotate((heading * Math.PI) / 180);
  context.beginPath();
  context.moveTo(0, -13);
  context.lineTo(9, 10);
  context.lineTo(0, 5);
  context.lineTo(-9, 10);
  context.closePath();
  context.globalAlpha = isPlacing ? 0.7 : 1;
  context.fillStyle = paint.drone;
  context.fill();
  context.lineWidth = 2;
  context.strokeStyle = paint.card;
  context.stroke();
  context.restore();
}
