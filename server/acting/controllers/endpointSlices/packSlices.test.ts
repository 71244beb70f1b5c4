import fc from "fast-check";
import type { Endpoint } from "kubernetes-types/discovery/v1";
import { describe, expect, it } from "vitest";
import { atOnce } from "../../../../shared/steps.ts";
import { packSlices } from "./packSlices.ts";
import { labelledSlices } from "./sliceLabels.ts";
import { endpointKey, type Slice } from "./slices.ts";

const LIMIT = 4;

const endpoint = (id: number, ready = true): Endpoint => ({
  addresses: [`10.0.0.${id}`],
  conditions: { ready },
  targetRef: { kind: "Pod", namespace: "shop", name: `p${id}`, uid: `u${id}` },
});

const wanted = (ids: Iterable<number>, ready = true): Map<string, Endpoint> =>
  new Map([...ids].map((id) => [endpointKey(endpoint(id)), endpoint(id, ready)]));

const slice = (name: string, ids: readonly number[], labels = {}): Slice => ({
  stored: name === "" ? undefined : { metadata: { name } },
  addressType: "IPv4",
  endpoints: ids.map((id) => endpoint(id)),
  ports: [],
  labels,
});

const pack = (existing: Slice[], endpoints: Map<string, Endpoint>) =>
  packSlices({
    existing,
    endpoints,
    limit: LIMIT,
    empty: slice("", []),
    labelled: atOnce(labelledSlices(existing, {}, new Set(["reserved"]))),
  });

const names = (slices: readonly Slice[]) => slices.map(({ stored }) => stored?.metadata.name);
const ids = ({ endpoints }: Slice) => endpoints.map(({ targetRef }) => Number(targetRef?.name?.slice(1)));

describe("Packing endpoint slices", () => {
  it("writes nothing when the slices are up to date", () => {
    const changes = pack([slice("a", [1, 2])], wanted([1, 2]));
    expect([changes.create, changes.update, changes.remove, names(changes.unchanged)]).toEqual([[], [], [], ["a"]]);
  });

  it("fills slices that must change anyway before others", () => {
    const changes = pack([slice("a", [1, 2]), slice("b", [3])], wanted([1, 3, 4]));
    expect(changes.update.map(ids)).toEqual([[1, 4]]);
    expect(names(changes.unchanged)).toEqual(["b"]);
  });

  it("fills the unchanged slice with the best fit", () => {
    const changes = pack([slice("a", [1]), slice("b", [2, 3])], wanted([1, 2, 3, 4, 5]));
    expect([names(changes.update), changes.update.map(ids)]).toEqual([["b"], [[2, 3, 4, 5]]]);
  });

  it("creates a new slice rather than spreading endpoints over several", () => {
    const changes = pack([slice("a", [1, 2, 3]), slice("b", [4, 5, 6])], wanted([1, 2, 3, 4, 5, 6, 7, 8]));
    expect([changes.update, changes.create.map(ids)]).toEqual([[], [[7, 8]]]);
  });

  it("deletes slices that become empty and updates slices whose endpoints changed", () => {
    const changes = pack([slice("a", [1]), slice("b", [2])], wanted([2], false));
    expect([names(changes.remove), names(changes.update)]).toEqual([["a"], ["b"]]);
  });

  it("propagates service labels, but does not update a slice only because reserved labels differ", () => {
    expect(names(pack([slice("a", [1], { team: "x" })], wanted([1])).update)).toEqual(["a"]);
    expect(names(pack([slice("a", [1], { reserved: "x" })], wanted([1])).update)).toEqual([]);
  });

  it("puts every endpoint in exactly one slice within the limit and converges in one round", () => {
    const held = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 30 });
    fc.assert(
      fc.property(held, held, (before, after) => {
        const existing = Array.from({ length: Math.ceil(before.length / LIMIT) }, (_, i) =>
          slice(`s${i}`, before.slice(i * LIMIT, (i + 1) * LIMIT)),
        );
        const { create, update, unchanged } = pack(existing, wanted(after));
        const slices = [...create, ...update, ...unchanged];
        expect(slices.flatMap(ids).sort()).toEqual([...after].sort());
        for (const each of slices) expect(each.endpoints.length).toBeLessThanOrEqual(LIMIT);
        const stored = slices.map((each, i) => ({ ...each, stored: { metadata: { name: `t${i}` } } }));
        expect(pack(stored, wanted(after)).unchanged).toHaveLength(stored.length);
      }),
    );
  });
});
