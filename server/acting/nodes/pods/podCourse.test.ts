import type { Pod } from "kubernetes-types/core/v1";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { type Cluster, startCluster } from "../../controllers/testing/cluster.ts";

type PodObject = Pod & ApiObject;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(["root-ca-certificate-publisher-controller"], { simulatedNodes: 1 });
});
afterAll(() => cluster.stop());

async function run(name: string, spec: Record<string, unknown>, metadata: Record<string, unknown> = {}): Promise<void> {
  await cluster.make({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, ...metadata },
    spec: { nodeName: "node-1", terminationGracePeriodSeconds: 1, ...spec },
  });
}

const becomes = (name: string, isWanted: (pod: PodObject) => boolean) =>
  cluster.becomes<PodObject>(`v1/pods/${name}`, isWanted);

/** The pod's state after its node has terminated it; a finalizer keeps the object. */
async function ends(name: string): Promise<PodObject> {
  await cluster.remove(`v1/pods/${name}`);
  const pod = await becomes(name, ({ status }) => ["Succeeded", "Failed"].includes(status?.phase ?? ""));
  await cluster.patch(`v1/pods/${name}`, { metadata: { finalizers: null } });
  return pod;
}

const kept = { finalizers: ["example.com/kept"] };
const shell = (name: string, script: string, more: object = {}) => ({
  ...{ name, image: "busybox", command: ["sh", "-c", script] },
  ...more,
});
const reasons = (pod: PodObject, type: string): unknown =>
  pod.status?.conditions?.find((condition) => condition.type === type);

describe("Final status of a deleted pod", () => {
  it("is Failed or Succeeded according to its containers' exit codes", async () => {
    const handles = (code: number): string => `trap 'exit ${code}' TERM; while true; do sleep 0.05; done`;
    await run("bad", { containers: [shell("c", handles(3)), shell("d", handles(0))] }, kept);
    await run("good", { containers: [shell("c", handles(0))] }, kept);
    for (const name of ["bad", "good"]) await becomes(name, ({ status }) => status?.phase === "Running");
    const bad = await ends("bad");
    expect(bad.status).toMatchObject({ phase: "Failed", containerStatuses: [{ ready: false }, { ready: false }] });
    expect(reasons(bad, "Ready")).toMatchObject({ status: "False", reason: "PodFailed" });
    expect(reasons(bad, "PodReadyToStartContainers")).toMatchObject({ status: "False" });
    const good = await ends("good");
    expect(good.status?.phase).toBe("Succeeded");
    expect(reasons(good, "ContainersReady")).toMatchObject({ status: "False", reason: "PodCompleted" });
  });

  it("counts containers that never ran as failed", async () => {
    await run("absent", { containers: [{ name: "c", image: "nginx:missing" }] }, kept);
    await becomes("absent", ({ status }) => status?.containerStatuses?.[0]?.state?.waiting?.reason === "ErrImagePull");
    expect((await ends("absent")).status).toMatchObject({
      phase: "Failed",
      containerStatuses: [
        {
          state: {
            terminated: {
              exitCode: 137,
              reason: "ContainerStatusUnknown",
              message: "The container could not be located when the pod was terminated",
            },
          },
        },
      ],
    });
  });
});

describe("Conditions of others", () => {
  it("come before the node's, in the order in which they were set", async () => {
    await run("gated", { readinessGates: [{ conditionType: "example.com/b" }], containers: [shell("c", "sleep 60")] });
    await becomes("gated", ({ status }) => status?.phase === "Running");
    const own = ["PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady", "PodScheduled"];
    for (const type of ["example.com/b", "example.com/a"]) {
      const { status } = (await cluster.get<PodObject>("v1/pods/gated")) ?? {};
      const conditions = [...(status?.conditions ?? []), { type, status: "True" }];
      await cluster.patch("v1/pods/gated/status", { status: { conditions } });
      const isSeen = (pod: PodObject) => pod.status?.conditions?.at(-1)?.type === "PodScheduled";
      const pod = await becomes("gated", (pod) => isSeen(pod) && JSON.stringify(pod).includes(type));
      const others = pod.status?.conditions?.slice(0, -own.length).map(({ type }) => type);
      expect(others).toEqual(type === "example.com/b" ? [type] : ["example.com/b", type]);
      expect(pod.status?.conditions?.slice(-own.length).map(({ type }) => type)).toEqual(own);
    }
    expect(reasons((await cluster.get<PodObject>("v1/pods/gated")) as PodObject, "Ready")).toMatchObject({
      status: "True",
    });
  });
});

it("emits events for the containers of a force-deleted pod", async () => {
  await run("sudden", { containers: [{ name: "c", image: "nginx" }] });
  await becomes("sudden", ({ status }) => status?.phase === "Running");
  await cluster.remove("v1/pods/sudden", { gracePeriodSeconds: 0 });
  await cluster.recorded("sudden", "Killing: Stopping container c");
});

describe("Containers of a pod", () => {
  it("start in order, each after the postStart hook of the previous one", async () => {
    const exec = { command: ["sh", "-c", "sleep 0.3"] };
    const containers = [
      { name: "a", image: "nginx", lifecycle: { postStart: { exec } } },
      { name: "b", image: "httpd" },
    ];
    await run("row", { containers });
    await becomes("row", ({ status }) => status?.containerStatuses?.every(({ ready }) => ready) ?? false);
    const events = await cluster.recorded("row", "Started: Started container b");
    expect(events.map((event) => event.replace(/ in .*/, ""))).toEqual([
      'Pulling: Pulling image "nginx"',
      'Pulled: Successfully pulled image "nginx"',
      "Created: Created container: a",
      "Started: Started container a",
      'Pulling: Pulling image "httpd"',
      'Pulled: Successfully pulled image "httpd"',
      "Created: Created container: b",
      "Started: Started container b",
    ]);
  });

  it("start despite missing pull secrets, which are reported by an event first", async () => {
    await run("secretless", {
      imagePullSecrets: [{ name: "none" }],
      containers: [{ name: "c", image: "nginx", imagePullPolicy: "IfNotPresent" }],
    });
    const events = await cluster.recorded("secretless", "Started: Started container c");
    expect(events[0]).toBe(
      "FailedToRetrieveImagePullSecret: Unable to retrieve some image pull secrets (none); attempting to pull the image may not succeed.",
    );
  });

  it("wait with the error of the failed postStart hook", async () => {
    const exec = { command: ["sh", "-c", "echo said; exit 3"] };
    await run("hooked", { containers: [shell("c", "sleep 60", { lifecycle: { postStart: { exec } } })] });
    const pod = await becomes(
      "hooked",
      ({ status }) => status?.containerStatuses?.[0]?.state?.waiting?.reason === "PostStartHookError",
    );
    const title = `hooked_default(${pod.metadata.uid})`;
    const command = "sh -c echo said; exit 3";
    expect(pod.status?.containerStatuses?.[0]?.state?.waiting?.message).toBe(
      `Exec lifecycle hook ([${command}]) for Container "c" in Pod "${title}" failed - error: command '${command}' exited with 3: , message: "said\\n"`,
    );
  });

  it("are not restarted after a failed liveness probe if the restart policy forbids it", async () => {
    const livenessProbe = { exec: { command: ["false"] }, periodSeconds: 1, failureThreshold: 1 };
    await run("once", { restartPolicy: "Never", containers: [shell("c", "sleep 60", { livenessProbe })] });
    await cluster.recorded("once", "Killing: Container c failed liveness probe");
    const initContainers = [shell("side", "sleep 60", { restartPolicy: "Always", livenessProbe })];
    await run("beside", { initContainers, containers: [shell("c", "sleep 60")] });
    await cluster.recorded("beside", "Killing: Init container side failed liveness probe");
  });

  it("are restarted at once after a failed liveness probe: the pod never shows that they have ended", async () => {
    const livenessProbe = {
      exec: { command: ["false"] },
      initialDelaySeconds: 1,
      periodSeconds: 1,
      failureThreshold: 1,
    };
    const script = "trap 'exit 0' TERM; while true; do sleep 0.05; done";
    await run("revived", { restartPolicy: "OnFailure", containers: [shell("c", script, { livenessProbe })] });
    const seen = new Set<string>();
    await becomes("revived", ({ status }) => {
      const [container] = status?.containerStatuses ?? [];
      for (const name of Object.keys(container?.state ?? {})) seen.add(name);
      return container?.restartCount === 2;
    });
    expect([...seen]).toEqual(["waiting", "running"]);
  });

  it("are reported as not ready while a failed liveness probe ends them", async () => {
    const ask = { periodSeconds: 1, failureThreshold: 1 };
    const readinessProbe = { exec: { command: ["test", "!", "-e", "/tmp/ending"] }, ...ask };
    const livenessProbe = { exec: { command: ["false"] }, initialDelaySeconds: 2, ...ask };
    const script = "trap 'touch /tmp/ending; sleep 3; exit 0' TERM; while true; do sleep 0.05; done";
    const containers = [shell("c", script, { readinessProbe, livenessProbe })];
    await run("leaving", { terminationGracePeriodSeconds: 10, containers });
    const first = ({ status }: PodObject) => status?.containerStatuses?.[0];
    await becomes("leaving", (pod) => first(pod)?.ready === true);
    const pod = await becomes("leaving", (pod) => first(pod)?.ready === false);
    expect(first(pod)).toMatchObject({ restartCount: 0, state: { running: {} } });
  });

  it("leave the last 4 KiB of their termination message, in statuses sorted by name", async () => {
    const script =
      "head -c 4090 /dev/zero | tr '\\0' a > /dev/termination-log; echo -n at-the-end >> /dev/termination-log";
    const containers = [shell("z", "true"), shell("b", script)];
    await run("noted", { restartPolicy: "Never", containers });
    const { status } = await becomes("noted", ({ status }) => status?.phase === "Succeeded");
    expect(status?.containerStatuses?.map(({ name, state }) => [name, state?.terminated?.message])).toEqual([
      ["b", `${"a".repeat(4086)}at-the-end`],
      ["z", undefined],
    ]);
  });

  it("are probed at the host that the probe names", async () => {
    await run("target", { containers: [{ name: "c", image: "nginx" }] });
    const { status } = await becomes("target", ({ status }) => status?.phase === "Running");
    const readinessProbe = (port: number) => ({ httpGet: { host: status?.podIP, port, path: "/" }, periodSeconds: 1 });
    const container = { name: "c", image: "registry.k8s.io/pause:3.10" };
    await run("far", { containers: [{ ...container, readinessProbe: readinessProbe(80) }] });
    await becomes("far", ({ status }) => status?.containerStatuses?.[0]?.ready === true);
    await run("wrong", { containers: [{ ...container, readinessProbe: readinessProbe(81) }] });
    const place = `${status?.podIP}:81`;
    await cluster.recorded(
      "wrong",
      `Unhealthy: Readiness probe failed: Get "http://${place}/": dial tcp ${place}: connect: connection refused`,
    );
  });
});
