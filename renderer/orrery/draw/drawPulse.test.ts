import { expect, it } from "vitest";
import { type Actor, placeBodies } from "../model/bodies.ts";
import type { Pulse } from "../model/pulses.ts";
import { drawTrails } from "./drawPulse.ts";
import { areDisjoint, type Box, boxesOfNames, LINE } from "./names.ts";
import type { Context, Scene } from "./picture.ts";

const GLYPH = 7;

/** A context that records where texts begin; all characters have the same width. */
function noting() {
  const texts: { text: string; box: Box }[] = [];
  const own: Record<string, unknown> = {
    measureText: (text: string) => ({ width: text.length * GLYPH }),
    createLinearGradient: () => ({ addColorStop: () => undefined }),
    fillText: (text: string, x: number, y: number) =>
      texts.push({ text, box: { left: x, right: x + text.length * GLYPH, top: y - LINE / 2, bottom: y + LINE / 2 } }),
  };
  const context = new Proxy(own, { get: (target, key) => Reflect.get(target, key) ?? (() => undefined) });
  return { context: context as unknown as Context, texts };
}

const actors = Array.from(
  { length: 18 },
  (_, i): Actor => ({ id: `a${i}`, label: `controller-${i}`, kind: "controller" }),
);
const nodes = Array.from({ length: 12 }, (_, i) => ({ name: `node-${i}`, tone: "good" as const, pods: [] }));

it.each([
  { width: 700, height: 700 },
  { width: 1100, height: 760 },
  { width: 480, height: 620 },
])("places pulse counts apart from names and each other, in $width × $height", (size) => {
  const sky = placeBodies(size, actors, nodes);
  const scene = { sky, palette: {}, font: "sans", followed: undefined } as unknown as Scene;
  const pulses = sky.bodies
    .filter(({ kind }) => kind === "node")
    .flatMap(({ id }) =>
      (["in", "out"] as const).map(
        (direction) =>
          ({ body: id, direction, count: 12, from: 0, to: 1, isFollowed: true, isRefused: false }) as Pulse,
      ),
    );
  const { context, texts } = noting();
  drawTrails(context, scene, pulses, 1);
  expect(texts.length).toBeGreaterThan(12);
  const names = boxesOfNames(context, scene);
  const covered = texts.filter(({ box }, i) =>
    [...names, ...texts.slice(0, i).map((other) => other.box)].some((other) => !areDisjoint(box, other)),
  );
  expect(covered).toEqual([]);
});
