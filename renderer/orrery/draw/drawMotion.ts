import { shownText } from "../../../shared/text/shownText.ts";
import { drawPulse, drawTrails } from "./drawPulse.ts";
import { drawName } from "./names.ts";
import { type Context, disc, FADED, type Motion, type Scene, SERVER, toneColour } from "./picture.ts";

/** Number of pulses in a step above which their tails are drawn with fewer parts. */
const MANY = 60;

/** Draws what moves during a step, on top of the scene. */
export function drawMotion(context: Context, scene: Scene, motion: Motion): void {
  if (motion.isStill) {
    if (scene.trails.length === 0) drawTrails(context, scene, motion.pulses, 0.5);
  } else {
    drawGlows(context, scene, motion);
    const parts = motion.pulses.length > MANY ? 4 : 12;
    for (const pulse of motion.pulses) drawPulse(context, scene, pulse, motion.part, parts);
    drawArrival(context, scene, motion);
  }
  drawHovered(context, scene, motion);
}

/** Acting bodies glow from the moment they are notified until they have written. */
function drawGlows(context: Context, { sky, palette, followed }: Scene, { pulses, part }: Motion): void {
  const spans = new Map<string, { from: number; to: number }>();
  for (const { body, from, to, direction } of pulses) {
    const known = spans.get(body);
    const own = direction === "out" ? { from: (from + to) / 2, to: to + 0.05 } : { from: from - 0.05, to };
    spans.set(
      body,
      known === undefined ? own : { from: Math.min(known.from, own.from), to: Math.max(known.to, own.to) },
    );
  }
  for (const [id, { from, to }] of spans) {
    const body = sky.byId.get(id);
    if (body === undefined || part < from || part > to) continue;
    const strength = Math.sin(((part - from) / (to - from)) * Math.PI);
    const colour = body.kind === "node" ? toneColour(palette, body.tone) : palette.accent;
    const reach = body.radius + (body.radius < 8 ? 16 : 22);
    const glow = context.createRadialGradient(body.x, body.y, body.radius * 0.5, body.x, body.y, reach);
    glow.addColorStop(0, colour);
    glow.addColorStop(1, "transparent");
    const fades = followed !== undefined && !followed.has(id);
    context.globalAlpha = strength * (fades ? 0.08 : 0.5);
    disc(context, body.x, body.y, reach, glow);
    context.globalAlpha = fades ? FADED : 1;
    if (body.kind !== "node")
      disc(context, body.x, body.y, body.radius, body.kind === "people" ? palette.text : colour);
    context.globalAlpha = 1;
  }
}

/** Draws a ring that expands from the server when writes arrive. */
function drawArrival(context: Context, { sky, palette }: Scene, { pulses, part }: Motion): void {
  for (const end of new Set(pulses.filter(({ direction }) => direction === "in").map(({ to }) => to))) {
    const since = (part - end) / 0.12;
    if (since < 0 || since > 1) continue;
    const { x, y, radius } = sky.centre;
    context.strokeStyle = palette.accent;
    context.globalAlpha = 0.6 * (1 - since);
    context.lineWidth = 2;
    context.beginPath();
    context.arc(x, y, radius + 14 * since, 0, 2 * Math.PI);
    context.stroke();
    context.globalAlpha = 1;
  }
}

/** Draws the name of the element under the pointer, and a ring around it. */
function drawHovered(context: Context, scene: Scene, { hovered }: Motion): void {
  if (hovered === undefined) return;
  const { sky, palette, font } = scene;
  const ring = (x: number, y: number, radius: number): void => {
    context.strokeStyle = palette.accent;
    context.lineWidth = 2;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.stroke();
  };
  if (hovered === SERVER) {
    ring(sky.centre.x, sky.centre.y, sky.centre.radius);
    return;
  }
  const body = sky.byId.get(hovered);
  if (body !== undefined) {
    ring(body.x, body.y, body.radius + 2);
    if (body.kind === "node" && sky.isDense) drawTag(context, scene, body, `${shownText(body.label)} · ${body.pods}`);
    else drawName(context, scene, body, true);
    return;
  }
  for (const { moons, moonRadius } of sky.bodies) {
    const moon = moons.find(({ id }) => id === hovered);
    if (moon === undefined) continue;
    ring(moon.x, moon.y, moonRadius + 2);
    context.font = `12px ${font}`;
    drawTag(context, scene, { ...moon, extent: moonRadius + 2 }, shownText(moon.name));
    return;
  }
}

/** Draws a name on its own background, within the picture. */
function drawTag(
  context: Context,
  { sky, palette, font }: Scene,
  { x, y, extent }: { readonly x: number; readonly y: number; readonly extent: number },
  text: string,
): void {
  context.font = `500 12px ${font}`;
  const half = context.measureText(text).width / 2 + 8;
  const middle = Math.max(half + 4, Math.min(sky.width - half - 4, x));
  const top = y - extent - 28 < 4 ? y + extent + 6 : y - extent - 28;
  context.fillStyle = palette.surface;
  context.strokeStyle = palette.strong;
  context.lineWidth = 1;
  context.beginPath();
  context.roundRect(middle - half, top, half * 2, 22, 6);
  context.fill();
  context.stroke();
  context.fillStyle = palette.text;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, middle, top + 11.5);
}
