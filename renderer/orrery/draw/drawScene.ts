import type { Body } from "../model/bodies.ts";
import { drawMoon } from "./drawNode.ts";
import { drawTrails } from "./drawPulse.ts";
import { drawName, isNamed } from "./names.ts";
import { type Context, disc, FADED, isFaded, kindColour, MARKS, type Scene } from "./picture.ts";

/**
 * Draws what does not move during a step, except the nodes and their pods, which have a separate layer: the orbits, the
 * API server with its log, the actors, and all names.
 */
export function drawScene(context: Context, scene: Scene): void {
  drawOrbits(context, scene);
  drawSpokes(context, scene);
  drawRing(context, scene);
  drawTrails(context, scene, scene.trails, 0.75);
  drawServer(context, scene);
  for (const body of scene.sky.bodies) {
    if (body.kind !== "node") drawActor(context, scene, body);
    if (isNamed(scene.sky, body)) drawNameOf(context, scene, body);
  }
}

function drawOrbits(context: Context, { sky, palette }: Scene): void {
  context.strokeStyle = palette.strong;
  context.lineWidth = 1;
  // The orbits of many nodes are close together, and their lines would dominate the picture.
  for (const { x, y, rx, ry } of sky.isDense ? sky.orbits.slice(0, 1) : sky.orbits) {
    context.globalAlpha = 0.55;
    context.beginPath();
    context.ellipse(x, y, rx, ry, 0, 0, 2 * Math.PI);
    context.stroke();
  }
  context.globalAlpha = 1;
}

/** Draws a line from each actor to the API server, through which all communication goes. */
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

/**
 * Draws the log: a mark for each of the last revisions, in the colour of its author. The newest mark is the longest.
 */
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

function drawActor(context: Context, scene: Scene, body: Body): void {
  const { palette, followed } = scene;
  const { x, y, radius, kind } = body;
  context.globalAlpha = isFaded(followed, body) ? FADED : 1;
  if (body.isStopped) {
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
  for (const moon of body.moons) drawMoon(context, palette, body, moon);
  drawQueue(context, scene, body);
  context.globalAlpha = 1;
}

function drawNameOf(context: Context, scene: Scene, body: Body): void {
  context.globalAlpha = isFaded(scene.followed, body) ? FADED : 1;
  drawName(context, scene, body);
  context.globalAlpha = 1;
}

/** Draws the work queue of a controller: a short tail of dots behind it, one for each key. */
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
