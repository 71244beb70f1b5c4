import type { Body } from "../model/bodies.ts";
import { type Context, disc, FADED, isFaded, type Palette, type Scene, toneColour } from "./picture.ts";

/** The part of the scene that the drawing of a node depends on, besides the node itself. */
export type NodeStyle = Pick<Scene, "palette" | "font" | "followed">;

/** Draws a node with its pods, within its extent. */
export function drawNode(context: Context, { palette, font, followed }: NodeStyle, body: Body): void {
  const { x, y, radius } = body;
  context.globalAlpha = isFaded(followed, body) ? FADED : 1;
  disc(context, x, y, radius, palette.surface);
  context.strokeStyle = toneColour(palette, body.tone);
  context.lineWidth = radius > 8 ? 2 : 1;
  // The ring of an unhealthy node is dashed, because colour alone must not carry information.
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
  drawShares(context, palette, body);
  for (const moon of body.moons) drawMoon(context, palette, body, moon);
  context.globalAlpha = 1;
}

/**
 * Draws a pod; one that needs attention also has a different shape, because colour alone must not carry information.
 */
export function drawMoon(context: Context, palette: Palette, { moonRadius }: Body, moon: Body["moons"][number]): void {
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

/**
 * Draws the pods of a node that has too many for single moons: a ring with a section per state, each with a minimum
 * size so that it is noticed.
 */
function drawShares(context: Context, palette: Palette, { x, y, radius, extent, shares, pods }: Body): void {
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
