import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiPlace } from "../../conformance/apiPlace.ts";
import { condition } from "../../conformance/bodies.ts";
import { type ClusterUnderTest, sandboxPasses, startClusterUnderTest } from "../../conformance/clusterUnderTest.ts";
import { AGNHOST, BUSYBOX, ending } from "../../conformance/containerOutput.ts";
import { at } from "../../conformance/shape.ts";

/** Factor by which time runs faster, because probes and restarts take seconds of sandbox time. */
const SPEED = 5;

let cluster: ClusterUnderTest;
beforeAll(async () => {
  cluster = await startClusterUnderTest({}, SPEED);
});
afterAll(() => cluster.stop());

const busybox = (script: string, more: object = {}) => ({
  image: BUSYBOX,
  command: ["/bin/sh", "-c", script],
  ...more,
});
const exec = (...command: string[]) => ({ exec: { command } });
const READ = exec("cat", "/tmp/health");
const ONCE = { initialDelaySeconds: 15, failureThreshold: 1 };
const liveness = (more: object = {}) => ({ image: AGNHOST, args: ["liveness"], ...more });

async function started(container: object, spec: object = {}): Promise<ApiPlace> {
  const place = await cluster.namespace();
  await place.create("v1/pods", ending("probed", container, { restartPolicy: "Always", ...spec }));
  return place;
}

const restarts = async (place: ApiPlace): Promise<number> =>
  at<number>(await place.get("v1/pods/probed"), "status.containerStatuses.0.restartCount");

const isRestarted = (place: ApiPlace): Promise<unknown> =>
  place.becomes("v1/pods/probed", {
    status: { containerStatuses: [{ restartCount: (count: unknown) => Number(count) > 0 }] },
  });

const told = (place: ApiPlace, reason: string, text: string): Promise<unknown> =>
  place.become("v1/events", (events) =>
    events.some((event) => event["reason"] === reason && String(event["message"]).includes(text)),
  );

describe.concurrent("[sig-node] Probing container", () => {
  test("should be restarted with an exec liveness probe with timeout [MinimumKubeletVersion:1.20]", async () => {
    const livenessProbe = { ...exec("/bin/sh", "-c", "sleep 10"), ...ONCE, timeoutSeconds: 1 };
    await isRestarted(await started(busybox("sleep 600", { livenessProbe })));
  });

  test("should not be ready with an exec readiness probe timeout [MinimumKubeletVersion:1.20]", async () => {
    const readinessProbe = { ...exec("/bin/sh", "-c", "sleep 10"), ...ONCE, timeoutSeconds: 1 };
    const place = await started(busybox("sleep 600", { readinessProbe }));
    await told(place, "Unhealthy", "command timed out");
    expect(at(await place.get("v1/pods/probed"), "status.containerStatuses.0.ready")).toBe(false);
  });

  test("should be restarted with a failing exec liveness probe that took longer than the timeout", async () => {
    const livenessProbe = { ...exec("/bin/sh", "-c", "sleep 10 & exit 1"), ...ONCE, timeoutSeconds: 1 };
    await isRestarted(await started(busybox("sleep 600", { livenessProbe })));
  });

  test("should be restarted with a local redirect http liveness probe", async () => {
    const livenessProbe = {
      httpGet: { path: `/redirect?loc=${encodeURIComponent("/healthz")}`, port: 8080 },
      ...ONCE,
    };
    await isRestarted(await started(liveness({ livenessProbe })));
  });

  test("should *not* be restarted with a non-local redirect http liveness probe", async () => {
    const path = `/redirect?loc=${encodeURIComponent("http://0.0.0.0/")}`;
    const livenessProbe = { httpGet: { path, port: 8080 }, ...ONCE };
    const place = await started(liveness({ livenessProbe }));
    await told(place, "ProbeWarning", "Liveness probe warning: Probe terminated redirects");
    expect(await restarts(place)).toBe(0);
  });

  test("should be restarted by liveness probe after startup probe enables it, not before", async () => {
    const script = "sleep 10; echo ok >/tmp/startup; sleep 600";
    const startupProbe = { ...exec("cat", "/tmp/startup"), failureThreshold: 60, periodSeconds: 1 };
    const livenessProbe = { ...exec("/bin/false"), failureThreshold: 1, periodSeconds: 1 };
    const place = await started(busybox(script, { startupProbe, livenessProbe }));
    const waiting = await place.becomes("v1/pods/probed", {
      status: { containerStatuses: [{ state: { running: {} } }] },
    });
    expect(at(waiting, "status.containerStatuses.0.started")).toBe(false);
    await isRestarted(place);
  });

  test("should be restarted when its startup probe fails, and ready immediately after it succeeds", async () => {
    const failing = { ...exec("/bin/false"), failureThreshold: 3, periodSeconds: 1 };
    await isRestarted(await started(busybox("sleep 600", { startupProbe: failing })));
    const startupProbe = { ...READ, failureThreshold: 60, periodSeconds: 1 };
    const readinessProbe = { ...READ, periodSeconds: 60 };
    const place = await started(busybox("sleep 4; echo ok >/tmp/health; sleep 600", { startupProbe, readinessProbe }));
    await place.becomes("v1/pods/probed", { status: { conditions: [condition("Ready")] } });
  });

  test("should override terminationGracePeriodSeconds when LivenessProbe field is set", async () => {
    const script = "trap 'sleep 1000' TERM; echo begun; while true; do sleep 1; done";
    const livenessProbe = { ...exec("/bin/false"), ...ONCE, terminationGracePeriodSeconds: 5, initialDelaySeconds: 5 };
    const place = await started(busybox(script, { livenessProbe }), { terminationGracePeriodSeconds: 500 });
    await isRestarted(place);
  });

  test("should mark readiness on pods to false while pod is in progress of terminating when a pod has a readiness probe", async () => {
    const script = "trap 'rm -f /tmp/ready; sleep 25; exit 0' TERM; touch /tmp/ready; while true; do sleep 1; done";
    const readinessProbe = { ...exec("cat", "/tmp/ready"), failureThreshold: 1, periodSeconds: 1 };
    const livenessProbe = { ...exec("cat", "/tmp/ready"), failureThreshold: 1, periodSeconds: 1 };
    const place = await started(busybox(script, { readinessProbe, livenessProbe }), {
      terminationGracePeriodSeconds: 60,
    });
    await place.becomes("v1/pods/probed", { status: { conditions: [condition("Ready")] } });
    await place.remove("v1/pods/probed");
    await place.becomes("v1/pods/probed", { status: { conditions: [{ type: "Ready", status: "False" }] } });
    expect(await restarts(place)).toBe(0);
    await place.gone("v1/pods/probed");
  });
});

describe.concurrent("[sig-node] [NodeFeature:SidecarContainers] Probing restartable init container", () => {
  const beside = (sidecar: object) => ({
    initContainers: [{ name: "sidecar", restartPolicy: "Always", ...sidecar }],
  });
  const asSidecar = (shape: object) => ({ status: { initContainerStatuses: [{ name: "sidecar", ...shape }] } });

  test("should be restarted by its liveness probe", async () => {
    const livenessProbe = { ...READ, ...ONCE };
    const sidecar = busybox("echo ok >/tmp/health; sleep 10; rm -rf /tmp/health; sleep 600", { livenessProbe });
    const place = await started(busybox("sleep 600"), beside(sidecar));
    await place.becomes("v1/pods/probed", asSidecar({ restartCount: 1 }));
    expect(await restarts(place)).toBe(0);
  });

  test("should keep the pod from being ready while it is not, and the main container from starting while it has not", async () => {
    const startupProbe = { ...exec("cat", "/tmp/startup"), failureThreshold: 60, periodSeconds: 1 };
    const readinessProbe = { ...exec("cat", "/tmp/ready"), periodSeconds: 1 };
    const sidecar = busybox("sleep 5; touch /tmp/startup; sleep 10; touch /tmp/ready; sleep 600", {
      startupProbe,
      readinessProbe,
    });
    const place = await started(busybox("sleep 600"), beside(sidecar));
    const early = await place.becomes("v1/pods/probed", asSidecar({ state: { running: {} }, started: false }));
    expect(at(early, "status.containerStatuses.0.state.waiting.reason")).toBe("PodInitializing");
    await place.becomes("v1/pods/probed", { status: { containerStatuses: [{ ready: true }] } });
    expect(at(await place.get("v1/pods/probed"), "status.initContainerStatuses.0.ready")).toBe(false);
    await place.becomes("v1/pods/probed", { status: { conditions: [condition("Ready")] } });
  });
});

describe("[sig-node] Container Lifecycle Hook when create a pod with lifecycle hook using sleep action", () => {
  /** Number of seconds that a pod takes to terminate. */
  async function departure(place: ApiPlace, body: object = {}): Promise<number> {
    const now = async () => Date.parse(String((await cluster.server.request("GET", "/simulation/time")).body["time"]));
    const start = await now();
    await place.remove("v1/pods/probed", body);
    await place.gone("v1/pods/probed");
    return ((await now()) - start) / 1000;
  }
  const sleeping = (seconds: number) => ({ lifecycle: { preStop: { sleep: { seconds } } } });
  const running = { status: { phase: "Running" } };
  const quick = "trap 'exit 0' TERM; while true; do sleep 1; done";

  test("valid prestop hook using sleep action", async () => {
    const place = await started(busybox(quick, sleeping(5)), { terminationGracePeriodSeconds: 30 });
    await place.becomes("v1/pods/probed", running);
    const seconds = await departure(place);
    expect(seconds).toBeGreaterThanOrEqual(5);
    expect(seconds).toBeLessThan(15);
  });

  test("reduce GracePeriodSeconds during runtime", async () => {
    const place = await started(busybox(quick, sleeping(15)), { terminationGracePeriodSeconds: 30 });
    await place.becomes("v1/pods/probed", running);
    const seconds = await departure(place, { gracePeriodSeconds: 2 });
    expect(seconds).toBeLessThan(12);
  });

  test("ignore terminated container", async () => {
    const place = await started(busybox("sleep 10", sleeping(20)), {
      terminationGracePeriodSeconds: 30,
      restartPolicy: "Never",
    });
    await place.becomes("v1/pods/probed", { status: { phase: "Succeeded" } });
    expect(await departure(place)).toBeLessThan(5);
  });
});

test("[sig-node] Pods should have their auto-restart back-off timer reset on image update [Slow][NodeConformance]", async () => {
  const place = await started({ image: "busybox:1.36", command: ["/bin/sh", "-c", "sleep 5; exit 1"] });
  await place.becomes("v1/pods/probed", {
    status: { containerStatuses: [{ restartCount: (n: unknown) => Number(n) >= 2 }] },
  });
  await place.patch(
    "v1/pods/probed",
    { spec: { containers: [{ name: "main", image: "busybox:1.37" }] } },
    "strategic-merge",
  );
  const updated = await place.becomes("v1/pods/probed", {
    status: {
      containerStatuses: [{ image: (image: unknown) => String(image).endsWith("1.37"), state: { running: {} } }],
    },
  });
  expect(at<number>(updated, "status.containerStatuses.0.restartCount")).toBeLessThan(6);
  await sandboxPasses(cluster.server, 1);
});
