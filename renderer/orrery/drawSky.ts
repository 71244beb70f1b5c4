import type { Tone } from "../ui/Badge.tsx";
import type { Body, Sky } from "./model/bodies.ts";
import { type Pulse, progressOf } from "./model/pulses.ts";

/** Colours of the theme, resolved. */
export type Palette = Readonly<
  Record<"text" | "muted" | "faint" | "line" | "strong" | "accent" | "surface" | "good" | "warn" | "bad", string>
>;

/** Everything that one picture shows. */
export interface Picture {
  readonly sky: Sky;
  readonly palette: Palette;
  readonly font: string;
  readonly pulses: readonly Pulse[];
  /** Progress of the current step: 0 to 1. */
  readonly part: number;
  /** Revisions that the ring shows, one mark each, at most one turn. */
  readonly revision: number;
  readonly revisionText: string;
  /** The followed bodies; the others fade. Undefined when none are followed. */
  readonly followed: ReadonlySet<string> | undefined;
  /** Length of each controller's work queue, by name. */
  readonly waiting: ReadonlyMap<string, number>;
  /** Id of the body or the moon under the pointer. */
  readonly hovered: string | undefined;
}

/** Marks of the ring of revisions: one turn. */
const MARKS = 120;
const FADED = 0.22;

type Context = CanvasRenderingContext2D;

/** Draws the API server, the controllers, the nodes with their pods, and the pulses between them. */
export function drawSky(context: Context, picture: Picture): void {
  drawOrbits(context, picture);
  drawRing(context, picture);
  for (const body of picture.sky.bodies) drawBody(context, picture, body);
  for (const pulse of picture.pulses) drawPulse(context, picture, pulse);
  drawServer(context, picture);
}

function drawOrbits(context: Context, { sky, palette }: Picture): void {
  const { centre, orbits, stretch } = sky;
  context.strokeStyle = palette.line;
  context.lineWidth = 1;
  for (const radius of orbits) {
    context.beginPath();
    context.ellipse(centre.x, centre.y, radius * stretch, radius, 0, 0, 2 * Math.PI);
    context.stroke();
  }
}

/** A mark for each of the last revisions; the newest glows. */
function drawRing(context: Context, { sky, palette, revision }: Picture): void {
  const { x, y, radius } = sky.centre;
  const marks = Math.min(revision, MARKS);
  for (let i = 0; i < marks; i++) {
    const number = revision - i;
    const angle = -Math.PI / 2 + ((number % MARKS) / MARKS) * 2 * Math.PI;
    const inner = radius + 6;
    const outer = inner + (i === 0 ? 9 : 5);
    context.strokeStyle = i === 0 ? palette.accent : palette.strong;
    context.globalAlpha = i === 0 ? 1 : Math.max(0.15, 1 - i / MARKS);
    context.lineWidth = i === 0 ? 2 : 1;
    context.beginPath();
    context.moveTo(x + inner * Math.cos(angle), y + inner * Math.sin(angle));
    context.lineTo(x + outer * Math.cos(angle), y + outer * Math.sin(angle));
    context.stroke();
  }
  context.globalAlpha = 1;
}

function drawServer(context: Context, { sky, palette, font, revisionText, part, pulses }: Picture): void {
  const { x, y, radius } = sky.centre;
  const arriving = pulses.some((pulse) => pulse.direction === "in" && (progressOf(pulse, part) ?? 0) > 0.85);
  disc(context, x, y, radius, palette.surface);
  context.strokeStyle = arriving ? palette.accent : palette.strong;
  context.lineWidth = arriving ? 2.5 : 1.5;
  context.stroke();
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = palette.text;
  context.font = `600 15px ${font}`;
  context.fillText("API", x, y - 7);
  context.fillStyle = palette.muted;
  context.font = `12px ${font}`;
  context.fillText(revisionText, x, y + 10);
}

function drawBody(context: Context, picture: Picture, body: Body): void {
  const { palette, followed, hovered, font, sky, pulses, part } = picture;
  const isActive = pulses.some((pulse) => pulse.body === body.id && progressOf(pulse, part) !== undefined);
  const fades = followed !== undefined && !followed.has(body.id);
  context.globalAlpha = fades ? FADED : 1;
  if (isActive) {
    context.globalAlpha = fades ? 0.05 : 0.18;
    disc(context, body.x, body.y, body.radius + 7, palette.accent);
    context.globalAlpha = fades ? FADED : 1;
  }
  const colour = body.kind === "node" ? toneColour(palette, body.tone) : bodyColour(palette, body, isActive);
  disc(context, body.x, body.y, body.radius, body.kind === "node" ? palette.surface : colour);
  if (body.kind === "node") {
    context.strokeStyle = colour;
    context.lineWidth = body.id === hovered ? 3 : 2;
    context.stroke();
  }
  for (const moon of body.moons) {
    disc(context, moon.x, moon.y, sky.moonRadius + (moon.id === hovered ? 1.5 : 0), toneColour(palette, moon.tone));
  }
  drawTail(context, picture, body);
  const isNamed = body.kind !== "controller" || isActive || body.id === hovered || followed?.has(body.id) === true;
  context.fillStyle = isNamed ? palette.text : palette.faint;
  context.font = `${isActive || body.id === hovered ? 600 : 400} 12px ${font}`;
  const left = Math.cos(body.angle) < -0.2;
  const middle = Math.abs(Math.cos(body.angle)) <= 0.2;
  const gap = body.radius + 6;
  context.textAlign = middle || body.kind === "node" ? "center" : left ? "right" : "left";
  context.textBaseline = "middle";
  const below =
    body.kind === "node"
      ? nodeLabelGap(body, sky.moonRadius)
      : middle
        ? Math.sign(Math.sin(body.angle)) * (gap + 6)
        : 0;
  const beside = middle || body.kind === "node" ? 0 : left ? -gap : gap;
  const more = body.hidden > 0 ? ` +${body.hidden}` : "";
  context.fillText(body.label + more, body.x + beside, body.y + below);
  context.globalAlpha = 1;
}

/** Below the moons of a node. */
function nodeLabelGap({ moons, y, radius }: Body, moonRadius: number): number {
  let lowest = radius;
  for (const moon of moons) lowest = Math.max(lowest, moon.y - y + moonRadius);
  return lowest + 11;
}

/** The work queue of a controller: one dot per key, on the side away from the server. */
function drawTail(context: Context, { waiting, palette }: Picture, body: Body): void {
  const count = Math.min(waiting.get(body.id) ?? 0, 12);
  for (let i = 1; i <= count; i++) {
    const distance = body.radius + 3 + i * 5;
    context.fillStyle = palette.warn;
    disc(
      context,
      body.x + distance * Math.cos(body.angle + Math.PI),
      body.y + distance * Math.sin(body.angle + Math.PI),
      1.5,
      palette.warn,
    );
  }
}

function drawPulse(context: Context, picture: Picture, pulse: Pulse): void {
  const { sky, palette, part, font } = picture;
  const progress = progressOf(pulse, part);
  const body = sky.bodies.find(({ id }) => id === pulse.body);
  if (progress === undefined || body === undefined) return;
  const { centre } = sky;
  const along = pulse.direction === "in" ? 1 - progress : progress;
  const x = centre.x + (body.x - centre.x) * along;
  const y = centre.y + (body.y - centre.y) * along;
  const colour = pulse.direction === "in" ? palette.accent : palette.good;
  context.globalAlpha = pulse.isFollowed ? 0.35 : 0.08;
  context.strokeStyle = colour;
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(body.x, body.y);
  context.lineTo(centre.x, centre.y);
  context.stroke();
  context.globalAlpha = pulse.isFollowed ? 1 : FADED;
  disc(context, x, y, pulse.count > 1 ? 5.5 : 4, colour);
  if (pulse.count > 1) {
    context.font = `600 12px ${font}`;
    context.textAlign = "left";
    context.textBaseline = "middle";
    context.fillStyle = palette.text;
    context.fillText(`×${pulse.count}`, x + 8, y - 8);
  }
  context.globalAlpha = 1;
}

function disc(context: Context, x: number, y: number, radius: number, colour: string): void {
  context.fillStyle = colour;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

const bodyColour = (palette: Palette, { kind }: Body, isActive: boolean): string =>
  kind === "people" ? palette.text : isActive ? palette.accent : palette.strong;

const toneColour = (palette: Palette, tone: Tone | undefined): string =>
  tone === "good" ? palette.good : tone === "warn" ? palette.warn : tone === "bad" ? palette.bad : palette.faint;
