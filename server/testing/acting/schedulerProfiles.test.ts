import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pod } from "kubernetes-types/core/v1";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { narrow } from "../../api/registry/strategies/narrow.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

const CONFIG = `
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
- schedulerName: default-scheduler
- schedulerName: packer
  plugins:
    score:
      disabled: [{name: "*"}]
      enabled: [{name: NodeResourcesFit}]
  pluginConfig:
  - name: NodeResourcesFit
    args:
      scoringStrategy: {type: MostAllocated}
`;
const PODS = { group: "", version: "v1", resource: "pods", namespace: "default" };
const NODES = { group: "", version: "v1", resource: "nodes" };
const EVENTS = { group: "events.k8s.io", version: "v1", resource: "events", namespace: "default" };

let folder: string;
let server: TestServer | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-profiles-"));
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe("a scheduler configuration", () => {
  it("is refused as a whole when it is invalid", async () => {
    const file = join(folder, "wrong.yaml");
    await writeFile(file, CONFIG.replace("MostAllocated", "Best"));
    await expect(startTestServer({ scheduler: true, schedulerConfig: file })).rejects.toThrow(
      '--scheduler-config: profiles[1]: scoringStrategy.type: Unsupported value: "Best"',
    );
  });

  it("schedules pods with the profile that they name", async () => {
    const file = join(folder, "config.yaml");
    await writeFile(file, CONFIG);
    server = await startTestServer({ scheduler: true, schedulerConfig: file });
    const { client } = server.running;
    await client.create({ ...PODS, resource: "serviceaccounts" }, { metadata: { name: "default" } });
    for (const name of ["n1", "n2"]) {
      const node = await client.create(NODES, { metadata: { name } });
      const allocatable = { cpu: "8", memory: "8Gi", pods: "20" };
      const status = { capacity: allocatable, allocatable };
      await client.update({ ...NODES, name, subresource: "status" }, { ...node, status });
      await client.patch({ ...NODES, name }, { spec: { taints: null } });
    }
    const nodes: Record<string, string[]> = {};
    for (const schedulerName of ["packer", "default-scheduler"]) {
      const resources = { requests: { cpu: "1", memory: "1Gi" } };
      for (const i of [1, 2, 3]) {
        const name = `${schedulerName}-${i}`;
        const spec = { schedulerName, containers: [{ name: "c", image: "app:1", resources }] };
        await client.create(PODS, { metadata: { name }, spec });
        const stream = await server.watch(
          `/api/v1/namespaces/default/pods?watch=true&fieldSelector=metadata.name%3D${name}`,
        );
        for await (const { object } of stream) {
          const node = narrow<Pod>(object as never).spec?.nodeName;
          if (node === undefined) continue;
          nodes[schedulerName] = [...(nodes[schedulerName] ?? []), node];
          break;
        }
        stream.close();
      }
    }
    const [packed] = nodes["packer"] ?? [];
    expect(nodes["packer"]).toEqual([packed, packed, packed]);
    expect(nodes["default-scheduler"]).not.toContain(packed);
    for (;;) {
      const { items } = await client.list(EVENTS);
      const told = items.filter(({ reason }) => reason === "Scheduled").map((event) => event["reportingController"]);
      if (told.length < 6) {
        await new Promise((resolve) => setImmediate(resolve));
        continue;
      }
      expect(told.filter((name) => name === "packer")).toHaveLength(3);
      break;
    }
  });
});
