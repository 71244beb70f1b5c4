import type { Node, Pod } from "kubernetes-types/core/v1";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { type Cluster, startCluster } from "../../acting/controllers/testing/cluster.ts";
import { startTestServer } from "../testServer.ts";

type PodObject = Pod & ApiObject;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(
    [
      "root-ca-certificate-publisher-controller",
      "replicaset-controller",
      "node-lifecycle-controller",
      "taint-eviction-controller",
    ],
    { simulatedNodes: 2 },
  );
});
afterAll(() => cluster.stop());

const steer = async (method: string, path: string, body?: unknown) => {
  const answer = await cluster.server.request(method, `/simulation/${path}`, body === undefined ? {} : { body });
  return { status: answer.status, body: answer.body as Record<string, unknown> };
};

const begin = async (kind: string, target: string, more: Record<string, string> = {}): Promise<string> => {
  const { status, body } = await steer("POST", "troubles", { kind, target, ...more });
  expect(status).toBe(201);
  return body["id"] as string;
};

async function run(name: string, spec: Record<string, unknown> = {}): Promise<PodObject> {
  const containers = [{ name: "c", image: "registry.example/app:1", ports: [{ containerPort: 80 }] }];
  await cluster.make({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name },
    spec: { nodeName: "node-1", terminationGracePeriodSeconds: 0, containers, ...spec },
  });
  return cluster.becomes<PodObject>(`v1/pods/${name}`, isReady);
}

const condition = ({ status }: { status?: { conditions?: { type: string; status: string }[] } }, type: string) =>
  status?.conditions?.find((each) => each.type === type)?.status;
const isReady = (pod: PodObject): boolean => condition(pod, "Ready") === "True";
const nodeIs = (name: string, status: string) =>
  cluster.becomes<Node & ApiObject>(`v1/nodes/${name}`, (node) => condition(node, "Ready") === status);

describe("simulated time", () => {
  it("can be paused for all components, and resumes where it stopped", async () => {
    const { body: stopped } = await steer("PUT", "time", { running: false });
    expect(stopped).toMatchObject({ running: false, speed: 1 });
    expect((await steer("GET", "time")).body).toEqual(stopped);
    const made = await cluster.make({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "dated" } });
    const { creationTimestamp = "" } = made.metadata as { creationTimestamp?: string };
    expect(creationTimestamp.slice(0, 19)).toBe(String(stopped["time"]).slice(0, 19));
    expect((await steer("PUT", "time", { running: true })).body).toMatchObject({ running: true });
  });

  it("steps to the next due timer, and fast-forwards", async () => {
    await steer("PUT", "time", { running: false });
    const before = Date.parse((await steer("GET", "time")).body["time"] as string);
    const { body } = await steer("POST", "time/step");
    expect(Date.parse(body["time"] as string)).toBeGreaterThanOrEqual(before);
    expect((await steer("POST", "time/forward", { by: "30s" })).status).toBe(202);
    let now = before;
    while (now < before + 30_000) now = Date.parse((await steer("GET", "time")).body["time"] as string);
    await steer("PUT", "time", { running: true, speed: 1 });
  });

  it.each([
    ["PUT", "time", { speed: 0 }, 400],
    ["PUT", "time", { running: "no" }, 400],
    ["PUT", "time", [1], 400],
    ["POST", "time/forward", { by: "soon" }, 400],
    ["POST", "time/forward", { by: "99999h" }, 400],
    ["DELETE", "time", undefined, 405],
    ["GET", "nothing", undefined, 404],
  ])("%s %s of %j gets %i", async (method, path, body, status) =>
    expect((await steer(method, path, body)).status).toBe(status),
  );

  it("is not available to unauthorized users", async () => {
    const answer = await cluster.server.request("GET", "/simulation/time", { as: "alice" });
    expect(answer.status).toBe(403);
  });

  it("is not available when nothing is simulated", async () => {
    const plain = await startTestServer();
    expect((await plain.request("GET", "/simulation/time")).status).toBe(404);
    await plain.stop();
  });
});

describe("an actor", () => {
  it("can be paused, run one step, and resumed", async () => {
    const path = "actors/replicaset-controller";
    await steer("PUT", path, { running: false });
    const spec = { replicas: 2, selector: { matchLabels: { app: "held" } } };
    const template = { metadata: { labels: { app: "held" } }, spec: { containers: [{ name: "c", image: "app" }] } };
    await cluster.make({
      apiVersion: "apps/v1",
      kind: "ReplicaSet",
      metadata: { name: "held" },
      spec: { ...spec, template },
    });
    const pods = async () =>
      (await cluster.list<PodObject>("v1/pods")).filter(({ metadata }) => metadata.labels?.["app"] === "held");
    let isHeld = false;
    while (!isHeld) {
      const { body } = await steer("GET", "actors");
      isHeld = (body["items"] as { name: string; working: number }[]).some(
        ({ name, working }) => name === "replicaset-controller" && working > 0,
      );
    }
    expect(await pods()).toEqual([]);
    expect((await steer("POST", `${path}/step`)).body).toEqual({ stepped: true });
    await cluster.become<PodObject>(
      "v1/pods",
      (all) => all.filter(({ metadata }) => metadata.labels?.["app"] === "held").length === 2,
    );
    await steer("PUT", path, { running: true });
    await cluster.remove("apps/v1/replicasets/held");
  });

  it("must have a known name", async () =>
    expect((await steer("PUT", "actors/unknown", { running: false })).status).toBe(400));
});

describe("simulated faults", () => {
  it("of a node: it stops reporting, and its containers restart when it returns", async () => {
    await run("lost");
    await run("kept", { nodeName: "node-2" });
    const bootOf = async () => (await cluster.get<Node & ApiObject>("v1/nodes/node-1"))?.status?.nodeInfo?.bootID;
    const boot = await bootOf();
    const id = await begin("node-down", "node-1");
    await steer("POST", "time/forward", { by: "70s" });
    await nodeIs("node-1", "Unknown");
    await steer("DELETE", `troubles/${id}`);
    await nodeIs("node-1", "True");
    const pod = await cluster.becomes<PodObject>(
      "v1/pods/lost",
      (seen) => isReady(seen) && seen.status?.containerStatuses?.[0]?.restartCount === 1,
    );
    expect(pod.status?.containerStatuses?.[0]?.lastState?.terminated).toMatchObject({
      exitCode: 255,
      reason: "Unknown",
    });
    const now = await bootOf();
    expect(now).not.toBe(boot);
    await cluster.recorded("node-1", `Rebooted: Node node-1 has been rebooted, boot id: ${now}`);
  });

  it("of a node: init containers run again in a new sandbox", async () => {
    const initContainers = [{ name: "first", image: "busybox", command: ["true"] }];
    await run("anew", { initContainers });
    await cluster.becomes<PodObject>("v1/pods/anew", isReady);
    const id = await begin("node-down", "node-1");
    await steer("DELETE", `troubles/${id}`);
    const pod = await cluster.becomes<PodObject>(
      "v1/pods/anew",
      (seen) => isReady(seen) && seen.status?.containerStatuses?.[0]?.restartCount === 1,
    );
    expect(pod.status?.initContainerStatuses?.[0]).toMatchObject({ restartCount: 1, ready: true });
    await cluster.recorded("anew", "SandboxChanged: Pod sandbox changed, it will be killed and re-created.");
  });

  it("of a network: an isolated node keeps running, and catches up when it reconnects", async () => {
    await run("apart");
    const id = await begin("node-cut-off", "node-1");
    await cluster.remove("v1/pods/apart");
    await steer("POST", "time/forward", { by: "20s" });
    await steer("DELETE", `troubles/${id}`);
    await cluster.become<PodObject>("v1/pods", (pods) => pods.every(({ metadata }) => metadata.name !== "apart"));
  });

  it("of memory: a container is OOM-killed, and a node evicts pods", async () => {
    await run("greedy");
    await begin("container-out-of-memory", "default/greedy");
    await cluster.becomes<PodObject>(
      "v1/pods/greedy",
      ({ status }) => status?.containerStatuses?.[0]?.lastState?.terminated?.reason === "OOMKilled",
    );
    const id = await begin("node-memory-pressure", "node-1");
    await cluster.become<PodObject>("v1/pods", (pods) => pods.some(({ status }) => status?.reason === "Evicted"));
    await cluster.becomes<Node & ApiObject>("v1/nodes/node-1", (node) => condition(node, "MemoryPressure") === "True");
    await steer("DELETE", `troubles/${id}`);
    await cluster.becomes<Node & ApiObject>("v1/nodes/node-1", (node) => condition(node, "MemoryPressure") === "False");
    const turned = (reason: string) => `${reason}: Node node-1 status is now: ${reason}`;
    await cluster.recorded(
      "node-1",
      turned("NodeHasInsufficientMemory"),
      "EvictionThresholdMet: Attempting to reclaim memory",
      turned("NodeHasSufficientMemory"),
    );
  });

  it("of probes: a pod is not ready until the fault ends", async () => {
    const readinessProbe = { httpGet: { port: 80 }, periodSeconds: 1, failureThreshold: 1 };
    const containers = [{ name: "c", image: "registry.example/app:1", ports: [{ containerPort: 80 }], readinessProbe }];
    await run("probed", { containers, nodeName: "node-2" });
    const id = await begin("probe-failing", "default/probed");
    await cluster.becomes<PodObject>("v1/pods/probed", (pod) => !isReady(pod));
    await steer("DELETE", `troubles/${id}`);
    await cluster.becomes<PodObject>("v1/pods/probed", isReady);
  });

  it("of images: a missing image cannot be pulled", async () => {
    const id = await begin("image-missing", "gone");
    await cluster.make({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "imageless" },
      spec: { nodeName: "node-2", containers: [{ name: "c", image: "gone" }] },
    });
    await cluster.becomes<PodObject>(
      "v1/pods/imageless",
      ({ status }) => status?.containerStatuses?.[0]?.state?.waiting?.reason === "ErrImagePull",
    );
    await steer("DELETE", `troubles/${id}`);
  });

  it("end automatically when their time is over", async () => {
    await begin("node-slow", "node-2", { for: "30s" });
    expect((await steer("GET", "troubles")).body["items"]).toHaveLength(1);
    await steer("POST", "time/forward", { by: "31s" });
    let items: unknown[] = [{}];
    while (items.length > 0) items = (await steer("GET", "troubles")).body["items"] as unknown[];
  });

  it.each([
    [{ kind: "node-down", target: "node-9" }, "there is no simulated node"],
    [{ kind: "container-killed", target: "default/none" }, "no pod"],
    [{ kind: "earthquake" }, '"kind" must be one of node-down'],
    [{ kind: "node-slow", target: "node-1", for: "long" }, '"for" must be a time'],
    [{ kind: "api-slow", target: "fast" }, "by how much"],
  ])("%j is refused", async (body, message) => {
    const answer = await steer("POST", "troubles", body);
    expect(answer.status).toBe(400);
    expect(answer.body["message"]).toContain(message);
  });
});
