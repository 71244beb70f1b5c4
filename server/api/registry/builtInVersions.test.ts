import { describe, expect, test } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import type { StructNode } from "../../../shared/schema/typeNode.ts";
import { immediately } from "../../../shared/steps.ts";
import { convertBetween, type ObjectVersion } from "./builtInVersions.ts";

const node = (name: string): StructNode => ({ kind: "struct", name }) as unknown as StructNode;
/** v2 is the storage version; v1 names `replicas` `size`. */
const rename = (object: ApiObject, from: string, to: string): ApiObject => {
  const { [from]: value, ...rest } = object;
  return { ...rest, metadata: object.metadata, ...(value === undefined ? {} : { [to]: value }) };
};
const v2: ObjectVersion = { apiVersion: "g/v2", node: node("v2"), fromStorage: (o) => o, toStorage: (o) => o };
const v1: ObjectVersion = {
  apiVersion: "g/v1",
  node: node("v1"),
  fromStorage: (object) => ({ ...rename(object, "replicas", "size"), apiVersion: "g/v1" }),
  toStorage: (object) => ({ ...rename(object, "size", "replicas"), apiVersion: "g/v2" }),
};
const convert = immediately(convertBetween([v1, v2]));
const object: ApiObject = { apiVersion: "g/v1", kind: "K", metadata: { name: "x" }, size: 3 };

describe("Conversion between versions", () => {
  test("goes through the stored version", () => {
    expect(convert(object, "g/v2")).toEqual({
      object: { apiVersion: "g/v2", kind: "K", metadata: { name: "x" }, replicas: 3 },
      node: v2.node,
    });
    expect(convert(convert(object, "g/v2")?.object, "g/v1")).toEqual({ object, node: v1.node });
  });

  test("returns an object unchanged if it already has the requested version", () => {
    expect(convert(object, "g/v1")?.object).toBe(object);
  });

  test.each([
    [object, "g/v3"],
    [{ ...object, apiVersion: "g/v3" }, "g/v1"],
    [{}, "g/v1"],
    [undefined, "g/v1"],
  ])("returns undefined for an unknown version: %j as %s", (value, apiVersion) => {
    expect(convert(value, apiVersion)).toBeUndefined();
  });
});
