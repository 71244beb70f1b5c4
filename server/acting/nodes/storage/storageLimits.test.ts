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

describe("Pod that uses its node's disk", () => {
  it("may fill an emptyDir up to its size limit", () => {
    const cache = pod({ volumes: [{ name: "cache", emptyDir: { sizeLimit: "0.5Gi" } }] });
    expect(limitsStorage(cache)).toBe(true);
    expect(storageExcess(cache, use({ cache: 512 * MEBI }))).toBeUndefined();
    expect(storageExcess(cache, use({ cache: 512 * MEBI + 1 }))).toBe(
      'Usage of EmptyDir volume "cache" exceeds the limit "512Mi". ',
    );
    const unbound = pod({ volumes: [{ name: "cache", emptyDir: { sizeLimit: "0" } }] });
    expect(storageExcess(unbound, use({ cache: 1 }))).toBeUndefined();
  });

  it("may use the sum of its containers' limits in total, excluding containers without a limit", () => {
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

  it("is evicted for a single container above its limit even if the total is within the sum", () => {
    const both = pod({ containers: [limited("a", "100Mi"), limited("b", "50Mi")] });
    expect(storageExcess(both, use({}, { a: 1, b: 50 * MEBI + 1 }))).toBe(
      'Container b exceeded its local ephemeral storage limit "50Mi". ',
    );
  });

  it("does not count in-memory volumes", () => {
    const memory = pod({ containers: [limited("a", "1Mi")], volumes: [{ name: "m", emptyDir: { medium: "Memory" } }] });
    expect(storageExcess(memory, use({ m: 100 * MEBI }))).toBeUndefined();
    expect(limitsStorage(pod({ containers: [{ name: "a" }], volumes: [{ name: "m", emptyDir: {} }] }))).toBe(false);
  });
});
