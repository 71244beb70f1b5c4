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

describe("Zone state", () => {
  it.each([
    [3, 0, "normal"],
    [0, 1, "full"],
    [1, 2, "normal"],
    [2, 3, "partial"],
    [3, 3, "normal"],
    [0, 9, "full"],
  ])("with %i ready and %i other nodes is %s", (ready, unready, state) => {
    expect(stateOf({ ready, unready }, 0.55)).toBe(state);
  });
});

describe("Zone eviction rates", () => {
  it("stay at the normal rate when one whole zone fails and another is healthy", () => {
    const zones = new Zones(options);
    expect(zones.judge(counts({ a: [3, 0], b: [3, 0] }))).toMatchObject({ begins: false, ends: false });
    const { rates, begins } = zones.judge(counts({ a: [0, 3], b: [3, 0] }));
    expect(begins).toBe(false);
    expect([...rates]).toEqual([["a", 0.1]]);
  });

  it("are reduced when many nodes of a zone fail, to zero in a small zone", () => {
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

  it("are zero while every zone has failed, until a node is ready again", () => {
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

  it("ignore a zone whose last node was removed", () => {
    const zones = new Zones(options);
    zones.judge(counts({ a: [1, 0], b: [0, 1] }));
    expect(zones.judge(counts({ b: [0, 1] }))).toMatchObject({ begins: false, ends: false });
    expect(zones.judge(counts({ b: [1, 0] })).ends).toBe(true);
    expect(zones.judge(counts({}))).toMatchObject({ begins: false, ends: false });
  });

  it("take the zone from node labels", () => {
    const labels = { "topology.kubernetes.io/region": "eu", "topology.kubernetes.io/zone": "eu-1" };
    expect(zoneOf({ metadata: { labels } }, createVocabulary())).toBe("eu/eu-1");
    expect(zoneOf({ metadata: {} }, createVocabulary())).toBe("/");
  });
});
