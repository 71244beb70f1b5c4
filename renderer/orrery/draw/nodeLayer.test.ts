import { describe, expect, it } from "vitest";
import { type NodeEntry, placeBodies } from "../model/bodies.ts";
import type { NodeStyle } from "./drawNode.ts";
import { NodeLayer } from "./nodeLayer.ts";
import type { Context } from "./picture.ts";

const SIZE = { width: 1400, height: 900 };
const pods = (tone: "good" | "bad") => [{ id: "p", name: "p", namespace: "d", tone }];
const nodesOf = (count: number): NodeEntry[] =>
  Array.from({ length: count }, (_, i) => ({ name: `n${i}`, tone: "good", pods: pods("good") }));

/** A context that counts cleared canvases, erased discs, and filled shapes. */
function counting() {
  const counts = { emptied: 0, wiped: 0, filled: 0 };
  const context = {
    globalCompositeOperation: "source-over",
    canvas: SIZE,
    clearRect: () => counts.emptied++,
    fill() {
      if (context.globalCompositeOperation === "destination-out") counts.wiped++;
      else counts.filled++;
    },
  };
  const rest = new Proxy(context, { get: (target, key) => Reflect.get(target, key) ?? (() => undefined) });
  return { context: rest as unknown as Context, counts };
}

const look = { palette: {}, font: "sans", followed: undefined } as unknown as NodeStyle;
function drawAll(layer: NodeLayer): number {
  let frames = 1;
  while (layer.drawSome()) frames++;
  return frames;
}

describe("Node layer", () => {
  it("draws many nodes over several frames, and later only changed ones", () => {
    const { context, counts } = counting();
    const layer = new NodeLayer(context);
    const nodes = nodesOf(1_000);
    const sky = placeBodies(SIZE, [], nodes);
    layer.show(sky, look, 1);
    expect(drawAll(layer)).toBeGreaterThan(5);
    expect(counts).toMatchObject({ emptied: 1, wiped: 0 });
    const whole = counts.filled;
    expect(whole).toBeGreaterThanOrEqual(1_000);

    layer.show(sky, look, 1);
    expect([drawAll(layer), counts.filled]).toEqual([1, whole]);

    const changed = nodes.map((node, i) => (i === 7 ? { ...node, pods: pods("bad") } : node));
    layer.show(placeBodies(SIZE, [], changed, sky), look, 1);
    expect([drawAll(layer), counts.wiped, counts.emptied]).toEqual([1, 1, 1]);
    expect(counts.filled - whole).toBeLessThan(5);
  });

  it("redraws everything when the look changes, including unfinished nodes", () => {
    const { context, counts } = counting();
    const layer = new NodeLayer(context);
    const sky = placeBodies(SIZE, [], nodesOf(200));
    layer.show(sky, look, 1);
    layer.drawSome();
    layer.show(sky, look, 1);
    drawAll(layer);
    expect(counts.wiped).toBe(0);
    const followed = { ...look, followed: new Set<string>() };
    layer.show(sky, followed, 1);
    layer.drawSome();
    layer.show(sky, followed, 1);
    drawAll(layer);
    expect([counts.wiped, counts.emptied]).toEqual([200, 1]);
  });

  it("redraws everything when positions or resolution change", () => {
    const { context, counts } = counting();
    const layer = new NodeLayer(context);
    const sky = placeBodies(SIZE, [], nodesOf(3));
    layer.show(sky, look, 1);
    drawAll(layer);
    layer.show(placeBodies(SIZE, [], nodesOf(4), sky), look, 1);
    drawAll(layer);
    layer.show(sky, look, 2);
    drawAll(layer);
    expect([counts.emptied, counts.wiped]).toEqual([3, 0]);
  });
});
