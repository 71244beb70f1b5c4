import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApiError } from "../../../shared/status.ts";
import { immediately } from "../../../shared/steps.ts";
import { MAX_PATCH_OPERATIONS, patchInSteps } from "./jsonPatch.ts";

const patchByOperations = immediately(patchInSteps);

const base = { data: { one: "1", two: "2" }, list: ["a", "b", "c"], "a/b~c": { "": 1 } };
const run = (...operations: unknown[]) => patchByOperations(base, operations) as typeof base & Record<string, unknown>;

function errorOf(act: () => unknown): { code: number; message: string } {
  try {
    act();
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error("expected an error");
}

describe("JSON patch", () => {
  it("supports add, remove, replace, move, copy and test", () => {
    expect(run({ op: "add", path: "/data/three", value: "3" }).data).toEqual({ one: "1", two: "2", three: "3" });
    expect(run({ op: "replace", path: "/data/one", value: { x: 1 } }).data.one).toEqual({ x: 1 });
    expect(run({ op: "remove", path: "/data/one" }).data).toEqual({ two: "2" });
    expect(run({ op: "move", from: "/data/one", path: "/data/1" }).data).toEqual({ two: "2", "1": "1" });
    expect(run({ op: "copy", from: "/data/one", path: "/data/1" }).data).toEqual({ one: "1", two: "2", "1": "1" });
    expect(run({ op: "test", path: "/list", value: ["a", "b", "c"] })).toEqual(base);
    expect(run()).toEqual(base);
  });

  it("handles list positions", () => {
    const list = (operation: object) => run(operation).list.join("");
    expect(list({ op: "add", path: "/list/1", value: "x" })).toBe("axbc");
    expect(list({ op: "add", path: "/list/-", value: "x" })).toBe("abcx");
    expect(list({ op: "add", path: "/list/3", value: "x" })).toBe("abcx");
    expect(list({ op: "remove", path: "/list/0" })).toBe("bc");
    expect(list({ op: "remove", path: "/list/-1" })).toBe("ab");
    expect(list({ op: "replace", path: "/list/2", value: "x" })).toBe("abx");
    expect(list({ op: "move", from: "/list/0", path: "/list/2" })).toBe("bca");
  });

  it("handles escaped pointers and empty keys", () => {
    expect(run({ op: "replace", path: "/a~1b~0c/", value: 2 })["a/b~c"]).toEqual({ "": 2 });
  });

  it("accepts the same deviations as the reference", () => {
    expect(run({ op: "replace", path: "/data/none", value: "x" })["data"]).toMatchObject({ none: "x" });
    expect(run({ op: "test", path: "/data/none", value: null })).toEqual(base);
    expect(run({ op: "test", path: "/data/none" })).toEqual(base);
    expect(run({ op: "copy", from: "/data/none", path: "/data/x" }).data).toMatchObject({ x: null });
  });

  it("replaces and tests the whole document", () => {
    expect(
      run({ op: "replace", path: "", value: { b: 1, a: { x: 1 } } }, { op: "add", path: "/a/y", value: 2 }),
    ).toEqual({
      a: { x: 1, y: 2 },
      b: 1,
    });
    expect(run({ op: "test", path: "", value: base })).toEqual(base);
    for (const value of ["x", 3, null, true]) expect(run({ op: "replace", path: "", value })).toEqual(base);
    expect(errorOf(() => run({ op: "replace", path: "", value: [] })).code).toBe(400);
    expect(errorOf(() => run({ op: "add", path: "", value: {} })).code).toBe(422);
  });

  it("rejects an inapplicable patch with a generic message", () => {
    const rejected = { code: 422, message: "the server rejected our request due to an error in our request" };
    for (const operation of [
      { op: "remove", path: "/data/none" },
      { op: "add", path: "/none/here", value: 1 },
      { op: "test", path: "/data/one", value: "2" },
      { op: "test", path: "/none/here", value: null },
      { op: "replace", path: "/list/3", value: 1 },
      { op: "add", path: "/list/4", value: 1 },
      { op: "add", path: "/list/x", value: 1 },
      { op: "move", from: "/data/none", path: "/x" },
      { op: "swap", path: "/data/one" },
      { op: "add", path: "" },
      { path: "/data" },
      {},
    ]) {
      expect(
        errorOf(() => run(operation)),
        JSON.stringify(operation),
      ).toEqual(rejected);
    }
  });

  it("rejects bodies that are not a patch", () => {
    const into = "error decoding patch: json: cannot unmarshal";
    const cases: [unknown, string][] = [
      [{ op: "add" }, `${into} object into Go value of type []handlers.jsonPatchOp`],
      ["text", `${into} string into Go value of type []handlers.jsonPatchOp`],
      [[1], `${into} number into Go value of type handlers.jsonPatchOp`],
      [[{ op: "add", path: 5 }], `${into} number into Go struct field jsonPatchOp.path of type string`],
    ];
    for (const [body, message] of cases) {
      expect(errorOf(() => patchByOperations(base, body))).toEqual({ code: 400, message });
    }
  });

  it("fails a test marked as impossible only when it is reached", () => {
    const operations = [{ op: "test", path: "/data/one", value: "1" }];
    expect(patchByOperations(base, operations, { odd: new Set() })).toEqual(base);
    expect(errorOf(() => patchByOperations(base, operations, { odd: new Set([0]) })).code).toBe(422);
    const none = [{ op: "replace", path: "", value: [] }, ...operations];
    expect(errorOf(() => patchByOperations(base, none, { odd: new Set([1]) })).code).toBe(400);
  });

  it("limits operations and size", () => {
    const many = Array.from({ length: MAX_PATCH_OPERATIONS + 2 }, () => ({ op: "add", path: "/x", value: 1 }));
    expect(errorOf(() => patchByOperations(base, many))).toEqual({
      code: 413,
      message: "Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10002",
    });
    const big = { text: "x".repeat(1024 * 1024) };
    const copies = [1, 2, 3, 4].map((i) => ({ op: "copy", from: "/text", path: `/copy${i}` }));
    expect(errorOf(() => patchByOperations(big, copies)).code).toBe(422);
  });

  it("names the raw decoder's types for a body that was not decoded before", () => {
    expect(errorOf(() => patchByOperations(base, {}, { strict: false })).message).toBe(
      "json: cannot unmarshal object into Go value of type jsonpatch.Patch",
    );
    expect(errorOf(() => patchByOperations(base, [1], { strict: false })).message).toBe(
      "json: cannot unmarshal number into Go value of type jsonpatch.Operation",
    );
    expect(errorOf(() => patchByOperations(base, [{ op: 1 }], { strict: false })).code).toBe(422);
  });

  it("sorts the members of traversed maps only", () => {
    const object = { kind: "A", data: { z: 1, a: { y: 1, b: 1 } }, apiVersion: "v1", rest: { z: 1, a: 1 } };
    const result = patchByOperations(object, [{ op: "add", path: "/data/m", value: { z: 1, a: 1 } }]);
    expect(JSON.stringify(result)).toBe(
      '{"apiVersion":"v1","data":{"a":{"y":1,"b":1},"m":{"z":1,"a":1},"z":1},"kind":"A","rest":{"z":1,"a":1}}',
    );
  });

  it("pollutes neither prototypes nor the patch", () => {
    const value = { list: [1] };
    const result = run({ op: "add", path: "/__proto__", value }, { op: "add", path: "/v", value });
    expect(Object.hasOwn(result, "__proto__")).toBe(true);
    expect(({} as Record<string, unknown>)["list"]).toBeUndefined();
    const changed = run({ op: "add", path: "/v", value }, { op: "add", path: "/v/list/-", value: 2 });
    expect(changed["v"]).toEqual({ list: [1, 2] });
    expect(value.list).toEqual([1]);
  });

  it("changes a list like a plain list", () => {
    const step = fc.record({
      op: fc.constantFrom("add", "remove", "replace"),
      at: fc.integer({ min: 0, max: 6 }),
      value: fc.integer(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const model: number[] = [];
        const operations: unknown[] = [];
        for (const { op, at, value } of steps) {
          const exists = at < model.length;
          if (op === "add") model.splice(Math.min(at, model.length), 0, value);
          else if (!exists) continue;
          else if (op === "remove") model.splice(at, 1);
          else model[at] = value;
          operations.push({ op, path: `/list/${op === "add" && !exists ? "-" : at}`, value });
        }
        expect(patchByOperations({ list: [] }, operations)).toEqual({ list: model });
      }),
    );
  });

  it("never modifies the original object", () => {
    const pointer = fc.constantFrom("/data", "/data/one", "/list", "/list/0", "/list/-", "/new", "/a~1b~0c/");
    const operation = fc.record({
      op: fc.constantFrom("add", "remove", "replace", "move", "copy", "test"),
      path: pointer,
      from: pointer,
      value: fc.jsonValue({ maxDepth: 2 }),
    });
    const before = JSON.stringify(base);
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 5 }), (operations) => {
        try {
          patchByOperations(base, operations);
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
        }
        expect(JSON.stringify(base)).toBe(before);
      }),
    );
  });
});
