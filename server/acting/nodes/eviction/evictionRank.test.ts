import { expect, it } from "vitest";
import type { NodePod } from "../pods/podParts.ts";
import { byRank, evictionWords } from "./evictionRank.ts";

const MIB = 2 ** 20;

interface Case {
  readonly request?: string;
  readonly used: number;
  readonly priority?: number;
}

const candidate = (name: string, { request, used, priority = 0 }: Case) => {
  const requests = request === undefined ? {} : { requests: { memory: request } };
  const pod: NodePod = { metadata: { name }, spec: { priority, containers: [{ name: "c", resources: requests }] } };
  return { pod, usage: new Map([["c", used * MIB]]) };
};

it("evicts pods above their request first, then by lower priority, then by higher usage", () => {
  const ranked = [
    candidate("modest", { request: "100Mi", used: 90, priority: -5 }),
    candidate("vital", { used: 500, priority: 9 }),
    candidate("small", { used: 10 }),
    candidate("large", { request: "100Mi", used: 200 }),
  ].sort(byRank("memory"));
  expect(ranked.map(({ pod }) => pod.metadata.name)).toEqual(["large", "small", "vital", "modest"]);
});

it("names the containers above their request", () => {
  const memory = { name: "memory", capacity: 8 * 1024 * MIB } as const;
  const low = "The node was low on resource: memory. Threshold quantity: 100Mi, available: 50Mi. ";
  expect(evictionWords(candidate("a", { used: 12 }), memory)).toEqual({
    message: `${low}Container c was using 12Mi, request is 0, has larger consumption of memory. `,
    annotations: { offending_containers: "c", offending_containers_usage: "12Mi", starved_resource: "memory" },
  });
  expect(evictionWords(candidate("a", { used: 12, request: "20Mi" }), memory).message).toBe(low);
  const disk = { name: "ephemeral-storage", capacity: 50 * 1024 * MIB } as const;
  expect(evictionWords(candidate("a", { used: 0 }), disk).message).toBe(
    "The node was low on resource: ephemeral-storage. Threshold quantity: 5Gi, available: 2560Mi. ",
  );
});
