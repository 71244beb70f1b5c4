import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const text = readFileSync(fileURLToPath(new URL("theme/tokens.css", import.meta.url)), "utf8");
/** The colours of both themes by token. */
const tokens = new Map(
  [...text.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = "", light = "", dark = ""]) => [name, { light, dark }] as const,
  ),
);

/** Relative luminance, as WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const SURFACES = ["bg", "surface", "raised", "sunken", "hover"];
/**
 * Text and background colours that occur together; texts of states are also shown on the soft background of their
 * badge.
 */
const PAIRS = [
  ...["text", "muted", "faint", "accent", "good", "warn", "bad"].flatMap((ink) => SURFACES.map((on) => [ink, on])),
  ...["accent", "good", "warn", "bad"].map((state) => [state, `${state}-soft`]),
  ["text", "accent-soft"],
  ["accent-strong", "accent-soft"],
  ["on-accent", "accent"],
  ["on-accent", "accent-strong"],
  ["on-bad", "bad"],
] as [string, string][];

const list = readFileSync(fileURLToPath(new URL("../resources/list/ListBody.css", import.meta.url)), "utf8");
const skeleton = /\.skeleton div \{[^}]*background: var\(--([a-z-]+)\)/.exec(list)?.[1] ?? "";

describe.each(["light", "dark"] as const)("Colours in the %s theme", (theme) => {
  const colour = (name: string): string => tokens.get(name)?.[theme] ?? "";

  it.each(PAIRS)("%s is readable on %s", (ink, on) => {
    expect(contrast(colour(ink), colour(on))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(["bg", "surface"])("the lines that stand for a list while it loads are visible on %s", (on) => {
    expect(contrast(colour(skeleton), colour(on))).toBeGreaterThanOrEqual(1.4);
  });

  it("the four states differ in more than lightness", () => {
    expect(new Set(["accent", "good", "warn", "bad"].map(colour)).size).toBe(4);
  });
});

it("calculates contrast according to the standard", () => {
  expect(contrast("#ffffff", "#000000")).toBeCloseTo(21, 5);
  expect(contrast("#767676", "#ffffff")).toBeGreaterThan(4.5);
  expect(contrast("#777777", "#ffffff")).toBeLessThan(4.5);
});
