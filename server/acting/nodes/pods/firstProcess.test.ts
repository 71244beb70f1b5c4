import type { Pod } from "kubernetes-types/core/v1";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { type Cluster, startCluster } from "../../controllers/testing/cluster.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(["root-ca-certificate-publisher-controller"], { simulatedNodes: 1 });
  await cluster.server.request("PUT", "/simulation/time", { body: { running: true, speed: 30 } });
});
afterAll(() => cluster.stop());

const containerOf = ({ status }: Pod) => status?.containerStatuses?.[0];

/** Lets the program handle signals from the moment it is ready, and not before. */
const SERVES = { readinessProbe: { httpGet: { port: 80 }, periodSeconds: 1 } };
const HAS_TRAP = { readinessProbe: { exec: { command: ["test", "-e", "/trap"] }, periodSeconds: 1 } };

/** Runs a pod, deletes it once it is ready, and returns how its container ended and how many seconds that took. */
async function ended(name: string, container: object, spec: object = {}) {
  await cluster.make({
    apiVersion: "v1",
    kind: "Pod",
    // The finalizer keeps the object, so that its last status can be read.
    metadata: { name, finalizers: ["example.com/kept"] },
    spec: { nodeName: "node-1", containers: [{ name: "c", ...container }], ...spec },
  });
  const path = `v1/pods/${name}`;
  await cluster.becomes<Pod & ApiObject>(path, (pod) => containerOf(pod)?.ready === true);
  await cluster.remove(path);
  const pod = await cluster.becomes<Pod & ApiObject>(
    path,
    (each) => containerOf(each)?.state?.terminated !== undefined,
  );
  const { exitCode, finishedAt = "" } = containerOf(pod)?.state?.terminated ?? {};
  const asked = Date.parse(`${pod.metadata.deletionTimestamp}`) - (pod.metadata.deletionGracePeriodSeconds ?? 0) * 1000;
  return { exitCode, seconds: (Date.parse(`${finishedAt}`) - asked) / 1000 };
}

describe("First process of a container", () => {
  it.each([
    ["sleep", { image: "busybox", command: ["sleep", "infinity"] }],
    ["sleep-long", { image: "busybox", command: ["sleep", "3600"] }],
    ["shell", { image: "busybox", command: ["sh", "-c", "sleep 1000"] }],
    ["tail", { image: "nginx", command: ["tail", "-f", "/dev/null"] }],
    ["loop", { image: "alpine", command: ["/bin/sh", "-c", "while true; do echo on; sleep 5; done"] }],
  ])("ignores a signal it has no handler for: %s", async (name, container) => {
    const { exitCode, seconds } = await ended(name, container);
    expect(exitCode).toBe(137);
    expect(seconds).toBeGreaterThanOrEqual(29);
  });

  it.each([
    ["server", { image: "nginx" }, 0],
    ["wrapped", { image: "nginx", command: ["sh", "-c", "echo on; exec nginx -g 'daemon off;'"], ...SERVES }, 0],
    [
      "trap",
      { image: "busybox", command: ["sh", "-c", "trap 'exit 3' TERM; touch /trap; sleep 1h & wait"], ...HAS_TRAP },
      3,
    ],
  ])("runs its handler for the signal: %s", async (name, container, code) => {
    const { exitCode, seconds } = await ended(name, container);
    expect(exitCode).toBe(code);
    expect(seconds).toBeLessThan(25);
  });

  it("is the pause process if the pod shares its process namespace: the signal ends the program", async () => {
    const container = { image: "busybox", command: ["sleep", "infinity"] };
    expect(await ended("shared", container, { shareProcessNamespace: true })).toMatchObject({ exitCode: 143 });
  });
});
