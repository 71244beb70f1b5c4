import { expect, it } from "vitest";
import { schemaTree } from "./schemaTree.ts";

it("reads properties, lists, maps, choices and required fields", () => {
  const tree = schemaTree({
    type: "object",
    required: ["a"],
    properties: {
      a: { type: "array", items: { type: "object", properties: { b: { type: "integer", format: "int32" } } } },
      m: { type: "object", additionalProperties: { type: "string" }, description: "words" },
      p: { "x-any-int-or-string": true },
      e: { type: "string", enum: ["x", "y"] },
    },
  });
  expect(tree.map((n) => [n.name, n.type, n.required])).toEqual([
    ["a", "[]object", true],
    ["m", "map of string", false],
    ["p", "integer or string", false],
    ["e", "x | y", false],
  ]);
  expect(tree[0]?.children).toMatchObject([{ name: "b", type: "integer (int32)" }]);
  expect(tree[1]?.description).toBe("words");
  expect(schemaTree(undefined)).toEqual([]);
});
