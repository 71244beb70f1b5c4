import fc from "fast-check";
import type { Endpoint } from "kubernetes-types/discovery/v1";
import { describe, expect, it } from "vitest";
import type { Slice, SliceChanges } from "../slices.ts";
import { awareHints, isOverloaded } from "./awareHints.ts";
import { hintedZones } from "./closeHints.ts";
import { sharesOf } from "./zoneShares.ts";

const endpoint = (zone: string, hint?: string): Endpoint => ({
  addresses: ["10.0.0.1"],
  conditions: { ready: true },
  ...(zone === "" ? {} : { zone }),
  ...(hint === undefined ? {} : { hints: { forZones: [{ name: hint }] } }),
});

const slice = (endpoints: Endpoint[]): Slice => ({
  stored: undefined,
  addressType: "IPv4",
  endpoints,
  ports: [],
  labels: {},
});
const changes = (parts: Partial<SliceChanges>): SliceChanges => ({
  create: [],
  update: [],
  remove: [],
  unchanged: [],
  ...parts,
});
const halves = new Map([
  ["a", 0.5],
  ["b", 0.5],
]);

const hintsOf = (parts: Partial<SliceChanges>, ratios = halves) => {
  const aware = awareHints(changes(parts), ratios);
  if ("problem" in aware) return aware.problem;
  const { create, update, unchanged } = aware.changes;
  return [...create, ...update, ...unchanged].flatMap(({ endpoints }) => endpoints.flatMap(hintedZones));
};

describe("Zone shares", () => {
  it("require nodes in two zones and enough endpoints", () => {
    expect(sharesOf(undefined, 5)).toMatch(/^Insufficient Node information/);
    expect(sharesOf(halves, 1)).toBe("Insufficient number of endpoints (1 endpoints, 2 zones)");
  });

  it("must not overload any zone", () => {
    const thirds = new Map(["a", "b", "c"].map((zone) => [zone, 1 / 3]));
    expect(sharesOf(thirds, 4)).toMatch(/^Unable to allocate minimum required endpoints .* \(4 endpoints, 3 zones\)$/);
    expect(sharesOf(thirds, 6)).toEqual(
      new Map(["a", "b", "c"].map((zone) => [zone, { minimum: 2, desired: 2, maximum: 2 }])),
    );
  });
});

describe("Topology hints", () => {
  it("assign an endpoint's own zone as long as each zone has its share", () => {
    expect(hintsOf({ create: [slice([endpoint("a"), endpoint("b")])] })).toEqual(["a", "b"]);
  });

  it("reassign endpoints from zones that have too many", () => {
    const four = [endpoint("a"), endpoint("a"), endpoint("a"), endpoint("a")];
    expect((hintsOf({ create: [slice(four)] }) as string[]).toSorted()).toEqual(["a", "a", "b", "b"]);
  });

  it("stay unchanged while the distribution is acceptable", () => {
    const good = slice([endpoint("a", "a"), endpoint("b", "b")]);
    const aware = awareHints(changes({ unchanged: [good] }), halves);
    expect("changes" in aware && aware.changes.unchanged).toEqual([good]);
  });

  it("are omitted when an endpoint has no zone", () => {
    expect(hintsOf({ create: [slice([endpoint(""), endpoint("a")])] })).toBe(
      "One or more endpoints do not have a zone specified",
    );
  });

  it("assign exactly one zone to every ready endpoint and count the endpoints per zone", () => {
    const zones = fc.array(fc.constantFrom("a", "b"), { minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(zones, fc.double({ min: 0.1, max: 0.9, noNaN: true }), (own, part) => {
        const ratios = new Map([
          ["a", part],
          ["b", 1 - part],
        ]);
        const aware = awareHints(changes({ create: [slice(own.map((zone) => endpoint(zone)))] }), ratios);
        if ("problem" in aware) return;
        const hints = aware.changes.create.flatMap(({ endpoints }) => endpoints.flatMap(hintedZones));
        expect(hints).toHaveLength(own.length);
        for (const [zone, count] of aware.counts) expect(hints.filter((hint) => hint === zone)).toHaveLength(count);
        expect(isOverloaded(aware.counts, ratios)).toBe(false);
      }),
    );
  });
});
