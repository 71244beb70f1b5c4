import { describe, expect, it } from "vitest";
import { selectorAttributes } from "./selectorAttributes.ts";

describe("selectorAttributes", () => {
  it("contains the requirements", () => {
    expect(selectorAttributes("a=b,c!=d", "x in (z,y),!w")).toEqual({
      fieldSelector: [
        { field: "a", negated: false, value: "b" },
        { field: "c", negated: true, value: "d" },
      ],
      labelSelector: [
        { key: "w", operator: "DoesNotExist", values: [] },
        { key: "x", operator: "In", values: ["y", "z"] },
      ],
    });
  });

  it.each([
    ["", ""],
    [",", " "],
    ["nonsense", "("],
  ])("is empty for %j and %j", (fields, labels) => {
    expect(selectorAttributes(fields, labels)).toEqual({});
  });

  it("keeps one selector if the other is invalid", () => {
    expect(selectorAttributes("a=b", "(")).toEqual({ fieldSelector: [{ field: "a", negated: false, value: "b" }] });
  });
});
