import { expect, it } from "vitest";
import type { Body } from "../model/bodies.ts";
import { drawName } from "./names.ts";
import type { Context, Scene } from "./picture.ts";

const GLYPH = 7;
const NAME = "clusterrole-aggregation";

/** The lines of a name, with another name below at the given distance, and a node beside. */
function linesOf(distance: number, nodeAt: number, label = NAME): string[] {
  const lines: string[] = [];
  const context = {
    measureText: (text: string) => ({ width: text.length * GLYPH }),
    strokeText: () => undefined,
    fillText: (text: string) => lines.push(text),
  };
  const actor = (id: string, y: number) => ({
    id,
    label,
    kind: "controller",
    angle: 0,
    radius: 6,
    extent: 0,
    x: 0,
    y,
  });
  const node = { id: "n", label: "n", kind: "node", angle: 0, radius: 20, extent: 40, x: nodeAt, y: 0 };
  const bodies = [actor("a", 0), actor("b", distance), node];
  const scene = { sky: { bodies, width: 600, height: 400, isDense: false, orbits: [] }, palette: {}, font: "sans" };
  drawName(context as unknown as Context, scene as unknown as Scene, bodies[0] as unknown as Body);
  return lines;
}

it("wraps a name into two lines if one does not fit", () => {
  expect(linesOf(36, 400)).toEqual([NAME]);
  expect(linesOf(36, 160)).toEqual(["clusterrole-", "aggregation"]);
});

it("truncates a name if two lines do not fit or would overlap the next name", () => {
  expect(linesOf(36, 125)).toEqual(["clus…tion"]);
  expect(linesOf(20, 160)).toEqual(["cluster…gation"]);
});

it("marks characters that a reader cannot see", () => {
  expect(linesOf(36, 400, "viewer\u202enimda")).toEqual(["viewer⟨U+202E⟩nimda"]);
});
