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
