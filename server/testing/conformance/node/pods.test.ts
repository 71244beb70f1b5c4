import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ApiPlace, nextEvent, refused } from "../apiPlace.ts";
import { condition, NGINX, PAUSE } from "../bodies.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";
import { AGNHOST, BUSYBOX, ending, execOutput, HTTPD, overSocket, prints, socketText } from "../containerOutput.ts";
import { at } from "../shape.ts";

let cluster: ClusterUnderTest;
let place: ApiPlace;
beforeAll(async () => {
  cluster = await startClusterUnderTest();
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  place = await cluster.namespace();
});

const running = { status: { phase: "Running", containerStatuses: [{ ready: true }] } };

const image = { image: NGINX };
const labelled = (name: string, labels: Readonly<Record<string, string>>, container: object, spec: object = {}) => {
  const pod = ending(name, container, spec);
  return { ...pod, metadata: { ...pod.metadata, labels } };
};

const POLO = {
  name: "debugger",
  image: BUSYBOX,
  command: ["/bin/sh", "-c", "while true; do echo polo; sleep 2; done"],
  stdin: true,
  tty: true,
};
const EPHEMERAL = "v1/pods/ephemeral-containers-target-pod/ephemeralcontainers";

/** Runs a pod, adds an ephemeral container to it and runs a command in it. */
async function withDebugger(): Promise<void> {
  const pod = "ephemeral-containers-target-pod";
  const container = { image: BUSYBOX, command: ["/bin/sleep"], args: ["10000"] };
  await place.create("v1/pods", ending(pod, container, { restartPolicy: "Always" }));
  await place.becomes(`v1/pods/${pod}`, running);
  await place.patch(EPHEMERAL, { spec: { ephemeralContainers: [POLO] } }, "strategic-merge");
  const state = { running: {} };
  await place.becomes(`v1/pods/${pod}`, { status: { ephemeralContainerStatuses: [{ name: "debugger", state }] } });
  expect(await execOutput(place, pod, ["/bin/echo", "marco"], "debugger")).toContain("marco");
  await prints(place, pod, "polo", "debugger");
}

const ephemeralNames = async (): Promise<string[]> =>
  at<{ name: string }[]>(await place.get(EPHEMERAL), "spec.ephemeralContainers").map(({ name }) => name);

test("[sig-node] Ephemeral Containers [NodeConformance] will start an ephemeral container in an existing pod", () =>
  withDebugger());

test("[sig-node] Ephemeral Containers [NodeConformance] should update the ephemeral containers in an existing pod", async () => {
  await withDebugger();
  expect(await ephemeralNames()).toEqual(["debugger"]);
  await place.update(EPHEMERAL, (pod) => {
    const spec = (pod as unknown as { spec: { ephemeralContainers: object[] } }).spec;
    const second = {
      name: "debugger2",
      image: AGNHOST,
      imagePullPolicy: "IfNotPresent",
      terminationMessagePolicy: "File",
    };
    return { ...pod, spec: { ...spec, ephemeralContainers: [...spec.ephemeralContainers, second] } };
  });
  expect(await ephemeralNames()).toEqual(["debugger", "debugger2"]);
  const state = { running: {} };
  await place.becomes("v1/pods/ephemeral-containers-target-pod", {
    status: { ephemeralContainerStatuses: [{ name: "debugger2", state }] },
  });
});

test("[sig-node] Pods should allow activeDeadlineSeconds to be updated [NodeConformance]", async () => {
  await place.create("v1/pods", labelled("timed", { name: "foo", time: "now" }, image, { restartPolicy: "Always" }));
  await place.becomes("v1/pods/timed", running);
  expect(await place.list("v1/pods?labelSelector=time%3Dnow")).toHaveLength(1);
  await place.update("v1/pods/timed", (pod) => ({
    ...pod,
    spec: { ...at<object>(pod, "spec"), activeDeadlineSeconds: 2 },
  }));
  await place.becomes("v1/pods/timed", { status: { phase: "Failed", reason: "DeadlineExceeded" } });
});

test("[sig-node] Pods should be submitted and removed [NodeConformance]", async () => {
  const selected = "v1/pods?labelSelector=time%3Dnow";
  expect(await place.list(selected)).toEqual([]);
  const watch = await place.watch(selected);
  await place.create("v1/pods", labelled("pod-submit-remove", { name: "foo", time: "now" }, image));
  expect(await place.list(selected)).toHaveLength(1);
  expect(await watch.next()).toMatchObject({ type: "ADDED" });
  await place.becomes("v1/pods/pod-submit-remove", { status: { phase: "Running" } });
  await place.remove("v1/pods/pod-submit-remove", { gracePeriodSeconds: 30 });
  await nextEvent(watch, "MODIFIED", { metadata: { deletionGracePeriodSeconds: 30 } });
  const last = await nextEvent(watch, "DELETED", { metadata: { name: "pod-submit-remove" } });
  watch.close();
  expect(last.metadata.deletionTimestamp).toBeDefined();
  expect(at(last, "spec.terminationGracePeriodSeconds")).not.toBe(0);
  expect(await place.list(selected)).toEqual([]);
});

test("[sig-node] Pods should be updated [NodeConformance]", async () => {
  await place.create("v1/pods", labelled("pod-update", { name: "foo", time: "now" }, image));
  await place.becomes("v1/pods/pod-update", running);
  expect(await place.list("v1/pods?labelSelector=time%3Dnow")).toHaveLength(1);
  await place.update("v1/pods/pod-update", (pod) => ({
    ...pod,
    metadata: { ...pod.metadata, labels: { ...pod.metadata.labels, time: "later" } },
  }));
  await place.becomes("v1/pods/pod-update", { status: { phase: "Running" } });
  expect(await place.list("v1/pods?labelSelector=time%3Dlater")).toHaveLength(1);
});

test("[sig-node] Pods should get a host IP [NodeConformance]", async () => {
  await place.create("v1/pods", ending("pod-hostip", { image: PAUSE }));
  const pod = await place.becomes("v1/pods/pod-hostip", running);
  const [node] = await cluster.whole.list(`v1/nodes?fieldSelector=metadata.name%3D${at(pod, "spec.nodeName")}`);
  expect(at<object[]>(node, "status.addresses")).toContainEqual({
    type: "InternalIP",
    address: at(pod, "status.hostIP"),
  });
});

test("[sig-node] Pods should delete a collection of pods", async () => {
  const names = ["test-pod-1", "test-pod-2", "test-pod-3"];
  for (const name of names) await place.create("v1/pods", labelled(name, { type: "Testing" }, { image: AGNHOST }));
  for (const name of names) await place.becomes(`v1/pods/${name}`, running);
  await place.remove("v1/pods?labelSelector=type%3DTesting", { gracePeriodSeconds: 1 });
  await place.become("v1/pods?labelSelector=type%3DTesting", (items) => items.length === 0);
});

test("[sig-node] Pods should patch a pod status", async () => {
  await place.create("v1/pods", ending("pod-status", { image: AGNHOST }));
  await place.becomes("v1/pods/pod-status", running);
  const status = { message: "Patched by e2e test", reason: "E2E" };
  const patch = { metadata: { annotations: { patchedstatus: "true" } }, status };
  expect(await place.patch("v1/pods/pod-status/status", patch)).toMatchObject({ status });
});

test("[sig-node] Pods should run through the lifecycle of Pods and PodStatus", async () => {
  const selected = "v1/pods?labelSelector=test-pod-static%3Dtrue";
  const watch = await place.watch(selected);
  const pod = labelled("pod-test", { "test-pod-static": "true" }, { image: AGNHOST }, { restartPolicy: "Always" });
  await place.create("v1/pods", pod);
  await nextEvent(watch, "MODIFIED", { status: { phase: "Running" } });
  await place.becomes("v1/pods/pod-test", running);
  const patch = {
    metadata: { labels: { "test-pod": "patched" } },
    spec: { terminationGracePeriodSeconds: 1, containers: [{ name: "main", image: HTTPD }] },
  };
  await place.patch("v1/pods/pod-test", patch, "strategic-merge");
  await nextEvent(watch, "MODIFIED", { metadata: { labels: { "test-pod": "patched" } } });
  expect(await place.get("v1/pods/pod-test")).toMatchObject({
    metadata: { labels: { "test-pod": "patched" } },
    spec: { containers: [{ image: HTTPD }] },
  });
  // The container with the old image ends, but the pod does not become unready at once.
  const updated = await place.update("v1/pods/pod-test/status", (now) => {
    const status = (now as unknown as { status: { conditions: { type: string; status: string }[] } }).status;
    const isReadiness = ({ type }: { type: string }): boolean => type === "Ready" || type === "ContainersReady";
    expect(status.conditions.filter(isReadiness).map((each) => each.status)).toEqual(["True", "True"]);
    const conditions = status.conditions.map((each) => (isReadiness(each) ? { ...each, status: "False" } : each));
    return { ...now, status: { ...status, conditions } };
  });
  expect(updated).toMatchObject({
    status: {
      conditions: expect.arrayContaining([
        expect.objectContaining(condition("Ready", "False")),
        expect.objectContaining(condition("ContainersReady", "False")),
      ]),
    },
  });
  await place.remove(selected, { gracePeriodSeconds: 1 });
  await nextEvent(watch, "DELETED", { metadata: { name: "pod-test" } });
  watch.close();
  await refused(place.send("GET", "v1/pods/pod-test"), 404);
});

test("[sig-node] Pods should support remote command execution over websockets [NodeConformance]", async () => {
  const command = ["/bin/sh", "-c", "echo container is alive; sleep 600"];
  await place.create("v1/pods", ending("pod-exec-websocket", { image: BUSYBOX, command }));
  await place.becomes("v1/pods/pod-exec-websocket", running);
  const query = "stderr=1&stdout=1&container=main&command=echo&command=remote%20execution%20test";
  let output = "";
  await overSocket(place, `v1/pods/pod-exec-websocket/exec?${query}`, "channel.k8s.io", (message) => {
    if (message.length <= 1) return;
    expect(message[0]).toBe(1);
    output += message.subarray(1).toString("utf8");
  });
  expect(output).toContain("remote execution test");
});

test("[sig-node] Pods should support retrieving logs from the container over websockets [NodeConformance]", async () => {
  const command = ["/bin/sh", "-c", "echo container is alive; sleep 10000"];
  await place.create("v1/pods", ending("pod-logs-websocket", { image: BUSYBOX, command }));
  await place.becomes("v1/pods/pod-logs-websocket", running);
  await prints(place, "pod-logs-websocket", "container is alive");
  const log = "v1/pods/pod-logs-websocket/log?container=main";
  expect(await socketText(place, log, "binary.k8s.io")).toBe("container is alive\n");
});

/** A pod with a runtime class, once it is scheduled. */
async function scheduled(name: string, runtimeClass: object) {
  const runtimeClassName = `${name}-${place.namespace}`;
  const metadata = { name: runtimeClassName };
  await cluster.whole.create("node.k8s.io/v1/runtimeclasses", { metadata, handler: "test-handler", ...runtimeClass });
  await place.create(
    "v1/pods",
    ending("test-runtimeclass", { image: BUSYBOX, command: ["true"] }, { runtimeClassName }),
  );
  const nodeName = (node: unknown): boolean => typeof node === "string";
  return place.becomes("v1/pods/test-runtimeclass", { spec: { nodeName } });
}

test("[sig-node] RuntimeClass should schedule a Pod requesting a RuntimeClass without PodOverhead [NodeConformance]", async () => {
  expect(at(await scheduled("preconfigured-handler", {}), "spec.overhead")).toBeUndefined();
});

test("[sig-node] RuntimeClass should schedule a Pod requesting a RuntimeClass and initialize its Overhead [NodeConformance]", async () => {
  const podFixed = { cpu: "10m", memory: "1Mi" };
  const pod = await scheduled("preconfigured-handler", { overhead: { podFixed } });
  expect(at(pod, "spec.overhead")).toEqual(podFixed);
});
