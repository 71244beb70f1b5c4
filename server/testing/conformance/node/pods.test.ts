import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ApiPlace, nextEvent } from "../apiPlace.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";
import { AGNHOST, BUSYBOX, ending, execOutput, logOf, prints, script, socketText } from "../containerOutput.ts";
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

/** A pod that serves, and its address. */
async function serving(name: string, ...args: string[]): Promise<string> {
  await place.create("v1/pods", ending(name, { image: AGNHOST, args }));
  return at<string>(await place.becomes(`v1/pods/${name}`, running), "status.podIP");
}

/** What a `nettest` server was sent. */
const receivedBy = async (name: string): Promise<string> =>
  (await place.send("GET", `v1/pods/${name}:8080/proxy/read`)).text;

const POST = (address: string, source: string) => [
  "wget",
  "-qO-",
  `--post-data={"Source": "${source}"}`,
  `http://${address}:8080/write`,
];

test("[sig-node] Container Lifecycle Hook when create a pod with lifecycle hook should execute poststart exec hook properly [NodeConformance]", async () => {
  const address = await serving("handler", "nettest");
  const lifecycle = { postStart: { exec: { command: POST(address, "poststart") } } };
  await place.create("v1/pods", ending("hooked", script("sleep 3600", { lifecycle })));
  await expect.poll(() => receivedBy("handler")).toContain('"poststart":1');
});

test("[sig-node] Container Lifecycle Hook when create a pod with lifecycle hook should execute prestop exec hook properly [NodeConformance]", async () => {
  const address = await serving("handler", "nettest");
  const lifecycle = { preStop: { exec: { command: POST(address, "prestop") } } };
  await place.create("v1/pods", ending("hooked", script("sleep 3600", { lifecycle })));
  await place.becomes("v1/pods/hooked", running);
  expect(await receivedBy("handler")).not.toContain("prestop");
  await place.remove("v1/pods/hooked");
  await place.gone("v1/pods/hooked");
  expect(await receivedBy("handler")).toContain('"prestop":1');
});

const httpHook = (host: string, msg: string) => ({ httpGet: { host, port: 8080, path: `/echo?msg=${msg}` } });
/** A web server that prints what it is asked. */
const listening = async (): Promise<string> => {
  await place.create("v1/pods", ending("handler", { image: "registry.k8s.io/echoserver:1.10" }));
  return at<string>(await place.becomes("v1/pods/handler", running), "status.podIP");
};

test("[sig-node] Container Lifecycle Hook when create a pod with lifecycle hook should execute poststart http hook properly [NodeConformance]", async () => {
  const lifecycle = { postStart: httpHook(await listening(), "poststart") };
  await place.create("v1/pods", ending("hooked", script("sleep 3600", { lifecycle })));
  await prints(place, "handler", "GET /echo?msg=poststart");
});

test("[sig-node] Container Lifecycle Hook when create a pod with lifecycle hook should execute prestop http hook properly [NodeConformance]", async () => {
  const lifecycle = { preStop: httpHook(await listening(), "prestop") };
  await place.create("v1/pods", ending("hooked", script("sleep 3600", { lifecycle })));
  await place.becomes("v1/pods/hooked", running);
  expect(await logOf(place, "handler")).not.toContain("prestop");
  await place.remove("v1/pods/hooked");
  await prints(place, "handler", "GET /echo?msg=prestop");
});

test("[sig-node] PreStop should call prestop when killing a pod", async () => {
  const address = await serving("server", "nettest");
  const lifecycle = { preStop: { exec: { command: POST(address, "prestop") } } };
  const container = { image: BUSYBOX, command: ["sleep", "600"], lifecycle };
  await place.create("v1/pods", ending("tester", container));
  await place.becomes("v1/pods/tester", running);
  await place.remove("v1/pods/tester");
  await expect.poll(() => receivedBy("server")).toContain('"prestop":1');
});

test("[sig-node] Ephemeral Containers [NodeConformance] will start an ephemeral container in an existing pod", async () => {
  await place.create("v1/pods", ending("debugged", script("sleep 3600")));
  await place.becomes("v1/pods/debugged", running);
  const debugger_ = { name: "debugger", image: BUSYBOX, command: ["/bin/sh"], stdin: true, tty: true };
  await place.patch(
    "v1/pods/debugged/ephemeralcontainers",
    { spec: { ephemeralContainers: [debugger_] } },
    "strategic-merge",
  );
  await place.becomes("v1/pods/debugged", {
    status: { ephemeralContainerStatuses: [{ name: "debugger", state: { running: {} } }] },
  });
  expect(await execOutput(place, "debugged", ["/bin/echo", "marco"], "debugger")).toBe("marco\n");
});

test("[sig-node] Ephemeral Containers [NodeConformance] should update the ephemeral containers in an existing pod", async () => {
  await place.create("v1/pods", ending("debugged", script("sleep 3600")));
  await place.becomes("v1/pods/debugged", running);
  const named = (name: string) => ({ name, image: BUSYBOX, command: ["sleep", "3600"] });
  const reference = "v1/pods/debugged/ephemeralcontainers";
  await place.patch(reference, { spec: { ephemeralContainers: [named("one")] } }, "strategic-merge");
  await place.update(reference, (pod) => {
    const spec = (pod as unknown as { spec: { ephemeralContainers: object[] } }).spec;
    return { ...pod, spec: { ...spec, ephemeralContainers: [...spec.ephemeralContainers, named("two")] } };
  });
  const isRunning = (name: string) => ({ name, state: { running: {} } });
  await place.becomes("v1/pods/debugged", {
    status: { ephemeralContainerStatuses: [isRunning("one"), isRunning("two")] },
  });
  const names = at<{ name: string }[]>(await place.get("v1/pods/debugged"), "spec.ephemeralContainers");
  expect(names.map(({ name }) => name)).toEqual(["one", "two"]);
});

test("[sig-node] Pods should allow activeDeadlineSeconds to be updated [NodeConformance]", async () => {
  await place.create("v1/pods", ending("timed", script("sleep 3600"), { activeDeadlineSeconds: 30 }));
  await place.becomes("v1/pods/timed", running);
  await place.patch("v1/pods/timed", { spec: { activeDeadlineSeconds: 1 } });
  await place.becomes("v1/pods/timed", { status: { phase: "Failed", reason: "DeadlineExceeded" } });
});

test("[sig-node] Pods should be submitted and removed [NodeConformance]", async () => {
  const watch = await place.watch("v1/pods?labelSelector=time%3Dnow");
  const pod = ending("submitted", script("sleep 3600"));
  await place.create("v1/pods", { ...pod, metadata: { ...pod.metadata, labels: { time: "now" } } });
  await nextEvent(watch, "ADDED", { metadata: { name: "submitted" } });
  await place.becomes("v1/pods/submitted", running);
  await place.remove("v1/pods/submitted", { gracePeriodSeconds: 30 });
  await nextEvent(watch, "MODIFIED", { metadata: { deletionGracePeriodSeconds: 30 } });
  const last = await nextEvent(watch, "DELETED", { metadata: { name: "submitted" } });
  expect(last.metadata).toMatchObject({ deletionGracePeriodSeconds: 0 });
  expect(await place.list("v1/pods?labelSelector=time%3Dnow")).toEqual([]);
});

test("[sig-node] Pods should be updated [NodeConformance]", async () => {
  await place.create("v1/pods", ending("updated", script("sleep 3600")));
  await place.becomes("v1/pods/updated", running);
  await place.update("v1/pods/updated", (pod) => ({
    ...pod,
    metadata: { ...pod.metadata, labels: { time: "later" } },
  }));
  expect((await place.list("v1/pods?labelSelector=time%3Dlater")).map(({ metadata }) => metadata.name)).toEqual([
    "updated",
  ]);
});

test("[sig-node] Pods should get a host IP [NodeConformance]", async () => {
  await place.create("v1/pods", ending("placed", script("sleep 3600")));
  const pod = await place.becomes("v1/pods/placed", {
    status: { hostIP: (ip: unknown) => typeof ip === "string" && ip !== "" },
  });
  const [node] = await cluster.whole.list(`v1/nodes?fieldSelector=metadata.name%3D${at(pod, "spec.nodeName")}`);
  expect(at<object[]>(node, "status.addresses")).toContainEqual({
    type: "InternalIP",
    address: at(pod, "status.hostIP"),
  });
});

test("[sig-node] Pods should delete a collection of pods", async () => {
  for (const name of ["one", "two", "three"]) {
    const pod = ending(name, script("sleep 3600"));
    await place.create("v1/pods", { ...pod, metadata: { name, labels: { type: "Testing" } } });
  }
  expect(await place.list("v1/pods?labelSelector=type%3DTesting")).toHaveLength(3);
  await place.send("DELETE", "v1/pods?labelSelector=type%3DTesting", { body: { gracePeriodSeconds: 0 } });
  await place.become("v1/pods", (items) => items.length === 0);
});

test("[sig-node] Pods should patch a pod status", async () => {
  await place.create("v1/pods", ending("judged", script("sleep 3600")));
  await place.becomes("v1/pods/judged", running);
  const conditions = [{ type: "TestConditionType", status: "True", reason: "TestReason", message: "TestMessage" }];
  const pod = await place.patch("v1/pods/judged/status", { status: { conditions } }, "strategic-merge");
  expect(at<object[]>(pod, "status.conditions")).toContainEqual(expect.objectContaining(conditions[0]));
  await place.becomes("v1/pods/judged", { status: { conditions } });
});

test("[sig-node] Pods should run through the lifecycle of Pods and PodStatus", async () => {
  const labels = { "test-pod-static": "true" };
  const watch = await place.watch("v1/pods?labelSelector=test-pod-static%3Dtrue");
  await place.create("v1/pods", { ...ending("lived", script("sleep 3600")), metadata: { name: "lived", labels } });
  await nextEvent(watch, "ADDED", { metadata: { name: "lived" } });
  await nextEvent(watch, "MODIFIED", running);
  const patch = { metadata: { labels: { "test-pod": "patched" } }, spec: { terminationGracePeriodSeconds: 1 } };
  await place.patch("v1/pods/lived", patch, "strategic-merge");
  await nextEvent(watch, "MODIFIED", { metadata: { labels: { "test-pod": "patched" } } });
  await place.update("v1/pods/lived/status", (pod) => {
    const status = (pod as unknown as { status: { conditions: { type: string; status: string }[] } }).status;
    const conditions = status.conditions.map((each) => (each.type === "Ready" ? { ...each, status: "False" } : each));
    return { ...pod, status: { ...status, conditions } };
  });
  await nextEvent(watch, "MODIFIED", { status: { conditions: [{ type: "Ready", status: "False" }] } });
  await place.send("DELETE", "v1/pods?labelSelector=test-pod-static%3Dtrue");
  await nextEvent(watch, "DELETED", { metadata: { name: "lived" } });
});

test("[sig-node] Pods should support remote command execution over websockets [NodeConformance]", async () => {
  await place.create("v1/pods", ending("talker", script("echo container is alive; sleep 600")));
  await place.becomes("v1/pods/talker", running);
  expect(await execOutput(place, "talker", ["echo", "remote execution test"])).toBe("remote execution test\n");
});

test("[sig-node] Pods should support retrieving logs from the container over websockets [NodeConformance]", async () => {
  await place.create("v1/pods", ending("talker", script("echo container is alive; sleep 10000")));
  await place.becomes("v1/pods/talker", running);
  await prints(place, "talker", "container is alive");
  expect(await socketText(place, "v1/pods/talker/log?container=main", "binary.k8s.io")).toBe("container is alive\n");
});

test("[sig-node] RuntimeClass should schedule a Pod requesting a RuntimeClass without PodOverhead [NodeConformance]", async () => {
  const name = `plain-${place.namespace}`;
  await cluster.whole.create("node.k8s.io/v1/runtimeclasses", { metadata: { name }, handler: "runc" });
  await place.create("v1/pods", ending("classed", script("sleep 3600"), { runtimeClassName: name }));
  const pod = await place.becomes("v1/pods/classed", running);
  expect(at(pod, "spec.overhead")).toBeUndefined();
});

test("[sig-node] RuntimeClass should schedule a Pod requesting a RuntimeClass and initialize its Overhead [NodeConformance]", async () => {
  const name = `heavy-${place.namespace}`;
  const podFixed = { cpu: "10m", memory: "1Mi" };
  await cluster.whole.create("node.k8s.io/v1/runtimeclasses", {
    metadata: { name },
    handler: "runc",
    overhead: { podFixed },
  });
  await place.create("v1/pods", ending("classed", script("sleep 3600"), { runtimeClassName: name }));
  const pod = await place.becomes("v1/pods/classed", running);
  expect(at(pod, "spec.overhead")).toEqual(podFixed);
});
