import { describe, expect, it } from "vitest";
import { toFieldSet } from "../../../shared/apply/testing/immediate.ts";
import { free, widget } from "../../../shared/apply/testing/nodes.ts";
import { toFieldsV1 } from "../../../shared/fieldset/fieldsV1.ts";
import { loadSchema } from "../schema/schema.ts";

const fields = (spec: unknown) => toFieldsV1(toFieldSet({ spec }, widget))["f:spec"];

describe("toFieldSet", () => {
  it("contains scalars and atomic values as leaves", () => {
    expect(fields({ replicas: 1, atom: ["x"], atomMap: { a: "1" } })).toEqual({
      "f:replicas": {},
      "f:atom": {},
      "f:atomMap": {},
    });
  });

  it("contains items and keys but not their declared containers", () => {
    expect(fields({ gran: { k: "v" }, set: ["p"], byName: [{ name: "x", v: 1 }] })).toEqual({
      "f:gran": { "f:k": {} },
      "f:set": { 'v:"p"': {} },
      "f:byName": { 'k:{"name":"x"}': { ".": {}, "f:name": {}, "f:v": {} } },
    });
  });

  it("contains declared fields that are empty or null, except empty keyed lists", () => {
    expect(fields({})).toEqual({});
    expect(fields({ gran: {}, replicas: null, byName: [], set: null })).toEqual({
      "f:gran": {},
      "f:replicas": {},
      "f:set": {},
    });
  });

  it("follows the value where the type is free-form", () => {
    expect(fields({ free: { any: { deep: 1 }, list: [1, { a: 2 }], text: "x" } })).toEqual({
      "f:free": { "f:any": { ".": {}, "f:deep": {} }, "f:list": {}, "f:text": {} },
    });
    expect(toFieldsV1(toFieldSet({ a: { b: 1 } }, free))).toEqual({ "f:a": { ".": {}, "f:b": {} } });
  });

  it("adds defaulted list keys", () => {
    const node = loadSchema().definition("api.core.v1.Container");
    const set = toFieldsV1(toFieldSet({ ports: [{ containerPort: 99 }], image: "i" }, node));
    expect(set).toEqual({
      "f:image": {},
      "f:ports": { 'k:{"containerPort":99,"protocol":"TCP"}': { ".": {}, "f:containerPort": {} } },
    });
  });

  it("omits unidentifiable items, and treats values of the wrong kind as leaves", () => {
    expect(fields({ byName: [null, "x", { v: 1 }, { name: "y" }], gran: "text", set: [{}, []] })).toEqual({
      "f:byName": { 'k:{"name":"y"}': { ".": {}, "f:name": {} } },
      "f:gran": {},
    });
  });
});
