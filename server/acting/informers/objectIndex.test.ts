import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { ObjectIndex } from "./objectIndex.ts";

const named = (name: string, values: readonly string[]): ApiObject => ({ metadata: { name }, values });
const valuesOf = ({ values }: ApiObject): string[] => values as string[];

describe("ObjectIndex", () => {
  it("finds objects by each current value and not by removed values", () => {
    const index = new ObjectIndex(valuesOf);
    index.set("a", named("a", ["x", "y"]));
    index.set("b", named("b", ["y"]));
    expect(index.get("y").map(({ metadata }) => metadata.name)).toEqual(["a", "b"]);
    index.set("a", named("a", ["x"]));
    expect([index.count("x"), index.count("y"), index.count("z")]).toEqual([1, 1, 0]);
    index.delete("b");
    expect(index.get("y")).toEqual([]);
  });

  it("returns the same as a full scan after any changes", () => {
    const change = fc.record({
      key: fc.constantFrom("a", "b", "c"),
      values: fc.option(fc.uniqueArray(fc.constantFrom("x", "y", "z"))),
    });
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const index = new ObjectIndex(valuesOf);
        const all = new Map<string, ApiObject>();
        for (const { key, values } of changes) {
          if (values === null) {
            index.delete(key);
            all.delete(key);
          } else {
            const object = named(key, values);
            index.set(key, object);
            all.set(key, object);
          }
        }
        for (const value of ["x", "y", "z"]) {
          expect(new Set(index.get(value))).toEqual(
            new Set([...all.values()].filter((object) => valuesOf(object).includes(value))),
          );
        }
      }),
    );
  });
});
