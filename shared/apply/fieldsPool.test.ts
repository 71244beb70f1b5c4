import { describe, expect, it } from "vitest";
import type { JsonObject } from "../object.ts";
import { FieldsPool } from "./fieldsPool.ts";

/** An object whose members come from the pool, too. */
function pooled(pool: FieldsPool, elements: Iterable<string>, below: JsonObject = {}): JsonObject {
  return pool.share(Object.fromEntries(Array.from(elements, (element) => [element, pool.share(below)])));
}
const many = (count: number): string[] => Array.from({ length: count }, (_, i) => `f:a${i}`);

describe("FieldsPool", () => {
  it("returns the same object for equal content", () => {
    const pool = new FieldsPool();
    const inner = () => pooled(pool, ["f:b", "f:c"]);
    expect(pool.share({ "f:a": inner() })).toBe(pool.share({ "f:a": inner() }));
    expect(pooled(pool, ["f:b"])).not.toBe(pooled(pool, ["f:c"]));
  });

  it.each([
    ["many members", many(257)],
    ["a long member", [`v:"${"x".repeat(9000)}"`]],
  ])("does not cache objects with %s or objects containing them", (_name, elements) => {
    const pool = new FieldsPool();
    const made = [pooled(pool, elements), pooled(pool, elements)];
    expect(made[0]).not.toBe(made[1]);
    const outer = made.map((inner) => pool.share({ "f:data": inner }));
    expect(outer[0]).not.toBe(outer[1]);
    // Even an identical object is not shared: the pool would keep everything that it contains in memory.
    const [inner = {}] = made;
    expect(pool.share({ "f:data": inner })).not.toBe(pool.share({ "f:data": inner }));
  });

  it("clears its cache when the content becomes too large", () => {
    const pool = new FieldsPool();
    const first = pooled(pool, ["f:first"]);
    expect(pooled(pool, ["f:first"])).toBe(first);
    for (let i = 0; i < 200; i++) pooled(pool, [`v:"${i}${"x".repeat(8000)}"`]);
    expect(pooled(pool, ["f:first"])).not.toBe(first);
  });
});
