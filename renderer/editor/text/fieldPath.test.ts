import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resolveFieldPath, valueAt } from "./fieldPath.ts";

const object = {
  metadata: { labels: { "example.com/part": "x", example: { com: 1 } }, finalizers: ["a/b", "c"] },
  spec: {
    replicas: 3,
    containers: [
      {
        name: "web",
        ports: [
          { containerPort: 80, protocol: "TCP" },
          { containerPort: 80, protocol: "UDP" },
        ],
      },
      { name: 'odd "]" name', image: "i" },
    ],
  },
};
const find = (text: string) => {
  const path = resolveFieldPath(object, text);
  return path === undefined ? undefined : valueAt(object, path);
};

describe("resolveFieldPath", () => {
  it("follows fields, keys, values and indexes", () => {
    expect(resolveFieldPath(object, ".spec.replicas")).toEqual(["spec", "replicas"]);
    expect(resolveFieldPath(object, '.spec.containers[name="web"].ports[containerPort=80,protocol="UDP"]')).toEqual([
      "spec",
      "containers",
      0,
      "ports",
      1,
    ]);
    expect(resolveFieldPath(object, '.metadata.finalizers[="c"]')).toEqual(["metadata", "finalizers", 1]);
    expect(resolveFieldPath(object, ".spec.containers[1].image")).toEqual(["spec", "containers", 1, "image"]);
  });

  it("understands keys with dots and strings with brackets", () => {
    expect(find(".metadata.labels.example.com/part")).toBe("x");
    expect(find(".metadata.labels.example.com")).toBe(1);
    expect(find('.spec.containers[name="odd \\"]\\" name"].image')).toBe("i");
  });

  it("is undefined for fields that the value does not have", () => {
    for (const text of [
      ".spec.paused",
      ".spec.replicas.deep",
      '.spec.containers[name="x"]',
      ".spec.containers[9]",
      "[0]",
      ".spec.containers[",
    ]) {
      expect(resolveFieldPath(object, text)).toBeUndefined();
    }
  });

  it("resolves every path in nested maps", () => {
    const key = fc.stringMatching(/^[a-z./-]{1,6}$/);
    fc.assert(
      fc.property(fc.dictionary(key, fc.dictionary(key, fc.integer(), { minKeys: 1 }), { minKeys: 1 }), (value) => {
        for (const [outer, inner] of Object.entries(value)) {
          for (const name of Object.keys(inner)) {
            const path = resolveFieldPath(value, `.${outer}.${name}`);
            expect(path).toBeDefined();
            expect(`.${path?.join(".")}`).toBe(`.${outer}.${name}`);
          }
        }
      }),
    );
  });

  it("takes linear time for a long key", () => {
    const list = { items: [{ a: 1 }] };
    for (const keys of ["a".repeat(1_000_000), 'a="\\'.repeat(200_000), "a=,".repeat(300_000)]) {
      expect(resolveFieldPath(list, `.items[${keys}]`)).toBeUndefined();
    }
  });
});
