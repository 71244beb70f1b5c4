import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { elementText, forEachPath, pathsOf, pathText } from "./fieldPath.ts";
import { fieldSetOf } from "./fieldSet.ts";
import { locateFieldText, locatePath } from "./locateField.ts";

const pod = {
  metadata: { labels: { app: "a", "app.example.com/name": "b", "odd[key]": "c" }, finalizers: ["x/y", "z"] },
  spec: {
    replicas: 3,
    containers: [
      { name: "a", image: "a:1", ports: [{ containerPort: 80 }, { containerPort: 80, protocol: "UDP" }] },
      { name: 'q"]', image: "q:1" },
    ],
  },
};

describe("pathText", () => {
  it("prints paths as conflict messages do", () => {
    expect(pathText(["f:spec", "f:containers", 'k:{"name":"a"}', "f:image"])).toBe('.spec.containers[name="a"].image');
    expect(pathText(["f:metadata", "f:finalizers", 'v:"x/y"'])).toBe('.metadata.finalizers[="x/y"]');
    expect(elementText('k:{"containerPort":80,"protocol":"TCP"}')).toBe('[containerPort=80,protocol="TCP"]');
    expect(elementText("i:4")).toBe("[4]");
  });

  it("lists members of a level before what is below it", () => {
    const set = fieldSetOf([["f:a", "f:b"], ["f:c"], ["f:a"]]);
    expect(pathsOf(set).map(pathText)).toEqual([".a", ".c", ".a.b"]);
    let count = 0;
    forEachPath(set, () => count++);
    expect(count).toBe(3);
  });
});

describe("locating a field", () => {
  it("follows a path to positions", () => {
    expect(locatePath(pod, ["f:spec", "f:containers", 'k:{"name":"a"}', "f:image"])).toEqual([
      "spec",
      "containers",
      0,
      "image",
    ]);
    expect(locatePath(pod, ["f:metadata", "f:finalizers", 'v:"z"'])).toEqual(["metadata", "finalizers", 1]);
    expect(locatePath(pod, ["f:spec", "f:containers", "i:1"])).toEqual(["spec", "containers", 1]);
    expect(locatePath(pod, ["f:spec", "f:missing"])).toBeUndefined();
    expect(locatePath(pod, ["f:spec", "f:containers", 'k:{"name":"none"}'])).toBeUndefined();
    expect(locatePath(pod, ["f:spec", "f:replicas", "f:x"])).toBeUndefined();
  });

  it("finds the field that a conflict names", () => {
    const cases: [string, (string | number)[]][] = [
      [".spec.replicas", ["spec", "replicas"]],
      ['.spec.containers[name="a"].image', ["spec", "containers", 0, "image"]],
      ['.spec.containers[name="q\\"]"].image', ["spec", "containers", 1, "image"]],
      [".metadata.labels.app", ["metadata", "labels", "app"]],
      [".metadata.labels.app.example.com/name", ["metadata", "labels", "app.example.com/name"]],
      [".metadata.labels.odd[key]", ["metadata", "labels", "odd[key]"]],
      ['.metadata.finalizers[="x/y"]', ["metadata", "finalizers", 0]],
      ['.spec.containers[name="a"].ports[containerPort=80,protocol="UDP"]', ["spec", "containers", 0, "ports", 1]],
      ['.spec.containers[name="a"].ports[containerPort=80,protocol="TCP"]', ["spec", "containers", 0, "ports", 0]],
      [".spec.containers[1]", ["spec", "containers", 1]],
      ["", []],
    ];
    for (const [text, path] of cases) expect(locateFieldText(pod, text), text).toEqual(path);
  });

  it("says so when there is no such field", () => {
    for (const text of [".spec.none", ".spec.containers[7]", '.spec.containers[name="x"]', "spec", ".spec[", "[0]"]) {
      expect(locateFieldText(pod, text), text).toBeUndefined();
    }
  });

  it("inverts pathText for any object", () => {
    const scalar = fc.oneof(fc.string(), fc.integer());
    const tree = fc.dictionary(fc.string({ minLength: 1 }), fc.dictionary(fc.string({ minLength: 1 }), scalar));
    fc.assert(
      fc.property(tree, (object) => {
        for (const [outer, inner] of Object.entries(object)) {
          for (const name of Object.keys(inner)) {
            const text = pathText([`f:${outer}`, `f:${name}`]);
            const found = locateFieldText(object, text);
            expect(found).toBeDefined();
            // Names with dots may be ambiguous; what is found prints as the same text.
            expect(pathText((found ?? []).map((step) => `f:${step}`))).toBe(text);
          }
        }
      }),
    );
  });
});
