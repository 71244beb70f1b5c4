import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ClusterUnderTest, sandboxPasses, startClusterUnderTest } from "../clusterUnderTest.ts";
import { AGNHOST, BUSYBOX, ending } from "../containerOutput.ts";
import { at } from "../shape.ts";

/** Factor by which time runs faster, because probes and restarts take seconds of sandbox time. */
const SPEED = 5;

let cluster: ClusterUnderTest;
beforeAll(async () => {
  cluster = await startClusterUnderTest({}, SPEED);
});
afterAll(() => cluster.stop());

const agnhost = (...args: string[]) => ({ image: AGNHOST, args });
const busybox = (script: string) => ({ image: BUSYBOX, command: ["/bin/sh", "-c", script] });
const webServer = { ...agnhost("test-webserver"), ports: [{ containerPort: 80 }] };
const grpcServer = {
  image: AGNHOST,
  command: ["/agnhost", "grpc-health-checking"],
  ports: [{ containerPort: 5000 }, { containerPort: 8080 }],
};
const httpGet = (path: string, port: number) => ({ httpGet: { path, port } });
const LATE = { initialDelaySeconds: 15, failureThreshold: 1 };
const PATIENT = { ...LATE, timeoutSeconds: 5 };
const READ = { exec: { command: ["cat", "/tmp/health"] } };

interface Status {
  readonly ready: boolean;
  readonly restartCount: number;
  readonly state: { readonly running?: { readonly startedAt: string } };
}

/** A pod with one container, and functions that read its status and conditions. */
async function started(container: object) {
  const place = await cluster.namespace();
  await place.create("v1/pods", ending("probed", container, { restartPolicy: "Always" }));
  const status = async (): Promise<Status> =>
    at<Status>(await place.get("v1/pods/probed"), "status.containerStatuses.0");
  const becomes = (shape: object) => place.becomes("v1/pods/probed", { status: { containerStatuses: [shape] } });
  return { place, status, becomes };
}

/** Expects the container to be restarted `times` times. */
async function isRestarted(container: object, livenessProbe: object, times = 1): Promise<void> {
  const { place, becomes } = await started({ ...container, livenessProbe });
  await becomes({ state: { running: {} } });
  for (let count = 1; count <= times; count++) await becomes({ restartCount: count });
  await place.remove("v1/pods/probed", { gracePeriodSeconds: 0 });
}

/** Expects the container not to be restarted while it is probed several times. */
async function isNotRestarted(container: object, livenessProbe: object): Promise<void> {
  const { status, becomes } = await started({ ...container, livenessProbe });
  await becomes({ state: { running: {} } });
  await sandboxPasses(cluster.server, 30);
  expect(await status()).toMatchObject({ restartCount: 0, ready: true });
}

describe.concurrent("probes of concurrently running containers", () => {
  test("[sig-node] Probing container should have monotonically increasing restart count [NodeConformance]", () =>
    isRestarted(agnhost("liveness"), { ...httpGet("/healthz", 8080), initialDelaySeconds: 5, failureThreshold: 1 }, 2));

  test('[sig-node] Probing container should *not* be restarted with a exec "cat /tmp/health" liveness probe [NodeConformance]', () =>
    isNotRestarted(busybox("echo ok >/tmp/health; sleep 600"), { ...READ, ...PATIENT }));

  test("[sig-node] Probing container should *not* be restarted with a /healthz http liveness probe [NodeConformance]", () =>
    isNotRestarted(webServer, { ...httpGet("/", 80), ...PATIENT, failureThreshold: 5 }));

  test("[sig-node] Probing container should *not* be restarted with a tcp:8080 liveness probe [NodeConformance]", () =>
    isNotRestarted(agnhost("liveness"), { tcpSocket: { port: 8080 }, ...LATE }));

  test("[sig-node] Probing container should *not* be restarted with a GRPC liveness probe [NodeConformance]", () =>
    isNotRestarted(grpcServer, { grpc: { port: 5000 }, ...PATIENT }));

  test("[sig-node] Probing container should be restarted with a GRPC liveness probe [NodeConformance]", () =>
    // Nothing listens on that port.
    isRestarted(grpcServer, { grpc: { port: 2333 }, ...PATIENT }));

  test('[sig-node] Probing container should be restarted with a exec "cat /tmp/health" liveness probe [NodeConformance]', () =>
    isRestarted(busybox("echo ok >/tmp/health; sleep 10; rm -rf /tmp/health; sleep 600"), { ...READ, ...PATIENT }));

  test("[sig-node] Probing container should be restarted with a /healthz http liveness probe [NodeConformance]", () =>
    isRestarted(agnhost("liveness"), { ...httpGet("/healthz", 8080), ...LATE }));

  const redirect = (location: string) => httpGet(`/redirect?loc=${encodeURIComponent(location)}`, 8080);

  test("a container is restarted when a local redirect of its liveness probe leads to a failing page", () =>
    isRestarted(agnhost("liveness"), { ...redirect("/healthz"), ...LATE }));

  test("a container is not restarted for a redirect to another host, which is reported as an event", async () => {
    const { place, status } = await started({
      ...agnhost("liveness"),
      livenessProbe: { ...redirect("http://0.0.0.0/"), ...LATE },
    });
    const told =
      'Liveness probe warning: Probe terminated redirects, Response body: <a href="http://0.0.0.0/">Found</a>.';
    await place.become("v1/events", (items) =>
      items.some(({ reason, message }) => reason === "ProbeWarning" && String(message).startsWith(told)),
    );
    expect(await status()).toMatchObject({ restartCount: 0, ready: true });
  });

  test("[sig-node] Probing container with readiness probe should not be ready before initial delay and never restart [NodeConformance]", async () => {
    const readinessProbe = { ...httpGet("/", 80), initialDelaySeconds: 15 };
    const { becomes } = await started({ ...webServer, readinessProbe });
    const pod = await becomes({ ready: true, restartCount: 0 });
    const { state } = at<Status>(pod, "status.containerStatuses.0");
    const conditions = at<{ type: string; lastTransitionTime: string }[]>(pod, "status.conditions");
    const ready = conditions.find(({ type }) => type === "Ready")?.lastTransitionTime ?? "";
    expect(Date.parse(ready) - Date.parse(state.running?.startedAt ?? "")).toBeGreaterThanOrEqual(15_000);
  });

  test("[sig-node] Probing container with readiness probe that fails should never be ready and never restart [NodeConformance]", async () => {
    const { place, status } = await started({ ...webServer, readinessProbe: httpGet("/", 81) });
    const seen: boolean[] = [];
    const watch = await place.watch("v1/pods?resourceVersion=0");
    const following = (async () => {
      for (let event = await watch.next(); event !== undefined; event = await watch.next()) {
        seen.push(at<boolean | undefined>(event, "object.status.containerStatuses.0.ready") ?? false);
      }
    })();
    await place.become("v1/events", (items) => items.some((event) => event["reason"] === "Unhealthy"));
    await sandboxPasses(cluster.server, 30);
    expect(await status()).toMatchObject({ ready: false, restartCount: 0, state: { running: {} } });
    watch.close();
    await following;
    expect(seen).not.toContain(true);
  });
});
