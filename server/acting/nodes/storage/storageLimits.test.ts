import { describe, expect, it } from "vitest";
import type { NodePod } from "../pods/podParts.ts";
import { limitsStorage, storageExcess } from "./storageLimits.ts";

const MEBI = 1024 ** 2;
const limited = (name: string, limit?: string) => ({
  name,
  ...(limit === undefined ? {} : { resources: { limits: { "ephemeral-storage": limit } } }),
});
const pod = (spec: Partial<NodePod["spec"]>): NodePod => ({ metadata: {}, spec: { containers: [], ...spec } });
const use = (volumes: Record<string, number>, containers: Record<string, number> = {}) => ({
  volumes: new Map(Object.entries(volumes)),
  containers: new Map(Object.entries(containers)),
});

describe("a pod that writes to its node's disk", () => {
  it("may put into an empty volume what its limit says", () => {
    const cache = pod({ volumes: [{ name: "cache", emptyDir: { sizeLimit: "0.5Gi" } }] });
    expect(limitsStorage(cache)).toBe(true);
    expect(storageExcess(cache, use({ cache: 512 * MEBI }))).toBeUndefined();
    expect(storageExcess(cache, use({ cache: 512 * MEBI + 1 }))).toBe(
      'Usage of EmptyDir volume "cache" exceeds the limit "512Mi". ',
    );
    const unbound = pod({ volumes: [{ name: "cache", emptyDir: { sizeLimit: "0" } }] });
    expect(storageExcess(unbound, use({ cache: 1 }))).toBeUndefined();
  });

  it("may write in all what its containers may together, of which those without a limit are not counted", () => {
    const both = pod({
      containers: [limited("a", "100M"), limited("b", "50M"), limited("c")],
      volumes: [{ name: "v", emptyDir: {} }],
    });
    expect(storageExcess(both, use({ v: 60e6 }, { a: 60e6, b: 30e6 }))).toBeUndefined();
    expect(storageExcess(both, use({ v: 60e6 }, { a: 60e6, b: 30e6, c: 1 }))).toBe(
      "Pod ephemeral local storage usage exceeds the total limit of containers 150M. ",
    );
    const inits = pod({ initContainers: [limited("first", "1G")], containers: [limited("a", "1M")] });
    expect(storageExcess(inits, use({}, { a: 1e9 }))).toBe(
      'Container a exceeded its local ephemeral storage limit "1M". ',
    );
    expect(storageExcess(inits, use({}, { a: 1e9 + 1 }))).toBe(
      "Pod ephemeral local storage usage exceeds the total limit of containers 1G. ",
    );
  });

  it("is told of the container that wrote too much, where all together did not", () => {
    const both = pod({ containers: [limited("a", "100Mi"), limited("b", "50Mi")] });
    expect(storageExcess(both, use({}, { a: 1, b: 50 * MEBI + 1 }))).toBe(
      'Container b exceeded its local ephemeral storage limit "50Mi". ',
    );
  });

  it("takes none of it with what lies in memory", () => {
    const memory = pod({ containers: [limited("a", "1Mi")], volumes: [{ name: "m", emptyDir: { medium: "Memory" } }] });
    expect(storageExcess(memory, use({ m: 100 * MEBI }))).toBeUndefined();
    expect(limitsStorage(pod({ containers: [{ name: "a" }], volumes: [{ name: "m", emptyDir: {} }] }))).toBe(false);
  });
});
