import type { Pod } from "kubernetes-types/core/v1";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { type Cluster, startCluster } from "../../controllers/testing/cluster.ts";
import { exceedsMemory } from "./containerLoad.ts";

const limited = (memory: string, more: object = {}) => ({
  name: "c",
  image: "app:1",
  resources: { limits: { memory } },
  ...more,
});
const memory = (text: string, name = "memory") => ({ [`simulation.orrery/${name}`]: text });

describe("Memory limit is exceeded", () => {
  it.each([
    ["immediately, if the annotated usage is above it", limited("64Mi"), memory("100Mi"), 0],
    ["never, if the annotated usage equals it", limited("64Mi"), memory("64Mi"), undefined],
    ["as soon as growing usage reaches it", limited("55Mi"), memory("10Mi..100Mi/10m"), 150_000],
    ["never, if growing usage ends exactly at it", limited("100Mi"), memory("10Mi..100Mi/10m"), undefined],
    [
      "never, if the container's own annotation is below it",
      limited("64Mi"),
      { ...memory("1Gi"), ...memory("1Mi", "memory.c") },
      undefined,
    ],
    [
      "immediately, if the program is meant to allocate more",
      limited("100Mi", { image: "polinux/stress", command: ["stress", "--vm", "1"] }),
      {},
      0,
    ],
    ["never, by default usage", limited("1Mi"), {}, undefined],
    ["never, without a limit", { name: "c", image: "app:1" }, memory("100Gi"), undefined],
  ])("%s", (_when, container, annotations, time) => {
    const found = exceedsMemory(container, annotations as Record<string, string>);
    if (time === undefined) expect(found).toBeUndefined();
    else expect(Math.abs((found ?? Number.NaN) - time)).toBeLessThan(10);
  });
});

describe("Container under a memory limit", () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(["root-ca-certificate-publisher-controller"], { simulatedNodes: 1 });
    await cluster.server.request("PUT", "/simulation/time", { body: { running: true, speed: 60 } });
  });
  afterAll(() => cluster.stop());

  it("is OOM-killed when its usage exceeds the limit, not before", async () => {
    await cluster.make({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "grows", annotations: memory("10Mi..100Mi/4m") },
      spec: { nodeName: "node-1", restartPolicy: "Never", containers: [limited("55Mi")] },
    });
    const pod = await cluster.becomes<Pod & ApiObject>("v1/pods/grows", ({ status }) => status?.phase === "Failed");
    const { startedAt, finishedAt, ...end } = pod.status?.containerStatuses?.[0]?.state?.terminated ?? {};
    expect(end).toMatchObject({ exitCode: 137, reason: "OOMKilled" });
    expect(Date.parse(`${finishedAt}`) - Date.parse(`${startedAt}`)).toBeGreaterThanOrEqual(59_000);
  });
});
