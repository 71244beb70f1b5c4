import type { Pod } from "kubernetes-types/core/v1";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { type Cluster, startCluster } from "../../controllers/testing/cluster.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(["root-ca-certificate-publisher-controller"], { simulatedNodes: 1 });
  await cluster.server.request("PUT", "/simulation/time", { body: { running: true, speed: 60 } });
});
afterAll(() => cluster.stop());

async function run(name: string, script: string, spec: object, container: object = {}): Promise<void> {
  const writer = { name: "writer", image: "busybox", command: ["sh", "-c", script], ...container };
  await cluster.make({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name },
    spec: { nodeName: "node-1", restartPolicy: "Never", containers: [writer], ...spec },
  });
}

const becomes = (name: string, holds: (pod: Pod & ApiObject) => boolean) =>
  cluster.becomes<Pod & ApiObject>(`v1/pods/${name}`, holds);
const volumeMounts = [{ name: "cache", mountPath: "/cache" }];

it("evicts a pod whose emptyDir exceeds its size limit and reports the reason", async () => {
  const volumes = [{ name: "cache", emptyDir: { sizeLimit: "500Mi" } }];
  await run("filler", "dd if=/dev/zero of=/cache/big bs=1M count=600; sleep 100000", { volumes }, { volumeMounts });
  const pod = await becomes("filler", ({ status }) => status?.phase === "Failed");
  const message = 'Usage of EmptyDir volume "cache" exceeds the limit "500Mi". ';
  expect(pod.status).toMatchObject({ reason: "Evicted", message });
  expect(pod.status?.conditions?.some(({ type }) => type === "DisruptionTarget")).toBe(false);
  expect(pod.status?.containerStatuses?.[0]?.state?.terminated?.exitCode).toBe(137);
  await cluster.recorded("filler", `Evicted: ${message}`, "Killing: Stopping container writer");
  // A node measures a volume at most once per minute.
  const { startTime = "" } = pod.status ?? {};
  const { finishedAt = "" } = pod.status?.containerStatuses?.[0]?.state?.terminated ?? {};
  expect(Date.parse(`${finishedAt}`) - Date.parse(`${startTime}`)).toBeGreaterThan(50_000);
});

it("evicts a pod whose total ephemeral storage exceeds its limit", async () => {
  const resources = { limits: { "ephemeral-storage": "20Mi" } };
  await run("writer", "fallocate -l 21M /tmp/big; sleep 100000", {}, { resources });
  const pod = await becomes("writer", ({ status }) => status?.phase === "Failed");
  expect(pod.status).toMatchObject({
    reason: "Evicted",
    message: "Pod ephemeral local storage usage exceeds the total limit of containers 20Mi. ",
  });
});

it("counts container logs", async () => {
  const resources = { limits: { "ephemeral-storage": "100Ki" } };
  await run("talker", "head -c 200000 /dev/zero | tr '\\0' x; sleep 100000", {}, { resources });
  const pod = await becomes("talker", ({ status }) => status?.phase === "Failed");
  expect(pod.status?.reason).toBe("Evicted");
});

it("keeps a pod running when an in-memory volume is full", async () => {
  const volumes = [{ name: "cache", emptyDir: { medium: "Memory", sizeLimit: "10Mi" } }];
  const script = "dd if=/dev/zero of=/cache/big bs=1M count=20; sleep 100; ls -l /cache/big";
  await run("memory", script, { volumes }, { volumeMounts });
  await becomes("memory", ({ status }) => status?.phase === "Succeeded");
  const { text } = await cluster.server.request("GET", cluster.url("v1/pods/memory/log"));
  expect(text).toContain("dd: error writing '/cache/big': No space left on device");
  expect(text).toContain(" 10485760 ");
});
