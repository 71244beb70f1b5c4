import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { immediately } from "../../../../shared/steps.ts";
import { addressCount, CAPACITY, truncated } from "./capacity.ts";
import { packSubsets as packInSteps, type Serving } from "./subsets.ts";

const packSubsets = immediately(packInSteps);

const serving = (ip: string, port: number | undefined, isReady = true): Serving => ({
  address: { ip, targetRef: { kind: "Pod", uid: `uid-${ip}` } },
  ...(port === undefined ? {} : { port: { name: `p${port}`, port, protocol: "TCP" } }),
  isReady,
});

describe("Packing subsets", () => {
  it("merges the ports of identical address sets and sorts addresses", () => {
    const subsets = packSubsets([
      serving("10.0.0.2", 80),
      serving("10.0.0.1", 80),
      serving("10.0.0.1", 81),
      serving("10.0.0.2", 81),
    ]);
    expect(subsets).toHaveLength(1);
    expect(subsets[0]?.addresses?.map(({ ip }) => ip)).toEqual(["10.0.0.1", "10.0.0.2"]);
    expect(subsets[0]?.ports?.map(({ port }) => port).sort()).toEqual([80, 81]);
  });

  it("separates addresses that serve different ports", () => {
    expect(packSubsets([serving("10.0.0.1", 80), serving("10.0.0.2", 81)])).toHaveLength(2);
  });

  it("keeps addresses without ports", () => {
    expect(packSubsets([serving("10.0.0.1", undefined, false)])).toEqual([
      { notReadyAddresses: [{ ip: "10.0.0.1", targetRef: { kind: "Pod", uid: "uid-10.0.0.1" } }] },
    ]);
  });

  it("marks an address as not ready on a port if any pod reports it as not ready", () => {
    const [subset] = packSubsets([serving("10.0.0.1", 80, false), serving("10.0.0.1", 80)]);
    expect(subset?.addresses).toBeUndefined();
    expect(subset?.notReadyAddresses).toHaveLength(1);
  });

  it("is independent of input order and keeps every address", () => {
    const item = fc.record({ host: fc.integer({ min: 1, max: 6 }), port: fc.integer({ min: 80, max: 83 }) });
    fc.assert(
      fc.property(fc.array(item, { maxLength: 20 }), (items) => {
        const all = items.map(({ host, port }) => serving(`10.0.0.${host}`, port));
        const packed = packSubsets(all);
        expect(packSubsets(all.toReversed())).toEqual(packed);
        const pairs = packed.flatMap(({ addresses = [], ports = [] }) =>
          addresses.flatMap(({ ip }) => ports.map(({ port }) => `${ip}:${port}`)),
        );
        expect(pairs.sort()).toEqual([...new Set(items.map(({ host, port }) => `10.0.0.${host}:${port}`))].sort());
      }),
    );
  });
});

describe("Endpoints capacity", () => {
  const many = (count: number, isReady: boolean, port = 80): Serving[] =>
    Array.from({ length: count }, (_, i) => serving(`10.${port}.${i >> 8}.${i & 255}`, port, isReady));

  it("truncates nothing below the limit", () => {
    expect(truncated(packSubsets(many(CAPACITY, true)))).toBeUndefined();
  });

  it("keeps ready addresses first", () => {
    const subsets = truncated(packSubsets([...many(700, true, 80), ...many(700, false, 81)])) ?? [];
    expect(subsets.flatMap(({ addresses = [] }) => addresses)).toHaveLength(700);
    expect(subsets.flatMap(({ notReadyAddresses = [] }) => notReadyAddresses)).toHaveLength(300);
  });

  it("is divided proportionally among subsets", () => {
    const subsets =
      truncated(packSubsets([...many(1500, true, 80), ...many(500, true, 81), ...many(9, false, 82)])) ?? [];
    expect(addressCount(subsets)).toBe(CAPACITY);
    expect(subsets.map(({ addresses = [] }) => addresses.length).sort((a, b) => a - b)).toEqual([0, 250, 750]);
  });
});
