import { expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { manageReplicas, type ReplicaTools } from "./manageReplicas.ts";

it("creates in a crowded namespace what its pace allows, and says that more are missing", async () => {
  const created: ApiObject[] = [];
  const asked: unknown[] = [];
  const tools = {
    podControl: { create: async (pod: ApiObject) => created.push(pod) },
    pace: {
      take: (...request: readonly unknown[]) => {
        asked.push(request);
        return 3;
      },
    },
    costAnnotation: undefined,
    now: 0,
  } as unknown as ReplicaTools;
  const owner = {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: { name: "web", namespace: "n", uid: "u" },
    spec: { replicas: 2 ** 31 - 1, template: { metadata: { labels: { a: "b" } }, spec: { containers: [] } } },
  } as unknown as ApiObject;
  const { difference, isPaced } = await manageReplicas(tools, owner, [], () => []);
  expect([difference, isPaced, created.length, asked]).toEqual([-(2 ** 31 - 1), true, 3, [["n", 500]]]);
});
