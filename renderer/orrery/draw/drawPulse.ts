import { type Pulse, progressOf } from "../model/pulses.ts";
import { areDisjoint, type Box, boxesOfNames, LINE } from "./names.ts";
import { type Context, disc, drawText, FADED, type Scene } from "./picture.ts";

/** Share of its path that a pulse's tail covers. */
const TAIL = 0.38;
/** How far the path of a pulse bends to the side, so that writes and events do not overlap. */
const BEND = 0.1;
/** Number of segments of a trail. */
const PARTS = 24;
/** Length in pixels above which a trail has space for its count. */
const LONG = 110;
/** Possible positions of the count on a trail, as shares of its length, the best first. */
const COUNT_PLACES = [0.55, 0.62, 0.48, 0.7, 0.4, 0.78, 0.32, 0.86, 0.24];

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The path of a pulse: maps its progress, from 0 at the sender to 1 at the receiver, to a point. */
function wayOf({ sky }: Scene, pulse: Pulse): ((part: number) => Point) | undefined {
  const body = sky.byId.get(pulse.body);
  if (body === undefined) return undefined;
  const { centre } = sky;
  const [dx, dy] = [body.x - centre.x, body.y - centre.y];
  const away = Math.hypot(dx, dy) || 1;
  const [from, to] = [(centre.radius + 16) / away, 1 - (body.radius + 3) / away];
  const isIn = pulse.direction === "in";
  const side = isIn ? BEND : -BEND;
  return (part) => {
    const at = isIn ? 1 - part : part;
    const along = from + (to - from) * at;
    const bend = side * 4 * at * (1 - at);
    return { x: centre.x + dx * along - dy * bend, y: centre.y + dy * along + dx * bend };
  };
}

const colourOf = ({ palette }: Scene, { isRefused, direction }: Pulse): string =>
  isRefused ? palette.bad : direction === "in" ? palette.accent : palette.good;

/** Draws a comet between a body and the server. @param parts number of segments of its tail */
export function drawPulse(context: Context, scene: Scene, pulse: Pulse, part: number, parts: number): void {
  const progress = progressOf(pulse, part);
  const way = wayOf(scene, pulse);
  if (progress === undefined || way === undefined) return;
  const colour = colourOf(scene, pulse);
  const strength = pulse.isFollowed ? 1 : FADED;
  const size = Math.min(8, 4 + Math.log2(pulse.count));
  context.strokeStyle = colour;
  context.lineCap = "round";
  let before = way(Math.max(0, progress - TAIL));
  for (let i = 1; i <= parts; i++) {
    const next = way(Math.max(0, progress - TAIL * (1 - i / parts)));
    context.globalAlpha = strength * 0.75 * (i / parts) ** 2;
    context.lineWidth = Math.max(1, size * 1.4 * (i / parts));
    context.beginPath();
    context.moveTo(before.x, before.y);
    context.lineTo(next.x, next.y);
    context.stroke();
    before = next;
  }
  context.globalAlpha = strength * 0.22;
  disc(context, before.x, before.y, size + 5, colour);
  context.globalAlpha = strength;
  disc(context, before.x, before.y, size, colour);
  disc(context, before.x, before.y, size * 0.4, scene.palette.surface);
  if (pulse.count > 1 && parts > 4) drawCount(context, scene, before, pulse.count, size);
  context.globalAlpha = 1;
}

/** Draws the trails of past pulses, with their counts where these cover neither names nor each other. */
export function drawTrails(context: Context, scene: Scene, pulses: readonly Pulse[], strength: number): void {
  const hasCounts = pulses.some(({ count }) => count > 1);
  const taken = hasCounts ? boxesOfNames(context, scene) : [];
  for (const pulse of pulses) drawTrail(context, scene, pulse, strength);
  for (const pulse of pulses) drawTrailCount(context, scene, pulse, strength, taken);
}

/** Draws a trail that grows stronger towards its end, which has an arrowhead. */
function drawTrail(context: Context, scene: Scene, pulse: Pulse, strength: number): void {
  const way = wayOf(scene, pulse);
  if (way === undefined) return;
  const colour = colourOf(scene, pulse);
  const visible = strength * (pulse.isFollowed ? 1 : FADED);
  const [first, end, near] = [way(0), way(1), way(0.93)];
  const fade = context.createLinearGradient(first.x, first.y, end.x, end.y);
  fade.addColorStop(0, "transparent");
  fade.addColorStop(0.35, colour);
  fade.addColorStop(1, colour);
  context.globalAlpha = visible;
  context.strokeStyle = fade;
  context.lineWidth = Math.min(4, 1.5 + Math.log2(pulse.count) * 0.5);
  context.lineCap = "round";
  context.beginPath();
  context.moveTo(first.x, first.y);
  for (let i = 1; i < PARTS; i++) {
    const { x, y } = way(i / PARTS);
    context.lineTo(x, y);
  }
  context.stroke();
  const angle = Math.atan2(end.y - near.y, end.x - near.x);
  context.globalAlpha = Math.min(1, visible * 1.3);
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(end.x, end.y);
  for (const side of [-0.5, 0.5]) {
    context.lineTo(end.x - 10 * Math.cos(angle + side), end.y - 10 * Math.sin(angle + side));
  }
  context.fill();
  context.globalAlpha = 1;
}

/**
 * Draws the number of pulses on a trail at the first free position. @param taken the occupied boxes; this position is
 * added
 */
function drawTrailCount(context: Context, scene: Scene, pulse: Pulse, strength: number, taken: Box[]): void {
  const way = wayOf(scene, pulse);
  if (way === undefined || pulse.count === 1) return;
  const [first, end] = [way(0), way(1)];
  if (Math.hypot(end.x - first.x, end.y - first.y) <= LONG) return;
  const boxes = COUNT_PLACES.map((part) => ({ part, box: boxOfCount(context, scene, way(part), pulse.count, 2) }));
  const free = boxes.find(({ box }) => taken.every((other) => areDisjoint(box, other))) ?? boxes[0];
  if (free === undefined) return;
  taken.push(free.box);
  context.globalAlpha = strength * (pulse.isFollowed ? 1 : FADED);
  drawCount(context, scene, way(free.part), pulse.count, 2);
  context.globalAlpha = 1;
}

function boxOfCount(context: Context, { font }: Scene, { x, y }: Point, count: number, size: number): Box {
  context.font = `600 12px ${font}`;
  const [left, middle] = [x + size + 4, y - size - 3];
  const right = left + context.measureText(`×${count}`).width;
  return { left, right, top: middle - LINE / 2, bottom: middle + LINE / 2 };
}

function drawCount(context: Context, scene: Scene, at: Point, count: number, size: number): void {
  const { left, top } = boxOfCount(context, scene, at, count, size);
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.fillStyle = scene.palette.text;
  drawText(context, scene, `×${count}`, left, top + LINE / 2);
}
