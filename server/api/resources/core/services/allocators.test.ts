import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Allocator } from "../../../registry/allocation/allocator.ts";
import { createIpAllocator } from "../../../registry/allocation/ipAllocator.ts";
import { createPortAllocator } from "../../../registry/allocation/portAllocator.ts";

/** A deterministic source of numbers. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Allocates everything that is free. */
function drain(pool: Allocator): string[] {
  const items: string[] = [];
  for (let item = pool.allocateNext(); item !== undefined; item = pool.allocateNext()) items.push(item);
  return items;
}

describe("IP allocator", () => {
  it("allocates every usable address once and no others", () => {
    for (const [cidr, count] of [
      ["10.0.0.0/28", 14],
      ["10.0.0.0/24", 254],
      ["2001:db8::/124", 15],
      ["10.0.0.7/32", 1],
    ] as const) {
      const items = drain(createIpAllocator(cidr, seeded(7)));
      expect(new Set(items).size).toBe(count);
      expect(items).toHaveLength(count);
    }
  });

  it("reserves the lower band for explicit requests", () => {
    const pool = createIpAllocator("10.96.0.0/16", seeded(1));
    for (let i = 0; i < 200; i++) {
      const [, , third = 0] = (pool.allocateNext() ?? "").split(".").map(Number);
      expect(third).toBeGreaterThanOrEqual(1);
    }
  });

  it.each([
    ["10.0.0.0/16", "10.0.1.1"],
    ["10.0.0.0/23", "10.0.0.33"],
    ["10.0.0.0/24", "10.0.0.17"],
    ["10.0.0.0/27", "10.0.0.17"],
    ["10.0.0.0/28", "10.0.0.1"],
    ["fd00::/108", "fd00::101"],
  ])("for %s starts at %s and allocates the lower band last", (cidr, first) => {
    expect(createIpAllocator(cidr, () => 0).allocateNext()).toBe(first);
    const all = drain(createIpAllocator("10.0.0.0/27", () => 0));
    expect([all[14], all[29]]).toEqual(["10.0.0.1", "10.0.0.16"]);
  });

  it("rejects duplicates and addresses outside the range", () => {
    const pool = createIpAllocator("10.0.0.0/24");
    expect(pool.allocate("10.0.0.10")).toBe(true);
    expect(pool.allocate("10.0.0.10")).toBe(false);
    pool.release("10.0.0.10");
    expect(pool.allocate("10.0.0.10")).toBe(true);
    for (const item of ["10.0.1.1", "10.0.0.0", "10.0.0.255", "::1", "x"]) {
      expect(pool.contains(item)).toBe(false);
      expect(() => pool.allocate(item)).toThrow(RangeError);
      pool.release(item);
    }
    expect(() => createIpAllocator("nope")).toThrow(RangeError);
  });

  it("is deterministic for a seed and fast in a large pool", () => {
    const take = (seed: number): string[] => {
      const pool = createIpAllocator("2001:db8::/108", seeded(seed));
      return Array.from({ length: 2000 }, () => pool.allocateNext() ?? "");
    };
    expect(take(3)).toEqual(take(3));
    expect(new Set(take(3)).size).toBe(2000);
  });
});

describe("Port allocator", () => {
  it("allocates the whole range once", () => {
    const items = drain(createPortAllocator("30000-30099", seeded(5)));
    expect(new Set(items).size).toBe(100);
    expect(items.every((item) => Number(item) >= 30000 && Number(item) <= 30099)).toBe(true);
  });

  it.each([
    ["30000-32767", "30086"],
    ["30000-34095", "30128"],
    ["30000-30099", "30016"],
    ["30000-30015", "30000"],
  ])("for %s starts at %s and allocates the lower band last", (range, first) => {
    expect(createPortAllocator(range, () => 0).allocateNext()).toBe(first);
    expect(drain(createPortAllocator("100-131", () => 0))[16]).toBe("100");
  });

  it("validates its range", () => {
    const pool = createPortAllocator("30000-32767");
    expect(pool.description).toBe("30000-32767");
    expect(pool.contains("32767")).toBe(true);
    expect(pool.contains("80")).toBe(false);
    expect(() => pool.allocate("80")).toThrow(RangeError);
    for (const text of ["", "1", "5-1", "0-10", "1-70000"]) expect(() => createPortAllocator(text)).toThrow(RangeError);
  });
});

describe("Both allocators", () => {
  it("contain exactly the items allocated and not released", () => {
    const action = fc.record({ take: fc.boolean(), item: fc.integer({ min: 0, max: 40 }) });
    fc.assert(
      fc.property(fc.array(action), fc.integer(), (actions, seed) => {
        for (const [pool, capacity, item] of [
          [createIpAllocator("10.0.0.0/27", seeded(seed)), 30, (n: number) => `10.0.0.${n}`],
          [createPortAllocator("100-130", seeded(seed)), 31, (n: number) => String(95 + n)],
        ] as const) {
          const held = new Set<string>();
          for (const { take, item: n } of actions) {
            const name = item(n);
            if (!pool.contains(name)) continue;
            if (take) {
              expect(pool.allocate(name)).toBe(!held.has(name));
              held.add(name);
            } else {
              pool.release(name);
              held.delete(name);
            }
          }
          const rest = drain(pool);
          expect(rest.filter((name) => held.has(name))).toEqual([]);
          expect(rest.length + held.size).toBe(capacity);
          expect(pool.allocateNext()).toBeUndefined();
        }
      }),
    );
  });
});
