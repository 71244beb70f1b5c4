import { expect, it } from "vitest";
import type { JsonSchema } from "../schema/jsonSchema.ts";
import { normalFieldPath } from "./fieldPath.ts";

const schema: JsonSchema = {
  type: "object",
  properties: {
    a: { type: "object", properties: { "b.c": { type: "string" }, "it's": { type: "string" } } },
    map: { type: "object", additionalProperties: { type: "string" } },
    list: { type: "array", items: { type: "string" } },
  },
};

it.each([
  [".a", "a"],
  [".a['b.c']", "a.b.c"],
  [".a['it\\'s']", "a.it's"],
  [".map.key", "map[key]"],
  [".map['some key']", "map[some key]"],
  ["['a']['b.c']", "a.b.c"],
  ["a", undefined],
  [".nope", undefined],
  [".list[0]", undefined],
  [".list.x", undefined],
  [".", undefined],
  [".a['\\q']", undefined],
  ["a b", undefined],
])("%s", (path, normal) => {
  expect(normalFieldPath(path, schema)).toBe(normal);
});
