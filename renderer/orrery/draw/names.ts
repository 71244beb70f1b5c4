import { maxOf } from "../../../shared/collections/extremes.ts";
import { shownText } from "../../../shared/text/shownText.ts";
import type { Body, Sky } from "../model/bodies.ts";
import { type Context, drawText, type Scene } from "./picture.ts";

/** A rectangle in the picture. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The position of a body's name, and the space that it takes. */
interface PlacedName {
  readonly lines: readonly string[];
  readonly x: number;
  /** The vertical centre of all lines. */
  readonly y: number;
  readonly align: CanvasTextAlign;
  readonly box: Box;
}

type NameStyle = Pick<Scene, "sky" | "palette" | "font" | "followed">;

/** Height of a line of text, in pixels. */
export const LINE = 16;
/** Distance between two lines of a name, in pixels. */
const STEP = 14;

/** Whether two rectangles do not overlap. */
export const areDisjoint = (a: Box, b: Box): boolean =>
  a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;

/** Whether a body has a name in the picture: if there are many nodes, there is no space for theirs. */
export const isNamed = (sky: Sky, { kind }: Body): boolean => kind !== "node" || !sky.isDense;

/** The boxes of all bodies' names. */
export const boxesOfNames = (context: Context, style: NameStyle): Box[] =>
  style.sky.bodies.filter((body) => isNamed(style.sky, body)).map((body) => placeName(context, style, body).box);

/** Draws the name of a body beside it, on the side away from the server. */
export function drawName(context: Context, style: NameStyle, body: Body, isStrong = standsOut(style, body)): void {
  const { lines, x, y, align } = placeName(context, style, body, isStrong);
  context.fillStyle = isStrong ? style.palette.text : style.palette.muted;
  context.textAlign = align;
  context.textBaseline = "middle";
  const first = y - ((lines.length - 1) * STEP) / 2;
  for (const [i, line] of lines.entries()) drawText(context, style, line, x, first + i * STEP);
}

/** Whether a name is emphasised: those of users, and of the followed bodies. */
const standsOut = ({ followed }: NameStyle, { kind, id }: Body): boolean =>
  kind === "people" || followed?.has(id) === true;

function placeName(context: Context, style: NameStyle, body: Body, isStrong = standsOut(style, body)): PlacedName {
  const { sky, font } = style;
  context.font = `${isStrong ? 600 : 400} 12px ${font}`;
  const place = (lines: readonly string[], x: number, y: number, align: "left" | "center" | "right"): PlacedName => {
    const width = maxOf(lines.map((line) => context.measureText(line).width));
    const left = align === "left" ? x : align === "right" ? x - width : x - width / 2;
    const half = (LINE + (lines.length - 1) * STEP) / 2;
    return { lines, x, y, align, box: { left, right: left + width, top: y - half, bottom: y + half } };
  };
  if (body.kind === "node") {
    const x = Math.max(30, Math.min(sky.width - 30, body.x));
    const below = body.y + body.extent + 12;
    return place([shownText(body.label)], x, below > sky.height - 6 ? body.y - body.extent - 12 : below, "center");
  }
  const right = Math.cos(body.angle);
  if (Math.abs(right) < 0.05) {
    return place(
      [shownText(body.label)],
      body.x,
      body.y + Math.sign(Math.sin(body.angle)) * (body.extent + 12),
      "center",
    );
  }
  const gap = Math.sign(right) * (Math.max(body.radius, body.extent) + 7);
  const room = Math.abs(edgeBeside(sky, body) - body.x - gap) - 6;
  return place(fitted(context, sky, body, room), body.x + gap, body.y, right > 0 ? "left" : "right");
}

/** The horizontal limit for a name: a node on the same line, or the edge of the picture. */
function edgeBeside(sky: Sky, body: Body): number {
  const isRight = Math.cos(body.angle) > 0;
  let edge = isRight ? sky.width : 0;
  if (sky.isDense) {
    const { x, y, rx, ry } = sky.orbits.at(-1) ?? { x: 0, y: 0, rx: 0, ry: 0 };
    const half = rx * Math.sqrt(Math.max(0, 1 - ((body.y - y) / ry) ** 2)) - 8;
    return isRight ? x + half : x - half;
  }
  for (const { kind, x, y, extent } of sky.bodies) {
    if (kind !== "node" || x > body.x !== isRight || Math.abs(y - body.y) > extent + 26) continue;
    const own = isRight ? x - extent : x + extent;
    edge = isRight ? Math.min(edge, own) : Math.max(edge, own);
  }
  return edge;
}

/** The lines of a name that fit: one, or two with a hyphen if the names above and below leave space for them. */
function fitted(context: Context, sky: Sky, body: Body, room: number): readonly string[] {
  const fits = (text: string): boolean => context.measureText(text).width <= room;
  const name = shownText(body.label);
  if (fits(name)) return [name];
  const isBeside = (other: Body): boolean =>
    other !== body && other.kind !== "node" && Math.cos(other.angle) > 0 === Math.cos(body.angle) > 0;
  const isTight = sky.bodies.some((other) => isBeside(other) && Math.abs(other.y - body.y) < LINE + STEP / 2);
  const wrapped = isTight ? undefined : wrappings(name).find((lines) => lines.every(fits));
  return wrapped ?? [shortened(context, name, room)];
}

/** The ways to wrap a name into two lines, sorted by the length of the longer line. */
const wrappings = (name: string): readonly string[][] =>
  [...name.matchAll(/-/g)]
    .map(({ index }) => [name.slice(0, index + 1), name.slice(index + 1)])
    .toSorted((a, b) => longest(a) - longest(b));

const longest = (lines: readonly string[]): number => maxOf(lines.map(({ length }) => length));

/** A name that fits, shortened with an ellipsis in the middle if necessary. */
function shortened(context: Context, text: string, room: number): string {
  if (context.measureText(text).width <= room) return text;
  for (let kept = text.length - 1; kept > 4; kept--) {
    const head = Math.ceil(kept / 2);
    const short = `${text.slice(0, head)}…${text.slice(text.length - (kept - head))}`;
    if (context.measureText(short).width <= room) return short;
  }
  return `${text.slice(0, 3)}…`;
}
