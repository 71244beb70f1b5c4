import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { advance, type Steps } from "../../shared/steps.ts";
import { guarded, jsonPatchOf, type PatchOperation, patchInSteps } from "./jsonPatch.ts";

/** A simple implementation of JSON patch, to check properties with. */
function carryOut(value: unknown, patch: readonly PatchOperation[]): unknown {
  let root = structuredClone(value);
  for (const { op, path, value: next } of patch) {
    if (path === "") {
      root = structuredClone(next);
      continue;
    }
    const tokens = path
      .slice(1)
      .split("/")
      .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = tokens.pop() ?? "";
    // biome-ignore lint/suspicious/noExplicitAny: any JSON
    const parent = tokens.reduce((at: any, token) => at[token], root);
    if (Array.isArray(parent)) {
      const index = last === "-" ? parent.length : Number(last);
      if (op === "add") parent.splice(index, 0, structuredClone(next));
      else if (op === "remove") parent.splice(index, 1);
      else parent[index] = structuredClone(next);
    } else if (op === "remove") delete parent[last];
    else parent[last] = structuredClone(next);
  }
  return root;
}

describe("jsonPatchOf", () => {
  it("contains only the changes", () => {
    expect(jsonPatchOf({ a: 1, b: [1, 2, 3], c: { "x/y": 1 } }, { a: 2, b: [1, 3], c: {} })).toEqual([
      { op: "replace", path: "/a", value: 2 },
      { op: "remove", path: "/b/1" },
      { op: "remove", path: "/c/x~1y" },
    ]);
    expect(jsonPatchOf({ l: ["a"] }, { l: ["a", "b"] })).toEqual([{ op: "add", path: "/l/-", value: "b" }]);
    expect(jsonPatchOf({ a: 1 }, { a: 1 })).toEqual([]);
  });

  it("transforms any value into any other", () => {
    const value = fc.jsonValue({ maxDepth: 3 }).filter((v) => !JSON.stringify(v).includes("__proto__"));
    fc.assert(
      fc.property(value, value, (before, after) => {
        const [a, b] = [before, after].map((v) => JSON.parse(JSON.stringify(v)));
        expect(carryOut(a, jsonPatchOf(a, b))).toEqual(b);
      }),
      { numRuns: 300 },
    );
  });

  it("pauses when its time is over, in maps and lists", () => {
    const data = (end: string) =>
      Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`key-${i}`, `${i}${end}`]));
    const items = (end: string) => ({ list: Array.from({ length: 1000 }, (_, i) => ({ name: `${i}${end}` })) });
    const pausesOf = (steps: Steps<unknown>): number => {
      for (let pauses = 0; ; pauses += 1) if (advance(steps, 0).done === true) return pauses;
    };
    expect(pausesOf(patchInSteps(data("a"), data("b")))).toBeGreaterThan(20);
    expect(pausesOf(patchInSteps(items("a"), items("b")))).toBeGreaterThan(20);
  });

  it("takes undefined members for absent ones", () => {
    expect(jsonPatchOf({ a: undefined, b: 1 }, { b: 1, c: undefined })).toEqual([]);
    expect(jsonPatchOf({ a: undefined }, { a: 1 })).toEqual([{ op: "add", path: "/a", value: 1 }]);
    expect(jsonPatchOf({ a: 1 }, { a: undefined })).toEqual([{ op: "remove", path: "/a" }]);
  });

  it("can include a resource version guard", () => {
    expect(guarded([], "7")).toEqual([{ op: "add", path: "/metadata/resourceVersion", value: "7" }]);
  });
});
