import { describe, expect, it } from "vitest";
import { parseJsonPath, setAt, simplePath, valueAt } from "./jsonPath.ts";

const OBJECT = {
  metadata: { name: "x", labels: { "a.b/c": "dotted" } },
  spec: {
    replicas: 2,
    tags: ["p", "q"],
    ports: [
      { name: "http", port: 80 },
      { name: "dns", port: 53 },
    ],
  },
  status: {
    conditions: [
      { type: "Ready", status: "True" },
      { type: "Live", status: "False" },
    ],
  },
};

describe("parseJsonPath", () => {
  it.each<[string, unknown[]]>([
    [".metadata.name", ["x"]],
    [".spec.replicas", [2]],
    [".spec.tags[*]", ["p", "q"]],
    [".spec.tags[0]", ["p"]],
    [".spec.tags[-1]", ["q"]],
    [".spec.tags[7]", []],
    [".spec.nothing.below", []],
    [".spec.ports[*].port", [80, 53]],
    [".metadata.labels.a\\.b/c", ["dotted"]],
    [".spec.tags[-1:]", ["q"]],
    [".spec.tags[:1]", ["p"]],
    [".spec.tags[0:2:2]", ["p"]],
    [".metadata.labels['a.b/c']", ["dotted"]],
    ['.status.conditions[?(@.type=="Ready")].status', ["True"]],
    [".status.conditions[?(@.type=='Live')].status", ["False"]],
    [".spec.ports[?(@.port>60)].name", ["http"]],
    [".spec.ports[?(@.name!='http')].port", [53]],
    ["..port", [80, 53]],
  ])("%s finds %j", (path, expected) => {
    expect(parseJsonPath(path)?.(OBJECT)).toEqual(expected);
  });

  it.each(["spec", ".spec[", ".a[?(x)]", ".a b", ".a[?(@.b==)]", ".a[?(@==1)]", ".a[?(@.b)]"])(
    "%j is invalid",
    (path) => {
      expect(parseJsonPath(path)).toBeUndefined();
    },
  );

  it("reads a filter with very many spaces, of which an expression would try every division", () => {
    const spaces = " ".repeat(500_000);
    const path = `.spec.ports[?(${spaces}@.name${spaces}==${spaces}"dns"${spaces})].port`;
    expect(parseJsonPath(path)?.(OBJECT)).toEqual([53]);
  });
});

describe("Simple field paths", () => {
  it("are distinguished from other paths", () => {
    expect(simplePath(".spec.replicas")).toEqual(["spec", "replicas"]);
    for (const other of ["spec.replicas", ".spec.", ".a[0]", ""]) expect(simplePath(other)).toBeUndefined();
  });

  it("are read and written", () => {
    const object = { metadata: {} };
    expect(valueAt(object, ["spec", "replicas"])).toBeUndefined();
    setAt(object, ["spec", "replicas"], 3);
    expect(object).toEqual({ metadata: {}, spec: { replicas: 3 } });
    expect(valueAt(object, ["spec", "replicas"])).toBe(3);
  });
});
