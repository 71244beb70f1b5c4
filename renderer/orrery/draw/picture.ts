import type { Tone } from "../../ui/Badge.tsx";
import type { Body, BodyKind, Sky } from "../model/bodies.ts";
import type { Pulse } from "../model/pulses.ts";

/** Colours of the theme, resolved. */
export type Palette = Readonly<
  Record<
    "text" | "muted" | "faint" | "line" | "strong" | "accent" | "soft" | "surface" | "sunken" | "good" | "warn" | "bad",
    string
  >
>;

/** The part of the picture that changes from step to step. */
export interface Scene {
  readonly sky: Sky;
  readonly palette: Palette;
  readonly font: string;
  /** Kinds of those who wrote the last revisions, the newest first; the ring has one mark for each. */
  readonly ring: readonly BodyKind[];
  /** The newest shown revision; 0 where revisions are no numbers. */
  readonly revision: number;
  readonly revisionText: string;
  /** The followed bodies; the others fade. Undefined when none are followed. */
  readonly followed: ReadonlySet<string> | undefined;
  /** The writes and events of the followed actions, as lines that stay. */
  readonly trails: readonly Pulse[];
  /** Length of each controller's work queue, by its label. */
  readonly waiting: ReadonlyMap<string, number>;
}

/** The part that changes from frame to frame. */
export interface Motion {
  readonly pulses: readonly Pulse[];
  /** Whether the pulses stand still, as lines: the step is over, or the user prefers reduced motion. */
  readonly isStill: boolean;
  /** Progress of the current step: 0 to 1. */
  readonly part: number;
  /** Id of the body or the moon under the pointer; {@link SERVER} for the API server. */
  readonly hovered: string | undefined;
}

export const SERVER = "server";
/** Opacity of what is not followed. */
export const FADED = 0.2;
/** Marks of the ring of revisions: one turn. */
export const MARKS = 120;

/** Whether a body is not among the followed ones. */
export const isFaded = (followed: Scene["followed"], { id }: Body): boolean =>
  followed !== undefined && !followed.has(id);

export type Context = CanvasRenderingContext2D;

export function disc(context: Context, x: number, y: number, radius: number, colour: string | CanvasGradient): void {
  context.fillStyle = colour;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

export const toneColour = (palette: Palette, tone: Tone | undefined): string =>
  tone === "good" ? palette.good : tone === "warn" ? palette.warn : tone === "bad" ? palette.bad : palette.faint;

/** The colour of those who write. */
export const kindColour = (palette: Palette, kind: BodyKind): string =>
  kind === "people" ? palette.text : kind === "node" ? palette.good : palette.accent;

/** Writes a text that stays legible across lines: with a rim in the colour of the ground. */
export function drawText(
  context: Context,
  { palette }: Pick<Scene, "palette">,
  text: string,
  x: number,
  y: number,
): void {
  context.strokeStyle = palette.sunken;
  context.lineWidth = 4;
  context.lineJoin = "round";
  context.strokeText(text, x, y);
  context.fillText(text, x, y);
}

/** Writes the name of a body beside it, on the side away from the server. */
export function drawName(context: Context, scene: Scene, body: Body, isStrong: boolean): void {
  const { sky, palette, font } = scene;
  context.font = `${isStrong ? 600 : 400} 12px ${font}`;
  context.fillStyle = isStrong ? palette.text : palette.muted;
  context.textBaseline = "middle";
  const right = Math.cos(body.angle);
  if (body.kind === "node") {
    context.textAlign = "center";
    const x = Math.max(30, Math.min(sky.width - 30, body.x));
    const below = body.y + body.extent + 12;
    drawText(context, scene, body.label, x, below > sky.height - 6 ? body.y - body.extent - 12 : below);
    return;
  }
  if (Math.abs(right) < 0.05) {
    context.textAlign = "center";
    drawText(context, scene, body.label, body.x, body.y + Math.sign(Math.sin(body.angle)) * (body.extent + 12));
    return;
  }
  context.textAlign = right > 0 ? "left" : "right";
  const gap = Math.sign(right) * (Math.max(body.radius, body.extent) + 7);
  const room = Math.abs(edgeBeside(sky, body) - body.x - gap) - 6;
  drawText(context, scene, shortened(context, body.label, room), body.x + gap, body.y);
}

/** Where the room for a name ends: at a node on the same line, or at the edge of the picture. */
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

/** A name that fits, with an ellipsis in its middle where it must be shortened. */
function shortened(context: Context, text: string, room: number): string {
  if (context.measureText(text).width <= room) return text;
  for (let kept = text.length - 1; kept > 4; kept--) {
    const head = Math.ceil(kept / 2);
    const short = `${text.slice(0, head)}…${text.slice(text.length - (kept - head))}`;
    if (context.measureText(short).width <= room) return short;
  }
  return `${text.slice(0, 3)}…`;
}
