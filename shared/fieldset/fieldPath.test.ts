import { describe, expect, it } from "vitest";
import { elementText, pathsOf, pathText } from "./fieldPath.ts";
import { fieldSetOf } from "./fieldSet.ts";

describe("pathText", () => {
  it("formats paths as in conflict messages", () => {
    expect(pathText(["f:spec", "f:containers", 'k:{"name":"a"}', "f:image"])).toBe('.spec.containers[name="a"].image');
    expect(pathText(["f:metadata", "f:finalizers", 'v:"x/y"'])).toBe('.metadata.finalizers[="x/y"]');
    expect(elementText('k:{"containerPort":80,"protocol":"TCP"}')).toBe('[containerPort=80,protocol="TCP"]');
    expect(elementText("i:4")).toBe("[4]");
  });

  it("lists the members of a level before their descendants", () => {
    const set = fieldSetOf([["f:a", "f:b"], ["f:c"], ["f:a"]]);
    expect(pathsOf(set).map(pathText)).toEqual([".a", ".c", ".a.b"]);
  });
});
