import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { EventStream } from "../../watchClient.ts";
import { type ApiPlace, nextEvent } from "../apiPlace.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";
import { AGNHOST, ending, script } from "../containerOutput.ts";
import { at } from "../shape.ts";

/** Probes and restarts take seconds of the sandbox's time. */
const SPEED = 5;

let cluster: ClusterUnderTest;
let place: ApiPlace;
beforeAll(async () => {
  cluster = await startClusterUnderTest({}, SPEED);
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  place = await cluster.namespace();
});

/** The delay and the patience are those of a machine that has other things to do, as in the upstream tests. */
const QUICK = { initialDelaySeconds: 2, periodSeconds: 1, timeoutSeconds: 5, failureThreshold: 1 };
const agnhost = (...args: string[]) => ({ image: AGNHOST, args });
const httpGet = (path: string, port = 8080) => ({ httpGet: { path, port } });

/** A container whose probe fails ends and starts again. */
async function isRestarted(container: object, probe: object): Promise<void> {
  const pod = ending("probed", { ...container, livenessProbe: { ...QUICK, ...probe } }, { restartPolicy: "Always" });
  await place.create("v1/pods", pod);
  await place.becomes("v1/pods/probed", { status: { containerStatuses: [{ restartCount: 1 }] } });
}

/** While another container, asked as often, is restarted, this one is not. */
async function isNotRestarted(container: object, probe: object): Promise<void> {
  const good = ending("good", { ...container, livenessProbe: { ...QUICK, ...probe } }, { restartPolicy: "Always" });
  await place.create("v1/pods", good);
  await place.becomes("v1/pods/good", { status: { containerStatuses: [{ ready: true }] } });
  const slow = { ...QUICK, failureThreshold: 3 };
  const dying = script("sleep 3600", { livenessProbe: { ...slow, exec: { command: ["false"] } } });
  await place.create("v1/pods", ending("witness", dying, { restartPolicy: "Always" }));
  await place.becomes("v1/pods/witness", { status: { containerStatuses: [{ restartCount: 1 }] } });
  expect(at(await place.get("v1/pods/good"), "status.containerStatuses.0")).toMatchObject({
    restartCount: 0,
    ready: true,
  });
}

const HEALTH = { exec: { command: ["cat", "/tmp/health"] } };

test('[sig-node] Probing container should be restarted with a exec "cat /tmp/health" liveness probe [NodeConformance]', () =>
  isRestarted(script("echo ok >/tmp/health; sleep 2; rm -rf /tmp/health; sleep 600"), HEALTH));

test('[sig-node] Probing container should *not* be restarted with a exec "cat /tmp/health" liveness probe [NodeConformance]', () =>
  // The first probes may come before the file, where the machine is busy.
  isNotRestarted(script("echo ok >/tmp/health; sleep 600"), {
    ...HEALTH,
    initialDelaySeconds: 2,
    failureThreshold: 3,
  }));

test("[sig-node] Probing container should be restarted with a /healthz http liveness probe [NodeConformance]", () =>
  isRestarted(agnhost("liveness"), httpGet("/healthz")));

test("[sig-node] Probing container should *not* be restarted with a /healthz http liveness probe [NodeConformance]", () =>
  isNotRestarted(agnhost("test-webserver"), httpGet("/healthz", 80)));

test("[sig-node] Probing container should *not* be restarted with a tcp:8080 liveness probe [NodeConformance]", () =>
  isNotRestarted(agnhost("netexec"), { tcpSocket: { port: 8080 } }));

test("[sig-node] Probing container should be restarted with a GRPC liveness probe [NodeConformance]", () =>
  isRestarted(agnhost("grpc-health-checking", "--port", "5000", "--delay-unhealthy-sec=2"), { grpc: { port: 5000 } }));

test("[sig-node] Probing container should *not* be restarted with a GRPC liveness probe [NodeConformance]", () =>
  isNotRestarted(agnhost("grpc-health-checking", "--port", "5000"), { grpc: { port: 5000 } }));

test("[sig-node] Probing container should have monotonically increasing restart count [NodeConformance]", async () => {
  const watch = await place.watch("v1/pods");
  const container = script("sleep 600", { livenessProbe: { ...QUICK, exec: { command: ["false"] } } });
  await place.create("v1/pods", ending("dying", container, { restartPolicy: "Always" }));
  let last = 0;
  while (last < 2) {
    const event = await watch.next();
    const count = at<number | undefined>(event, "object.status.containerStatuses.0.restartCount") ?? 0;
    expect(count).toBeGreaterThanOrEqual(last);
    last = count;
  }
});

test("[sig-node] Probing container with readiness probe should not be ready before initial delay and never restart [NodeConformance]", async () => {
  const readinessProbe = { ...QUICK, initialDelaySeconds: 3, ...httpGet("/", 80) };
  await place.create(
    "v1/pods",
    ending("late", { ...agnhost("test-webserver"), readinessProbe }, { restartPolicy: "Always" }),
  );
  const pod = await place.becomes("v1/pods/late", { status: { containerStatuses: [{ ready: true }] } });
  const [status] = at<{ restartCount: number; state: { running: { startedAt: string } } }[]>(
    pod,
    "status.containerStatuses",
  );
  const conditions = at<{ type: string; lastTransitionTime: string }[]>(pod, "status.conditions");
  const ready = Date.parse(conditions.find(({ type }) => type === "Ready")?.lastTransitionTime ?? "");
  expect(ready - Date.parse(status?.state.running.startedAt ?? "")).toBeGreaterThanOrEqual(2000);
  expect(status?.restartCount).toBe(0);
});

test("[sig-node] Probing container with readiness probe that fails should never be ready and never restart [NodeConformance]", async () => {
  const readinessProbe = { ...QUICK, exec: { command: ["/bin/false"] } };
  await place.create("v1/pods", ending("never", script("sleep 600", { readinessProbe }), { restartPolicy: "Always" }));
  await place.become("v1/events", (items) =>
    items.some((event) => event["reason"] === "Unhealthy" && Number(event["count"] ?? 1) >= 3),
  );
  expect(at(await place.get("v1/pods/never"), "status.containerStatuses.0")).toMatchObject({
    ready: false,
    restartCount: 0,
  });
});

const TAINT = { key: "evict-taint-key", value: "evictTaintVal", effect: "NoExecute" };
const tolerating = (name: string, node: string, tolerationSeconds: number) =>
  ending(name, script("sleep 3600"), {
    nodeSelector: { "kubernetes.io/hostname": node },
    tolerations: [{ key: TAINT.key, operator: "Equal", value: TAINT.value, effect: "NoExecute", tolerationSeconds }],
  });
const taint = (node: string, taints: object[]) => cluster.whole.patch(`v1/nodes/${node}`, { spec: { taints } });

/** Pods as eviction marks them, in that order. */
async function evicted(watch: EventStream, count: number): Promise<string[]> {
  const names: string[] = [];
  const isMarked = (name: unknown): boolean => !names.includes(String(name));
  const deletionTimestamp = (at: unknown): boolean => at !== undefined;
  while (names.length < count) {
    const { metadata } = await nextEvent(watch, "MODIFIED", { metadata: { name: isMarked, deletionTimestamp } });
    names.push(metadata.name ?? "");
  }
  return names;
}

test("[sig-node] NoExecuteTaintManager Multiple Pods [Serial] evicts pods with minTolerationSeconds [Disruptive]", async () => {
  await place.create("v1/pods", tolerating("first", "node-1", 1));
  await place.create("v1/pods", tolerating("second", "node-1", 10));
  for (const name of ["first", "second"]) await place.becomes(`v1/pods/${name}`, { status: { phase: "Running" } });
  const watch = await place.watch("v1/pods?resourceVersion=0");
  await taint("node-1", [TAINT]);
  try {
    expect(await evicted(watch, 2)).toEqual(["first", "second"]);
    for (const name of ["first", "second"]) await place.gone(`v1/pods/${name}`);
  } finally {
    watch.close();
    await taint("node-1", []);
  }
});

test("[sig-node] NoExecuteTaintManager Single Pod [Serial] removing taint cancels eviction [Disruptive]", async () => {
  await place.create("v1/pods", tolerating("spared", "node-1", 15));
  await place.create("v1/pods", tolerating("witness", "node-2", 18));
  for (const name of ["spared", "witness"]) await place.becomes(`v1/pods/${name}`, { status: { phase: "Running" } });
  await taint("node-1", [TAINT]);
  await taint("node-2", [TAINT]);
  try {
    await taint("node-1", []);
    await place.gone("v1/pods/witness");
    const spared = await place.get("v1/pods/spared");
    expect(spared.metadata.deletionTimestamp).toBeUndefined();
    expect(at(spared, "status.phase")).toBe("Running");
  } finally {
    await taint("node-2", []);
  }
});
