import type { Tone } from "../../ui/Badge.tsx";
import type { Body, BodyKind, Sky } from "../model/bodies.ts";
import type { Pulse } from "../model/pulses.ts";

/** The resolved colours of the theme. */
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
  /** Kinds of the authors of the last revisions, the newest first; the ring has one mark for each. */
  readonly ring: readonly BodyKind[];
  /** The newest shown revision; 0 if revisions are not numbers. */
  readonly revision: number;
  readonly revisionText: string;
  /** The followed bodies; all others are faded. Undefined if none are followed. */
  readonly followed: ReadonlySet<string> | undefined;
  /** The writes and events of the followed actions, drawn as permanent trails. */
  readonly trails: readonly Pulse[];
  /** Length of each controller's work queue, by its label. */
  readonly waiting: ReadonlyMap<string, number>;
}

/** The part that changes from frame to frame. */
export interface Motion {
  readonly pulses: readonly Pulse[];
  /** Whether the pulses are static lines: the step has ended, or the user prefers reduced motion. */
  readonly isStill: boolean;
  /** Progress of the current step: 0 to 1. */
  readonly part: number;
  /** Id of the body or moon under the pointer; {@link SERVER} for the API server. */
  readonly hovered: string | undefined;
}

export const SERVER = "server";
/** Opacity of elements that are not followed. */
export const FADED = 0.2;
/** Number of marks in a full turn of the revision ring. */
export const MARKS = 120;

/** Whether some bodies are followed, and this one is not. */
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

/** The colour of a kind of body. */
export const kindColour = (palette: Palette, kind: BodyKind): string =>
  kind === "people" ? palette.text : kind === "node" ? palette.good : palette.accent;

/** Draws a text with an outline in the background colour, so that it is legible across lines. */
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
