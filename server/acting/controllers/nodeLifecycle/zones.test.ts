import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import type { NodeLifecycleOptions } from "./flags.ts";
import { stateOf, type ZoneCount, Zones, zoneOf } from "./zones.ts";

const options = {
  nodeEvictionRate: 0.1,
  secondaryNodeEvictionRate: 0.01,
  unhealthyZoneThreshold: 0.55,
  largeClusterSizeThreshold: 50,
} as NodeLifecycleOptions;

const counts = (zones: Record<string, [ready: number, unready: number]>): Map<string, ZoneCount> =>
  new Map(Object.entries(zones).map(([zone, [ready, unready]]) => [zone, { ready, unready }]));

describe("the state of a zone", () => {
  it.each([
    [3, 0, "normal"],
    [0, 1, "full"],
    [1, 2, "normal"],
    [2, 3, "partial"],
    [3, 3, "normal"],
    [0, 9, "full"],
  ])("of %i ready nodes and %i others is %s", (ready, unready, state) => {
    expect(stateOf({ ready, unready }, 0.55)).toBe(state);
  });
});

describe("zones", () => {
  it("keep the usual rate when a whole zone fails, as long as another one stands", () => {
    const zones = new Zones(options);
    expect(zones.judge(counts({ a: [3, 0], b: [3, 0] }))).toMatchObject({ begins: false, ends: false });
    const { rates, begins } = zones.judge(counts({ a: [0, 3], b: [3, 0] }));
    expect(begins).toBe(false);
    expect([...rates]).toEqual([["a", 0.1]]);
  });

  it("slow down where many nodes of a zone fail: a small one stops", () => {
    const zones = new Zones(options);
    zones.judge(counts({ small: [5, 0], large: [60, 0] }));
    expect([...zones.judge(counts({ small: [2, 3], large: [20, 40] })).rates]).toEqual([
      ["small", 0],
      ["large", 0.01],
    ]);
    expect([...zones.judge(counts({ small: [5, 0], large: [60, 0] })).rates]).toEqual([
      ["small", 0.1],
      ["large", 0.1],
    ]);
  });

  it("evict no pods when every zone has failed, until a node is ready again", () => {
    const zones = new Zones(options);
    zones.judge(counts({ a: [2, 0], b: [2, 0] }));
    const all = zones.judge(counts({ a: [0, 2], b: [0, 2] }));
    expect(all).toMatchObject({ begins: true, ends: false });
    expect([...all.rates.values()]).toEqual([0, 0]);
    expect(zones.judge(counts({ a: [0, 2], b: [0, 2] }))).toMatchObject({ begins: false, ends: false });
    const back = zones.judge(counts({ a: [1, 1], b: [0, 2] }));
    expect(back).toMatchObject({ begins: false, ends: true });
    expect([...back.rates.values()]).toEqual([0.1, 0.1]);
  });

  it("do not count a zone whose last node was removed", () => {
    const zones = new Zones(options);
    zones.judge(counts({ a: [1, 0], b: [0, 1] }));
    expect(zones.judge(counts({ b: [0, 1] }))).toMatchObject({ begins: false, ends: false });
    expect(zones.judge(counts({ b: [1, 0] })).ends).toBe(true);
    expect(zones.judge(counts({}))).toMatchObject({ begins: false, ends: false });
  });

  it("are told by the labels of nodes", () => {
    const labels = { "topology.kubernetes.io/region": "eu", "topology.kubernetes.io/zone": "eu-1" };
    expect(zoneOf({ metadata: { labels } }, createVocabulary())).toBe("eu/eu-1");
    expect(zoneOf({ metadata: {} }, createVocabulary())).toBe("/");
  });
});
