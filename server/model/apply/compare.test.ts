import { describe, expect, it } from "vitest";
import { compareObjects } from "../../../shared/apply/testing/immediate.ts";
import { atomicList, free, struct, widget } from "../../../shared/apply/testing/nodes.ts";
import { pathsOf, pathText } from "../../../shared/fieldset/fieldPath.ts";
import { loadSchema } from "../schema/schema.ts";

function changes(before: unknown, after: unknown, node = widget) {
  const { added, modified, removed } = compareObjects({ spec: before }, { spec: after }, node);
  const list = (set: typeof added) =>
    pathsOf(set)
      .map(pathText)
      .map((text) => text.replace(".spec", ""));
  return { added: list(added), modified: list(modified), removed: list(removed) };
}
const nothing = { added: [], modified: [], removed: [] };

describe("compareObjects", () => {
  it("finds no changes between equal objects", () => {
    const value = { replicas: 1, byName: [{ name: "x" }], gran: { a: "b" }, free: { x: [1] } };
    expect(changes(value, structuredClone(value))).toEqual(nothing);
    expect(changes(value, value)).toEqual(nothing);
  });

  it("distinguishes added, modified and removed scalars", () => {
    expect(changes({ replicas: 1, name: "a" }, { replicas: 2, gran: {} })).toEqual({
      added: [".gran"],
      modified: [".replicas"],
      removed: [".name"],
    });
  });

  it("reports added and removed containers and items in addition to their content", () => {
    expect(changes({}, { gran: { a: "1" }, byName: [{ name: "x", v: 1 }], set: ["s"] }).added).toEqual([
      ".byName",
      ".gran",
      ".set",
      '.byName[name="x"]',
      '.byName[name="x"].name',
      '.byName[name="x"].v',
      ".gran.a",
      '.set[="s"]',
    ]);
    expect(changes({ gran: { a: "1" }, set: ["s", "t"] }, { gran: { b: "1" }, set: ["t"] })).toEqual({
      added: [".gran.b"],
      modified: [],
      removed: [".gran.a", '.set[="s"]'],
    });
  });

  it("ignores the order of keyed items but not of atomic lists", () => {
    const a = { name: "a" };
    const b = { name: "b" };
    expect(changes({ byName: [a, b], set: ["x", "y"] }, { byName: [b, a], set: ["y", "x"] })).toEqual(nothing);
    expect(changes({ atom: ["x", "y"] }, { atom: ["y", "x"] }).modified).toEqual([".atom"]);
    expect(changes({ atomMap: { a: "1" } }, { atomMap: { a: "1", b: "2" } }).modified).toEqual([".atomMap"]);
  });

  it("distinguishes empty from absent", () => {
    expect(changes({}, { gran: {} }).added).toEqual([".gran"]);
    expect(changes({ gran: {} }, {}).removed).toEqual([".gran"]);
    expect(changes({ gran: null }, { gran: {} }).modified).toEqual([".gran"]);
    expect(changes({ byName: [] }, { byName: [] })).toEqual(nothing);
  });

  it("compares duplicate items as one value", () => {
    const x1 = { name: "x", v: 1 };
    const x2 = { name: "x", v: 2 };
    expect(changes({ byName: [x1, x2] }, { byName: [x1, x2] })).toEqual(nothing);
    expect(changes({ byName: [x1, x2] }, { byName: [x1, x1] }).modified).toEqual(['.byName[name="x"]']);
    expect(changes({ byName: [x1, x2] }, { byName: [] }).removed).toEqual(['.byName[name="x"]']);
    expect(changes({ byName: [x1] }, { byName: [x1, x2] })).toMatchObject({ added: ['.byName[name="x"]'] });
    expect(changes({ byName: [x1, x1] }, { byName: [x2] })).toMatchObject({
      added: ['.byName[name="x"]', '.byName[name="x"].name', '.byName[name="x"].v'],
      removed: ['.byName[name="x"]'],
    });
  });

  it("handles free-form values that change their kind", () => {
    const node = struct({ spec: struct({ x: free, l: atomicList(free) }) });
    expect(changes({ x: 1 }, { x: { a: 1 } }, node)).toEqual({ added: [".x.a"], modified: [".x"], removed: [] });
    expect(changes({ x: { a: 1 } }, { x: [1] }, node)).toEqual({ added: [], modified: [".x"], removed: [".x.a"] });
  });

  it("treats built-in structs like the reference", () => {
    const node = loadSchema().definition("api.core.v1.Pod");
    const container = { name: "c", image: "i", terminationMessagePath: "/t" };
    const { added } = compareObjects({}, { spec: { containers: [container] } }, node);
    // `resources` is a struct that is always present; `containers` is always written.
    expect(pathsOf(added).map(pathText)).toEqual([
      '.spec.containers[name="c"]',
      '.spec.containers[name="c"].image',
      '.spec.containers[name="c"].name',
      '.spec.containers[name="c"].resources',
      '.spec.containers[name="c"].terminationMessagePath',
    ]);
  });
});
