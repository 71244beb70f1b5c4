import { describe, expect, it } from "vitest";
import { validateColumn, validateScalePaths, validateSelectable } from "./surfaceRules.ts";

const texts = (found: readonly { field: string; message: string }[]): string[] =>
  found.map(({ field, message }) => `${field}: ${message}`);

describe("validateColumn", () => {
  it("accepts a typical column", () => {
    expect(validateColumn({ name: "A", type: "date", format: "date-time", jsonPath: ".a[0].b" }, "c")).toEqual([]);
  });

  it("requires name, type and path", () => {
    expect(validateColumn({}, "c").map(({ field, type }) => `${field} ${type}`)).toEqual([
      "c.name FieldValueRequired",
      "c.type FieldValueRequired",
      "c.JSONPath FieldValueRequired",
    ]);
    const bad = validateColumn({ name: "A", type: "color", format: "hex", jsonPath: "a" }, "c");
    expect(texts(bad)).toEqual([
      'c.type: Invalid value: "color": must be one of boolean,date,integer,number,string',
      'c.format: Invalid value: "hex": must be one of byte,date,date-time,double,float,int32,int64,password',
      'c.JSONPath: Invalid value: "a": must be a simple json path starting with .',
    ]);
  });
});

describe("validateScalePaths", () => {
  it("requires the spec path below spec and the other paths below status", () => {
    const good = { specReplicasPath: ".spec.a", statusReplicasPath: ".status.b.c", labelSelectorPath: ".status.s" };
    expect(validateScalePaths(good, "s")).toEqual([]);
    const swapped = { specReplicasPath: ".status.a", statusReplicasPath: ".spec.b", labelSelectorPath: ".s" };
    expect(texts(validateScalePaths(swapped, "s"))).toEqual([
      's.specReplicasPath: Invalid value: ".status.a": should be a json path under .spec',
      's.statusReplicasPath: Invalid value: ".spec.b": should be a json path under .status',
      's.labelSelectorPath: Invalid value: ".s": should be a json path under either .spec or .status',
    ]);
  });
});

describe("validateSelectable", () => {
  const spec = {
    type: "object",
    properties: { a: { type: "string" }, map: { type: "object", additionalProperties: { type: "string" } } },
  };
  const schema = { type: "object", properties: { spec } };
  const check = (...paths: string[]): string[] =>
    texts(
      validateSelectable(
        paths.map((jsonPath) => ({ jsonPath })),
        schema,
        "f",
      ),
    );

  it("accepts scalar fields, each once, up to a maximum count", () => {
    expect(check(".spec.a")).toEqual([]);
    expect(check(".spec.a", ".spec.a")).toEqual(['f[1].jsonPath: Duplicate value: ".spec.a"']);
    const many = [..."abcdefghi"].map((name) => `.spec.map.${name}`);
    expect(check(...many).at(-1)).toBe("f: Too many: 9: must have at most 8 items");
  });

  it.each([
    [".spec.b", "is an invalid path: does not refer to a valid field"],
    [".metadata.name", "is an invalid path: does not refer to a valid field"],
    [".spec.a[0]", "is an invalid path: array notation is not allowed"],
    ["spec.a", "is an invalid path: expected [ or . but got: spec"],
    [".spec.", "is an invalid path: unexpected end of JSON path"],
    [
      ".spec",
      "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.",
    ],
  ])("rejects %j", (path, detail) => {
    expect(check(path)).toEqual([`f[0].jsonPath: Invalid value: ${JSON.stringify(path)}: ${detail}`]);
  });
});
