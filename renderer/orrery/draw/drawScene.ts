import type { Body } from "../model/bodies.ts";
import { drawTrail } from "./drawPulse.ts";
import { type Context, disc, drawName, FADED, kindColour, MARKS, type Scene, toneColour } from "./picture.ts";

/** Draws what stands still during a step: the orbits, the API server with its log, the actors, the nodes and their pods. */
export function drawScene(context: Context, scene: Scene): void {
  drawOrbits(context, scene);
  drawSpokes(context, scene);
  drawRing(context, scene);
  for (const trail of scene.trails) drawTrail(context, scene, trail, 0.75);
  drawServer(context, scene);
  for (const body of scene.sky.bodies) drawBody(context, scene, body);
}

function drawOrbits(context: Context, { sky, palette }: Scene): void {
  context.strokeStyle = palette.strong;
  context.lineWidth = 1;
  // Orbits of many nodes are near each other: their lines would be all that one sees.
  for (const { x, y, rx, ry } of sky.isDense ? sky.orbits.slice(0, 1) : sky.orbits) {
    context.globalAlpha = 0.55;
    context.beginPath();
    context.ellipse(x, y, rx, ry, 0, 0, 2 * Math.PI);
    context.stroke();
  }
  context.globalAlpha = 1;
}

/** Everything goes through the API server: a line leads from each actor to it. */
function drawSpokes(context: Context, { sky, palette, followed }: Scene): void {
  const { x, y, radius } = sky.centre;
  context.strokeStyle = palette.strong;
  context.lineWidth = 1;
  for (const body of sky.bodies) {
    if (body.kind === "node" && sky.isDense) continue;
    const away = Math.hypot(body.x - x, body.y - y);
    const [from, to] = [(radius + 20) / away, 1 - (body.extent + 4) / away];
    if (to <= from) continue;
    const fades = followed !== undefined && !followed.has(body.id);
    context.globalAlpha = fades ? 0.08 : body.kind === "node" ? 0.25 : 0.45;
    context.beginPath();
    context.moveTo(x + (body.x - x) * from, y + (body.y - y) * from);
    context.lineTo(x + (body.x - x) * to, y + (body.y - y) * to);
    context.stroke();
  }
  context.globalAlpha = 1;
}

/** The log: a mark for each of the last revisions, in the colour of those who wrote it. The newest is the longest. */
function drawRing(context: Context, { sky, palette, ring, revision }: Scene): void {
  const { x, y, radius } = sky.centre;
  const inner = radius + 5;
  for (const [i, kind] of ring.slice(0, MARKS).entries()) {
    const angle = -Math.PI / 2 + (((revision - i) % MARKS) / MARKS) * 2 * Math.PI;
    const outer = inner + (i === 0 ? 11 : 6);
    context.strokeStyle = kindColour(palette, kind);
    context.globalAlpha = i === 0 ? 1 : 0.75 * (1 - i / MARKS) + 0.12;
    context.lineWidth = i === 0 ? 2.5 : 1.5;
    context.beginPath();
    context.moveTo(x + inner * Math.cos(angle), y + inner * Math.sin(angle));
    context.lineTo(x + outer * Math.cos(angle), y + outer * Math.sin(angle));
    context.stroke();
  }
  context.globalAlpha = 1;
}

function drawServer(context: Context, { sky, palette, font, revisionText }: Scene): void {
  const { x, y, radius } = sky.centre;
  const light = context.createRadialGradient(x, y - radius * 0.5, 0, x, y, radius);
  light.addColorStop(0, palette.surface);
  light.addColorStop(1, palette.soft);
  disc(context, x, y, radius, light);
  context.strokeStyle = palette.accent;
  context.globalAlpha = 0.55;
  context.lineWidth = 1.5;
  context.stroke();
  context.globalAlpha = 1;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = palette.text;
  context.font = `600 ${radius > 48 ? 18 : 15}px ${font}`;
  context.fillText("API", x, y - radius * 0.16);
  context.fillStyle = palette.muted;
  context.font = `12px ${font}`;
  context.fillText(revisionText, x, y + radius * 0.28);
}

function drawBody(context: Context, scene: Scene, body: Body): void {
  const { palette, followed, sky, font } = scene;
  const { x, y, radius, kind } = body;
  const fades = followed !== undefined && !followed.has(body.id);
  context.globalAlpha = fades ? FADED : 1;
  if (kind === "node") {
    const colour = toneColour(palette, body.tone);
    disc(context, x, y, radius, palette.surface);
    context.strokeStyle = colour;
    context.lineWidth = radius > 8 ? 2 : 1;
    // A shape besides the colour: the ring of a node that is not well is broken.
    if (body.tone !== "good") context.setLineDash([3, 3]);
    context.stroke();
    context.setLineDash([]);
    if (radius >= 12) {
      context.fillStyle = palette.text;
      context.font = `600 12px ${font}`;
      context.textAlign = "center";
      context.textBaseline = "middle";
      context.fillText(String(body.pods), x, y + 0.5);
    }
    drawShares(context, scene, body);
  } else if (body.isStopped) {
    disc(context, x, y, radius + 2, palette.surface);
    context.strokeStyle = palette.warn;
    context.lineWidth = 1.5;
    context.stroke();
    context.fillStyle = palette.warn;
    context.fillRect(x - 3, y - 3.5, 2, 7);
    context.fillRect(x + 1, y - 3.5, 2, 7);
  } else {
    disc(context, x, y, radius, kind === "people" ? palette.text : palette.surface);
    if (kind !== "people") {
      context.strokeStyle = kind === "scheduler" ? palette.accent : palette.faint;
      context.lineWidth = 2;
      context.stroke();
    }
  }
  for (const moon of body.moons) drawMoon(context, scene, body, moon);
  drawQueue(context, scene, body);
  if (kind !== "node" || !sky.isDense)
    drawName(context, scene, body, kind === "people" || followed?.has(body.id) === true);
  context.globalAlpha = 1;
}

/** A pod; one that needs attention has a shape of its own besides its colour. */
function drawMoon(context: Context, { palette }: Scene, { moonRadius }: Body, moon: Body["moons"][number]): void {
  const { x, y, tone } = moon;
  const colour = toneColour(palette, tone);
  if (tone === "bad") {
    const half = moonRadius + 0.5;
    context.fillStyle = colour;
    context.beginPath();
    context.moveTo(x, y - half * 1.2);
    context.lineTo(x + half * 1.2, y);
    context.lineTo(x, y + half * 1.2);
    context.lineTo(x - half * 1.2, y);
    context.fill();
    return;
  }
  if (tone === "warn") {
    context.strokeStyle = colour;
    context.lineWidth = 1.5;
    context.beginPath();
    context.arc(x, y, Math.max(1, moonRadius - 0.75), 0, 2 * Math.PI);
    context.stroke();
    return;
  }
  disc(context, x, y, moonRadius, colour);
}

/** Pods that are too many for moons: a ring with a part for each state, none so small that it is overlooked. */
function drawShares(context: Context, { palette }: Scene, { x, y, radius, extent, shares, pods }: Body): void {
  if (shares.length === 0 || pods === 0) return;
  const least = 0.3;
  const whole = shares.reduce((sum, { count }) => sum + Math.max(count / pods, least / (2 * Math.PI)), 0);
  const width = Math.max(1.5, extent - radius - 1.5);
  context.lineWidth = width;
  let from = -Math.PI / 2;
  for (const { tone, count } of shares) {
    const size = (Math.max(count / pods, least / (2 * Math.PI)) / whole) * 2 * Math.PI;
    context.strokeStyle = toneColour(palette, tone);
    context.beginPath();
    context.arc(x, y, radius + 1.5 + width / 2, from, from + size);
    context.stroke();
    from += size;
  }
}

/** The work queue of a controller: a short tail of dots behind it, one for each key. */
function drawQueue(context: Context, { waiting, palette, sky }: Scene, body: Body): void {
  const count = Math.min(waiting.get(body.label) ?? 0, 12);
  if (count === 0) return;
  const { x, y } = sky.centre;
  const away = Math.hypot(body.x - x, body.y - y) || 1;
  for (let i = 1; i <= count; i++) {
    const distance = body.radius + 4 + i * 5;
    disc(
      context,
      body.x - ((body.x - x) / away) * distance,
      body.y - ((body.y - y) / away) * distance,
      1.75,
      palette.warn,
    );
  }
}
