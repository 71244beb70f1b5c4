import { describe, expect, it } from "vitest";
import { parseFieldsV1, toFieldsV1 } from "../fieldset/fieldsV1.ts";
import { ensureDeclaredMembers, removeItems } from "./testing/immediate.ts";
import { widget } from "./testing/nodes.ts";

const value = {
  spec: {
    replicas: 1,
    gran: { a: "1", b: "2" },
    set: ["x", "y"],
    atom: ["q"],
    byName: [
      { name: "x", v: 1, w: 2 },
      { name: "y", v: 3 },
    ],
  },
};

describe("removeItems", () => {
  it("removes fields, keys and items", () => {
    const set = parseFieldsV1({
      "f:spec": {
        "f:replicas": {},
        "f:atom": {},
        "f:gran": { "f:a": {} },
        "f:set": { 'v:"x"': {} },
        "f:byName": { 'k:{"name":"x"}': { "f:w": {} }, 'k:{"name":"y"}': { ".": {}, "f:v": {} } },
      },
    });
    expect(removeItems(widget, value, set)).toEqual({
      spec: { gran: { b: "2" }, set: ["y"], byName: [{ name: "x", v: 1 }] },
    });
    expect(value.spec.byName).toHaveLength(2);
  });

  it("keeps an emptied container unless it is itself in the set", () => {
    const below = { "f:a": {}, "f:b": {} };
    expect(
      removeItems(widget, { spec: { gran: value.spec.gran } }, parseFieldsV1({ "f:spec": { "f:gran": below } })),
    ).toEqual({
      spec: { gran: {} },
    });
    const named = parseFieldsV1({ "f:spec": { "f:gran": { ".": {}, ...below } } });
    expect(removeItems(widget, { spec: { gran: value.spec.gran } }, named)).toEqual({ spec: {} });
  });

  it("returns the value itself when nothing matches", () => {
    expect(removeItems(widget, value, parseFieldsV1({ "f:spec": { "f:name": {}, "f:set": { 'v:"z"': {} } } }))).toBe(
      value,
    );
    expect(removeItems(widget, value, parseFieldsV1({ "f:spec": { "f:atom": { "i:0": {} } } }))).toBe(value);
  });
});

describe("ensureDeclaredMembers", () => {
  it("adds the struct fields of a path, but not map keys or items", () => {
    const set = parseFieldsV1({
      "f:spec": {
        "f:byName": { 'k:{"name":"x"}': { "f:nested": { "f:a": {} } } },
        "f:free": { "f:any": { "f:deep": {} } },
      },
    });
    expect(toFieldsV1(ensureDeclaredMembers(set, widget))).toEqual({
      "f:spec": {
        ".": {},
        "f:byName": { ".": {}, 'k:{"name":"x"}': { "f:nested": { ".": {}, "f:a": {} } } },
        "f:free": { ".": {}, "f:any": { "f:deep": {} } },
      },
    });
  });
});
