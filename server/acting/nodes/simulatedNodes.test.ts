import type { ContainerState, Node, Pod } from "kubernetes-types/core/v1";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { type Cluster, startCluster, waitFor } from "../controllers/testing/cluster.ts";

type PodObject = Pod & ApiObject;

let cluster: Cluster;
beforeAll(async () => {
  // This controller publishes the certificate that every pod mounts beside its token.
  cluster = await startCluster(["root-ca-certificate-publisher-controller"], { simulatedNodes: 2 });
});
afterAll(() => cluster.stop());

/** Annotations that control the behaviour of a program. */
const behave = (words: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(words).map(([name, value]) => [`simulation.orrery/${name}`, value]));

async function run(
  name: string,
  spec: Record<string, unknown>,
  annotations: Record<string, string> = {},
): Promise<void> {
  const containers = [{ name: "c", image: "registry.example/app:1" }];
  await cluster.make({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, annotations },
    spec: { nodeName: "node-1", terminationGracePeriodSeconds: 1, containers, ...spec },
  });
}

const becomes = (name: string, holds: (pod: PodObject) => boolean): Promise<PodObject> =>
  cluster.becomes<PodObject>(`v1/pods/${name}`, holds);
const condition = ({ status }: PodObject, type: string) => status?.conditions?.find((each) => each.type === type);
/** Changes the image of a pod's only container. */
async function setImage(name: string, image: string): Promise<void> {
  const pod = await cluster.get<PodObject>(`v1/pods/${name}`);
  await cluster.patch(`v1/pods/${name}`, { spec: { containers: [{ ...pod?.spec?.containers[0], image }] } });
}
const isReady = (pod: PodObject): boolean => condition(pod, "Ready")?.status === "True";
const waiting = ({ status }: PodObject): string | undefined => status?.containerStatuses?.[0]?.state?.waiting?.reason;

describe("Simulated node", () => {
  it("registers, becomes ready, is marked as simulated, and renews its lease", async () => {
    const node = await cluster.becomes<Node & ApiObject>("v1/nodes/node-2", ({ status }) =>
      (status?.conditions ?? []).some(({ type, status: truth }) => type === "Ready" && truth === "True"),
    );
    expect(node).toMatchObject({
      metadata: {
        labels: { "kubernetes.io/hostname": "node-2", type: "simulated" },
        annotations: { "volumes.kubernetes.io/controller-managed-attach-detach": "true" },
      },
      spec: { podCIDR: "10.244.1.0/24" },
      status: { capacity: { cpu: "4", memory: "8Gi", pods: "110" }, allocatable: { cpu: "4" } },
    });
    const lease = "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/node-2";
    await expect
      .poll(async () => (await cluster.server.request("GET", lease)).body, { timeout: 15_000 })
      .toMatchObject({ spec: { holderIdentity: "node-2", leaseDurationSeconds: 40 } });
  });

  it("runs a pod and stops it when the pod is deleted", async () => {
    await run("web", {});
    const pod = await becomes("web", isReady);
    expect(pod.status).toMatchObject({
      phase: "Running",
      hostIP: "192.168.100.2",
      podIP: expect.stringMatching(/^10\.244\.0\.\d+$/),
      containerStatuses: [{ name: "c", ready: true, started: true, restartCount: 0, image: "registry.example/app:1" }],
    });
    expect(pod.status?.containerStatuses?.[0]?.containerID).toMatch(/^simulated:\/\/[0-9a-f]{64}$/);
    const events = await waitFor(
      () => cluster.events("web"),
      ({ length }) => length >= 4,
    );
    expect(events.map((text) => text.replace(/in \d+ms.*/, "…"))).toEqual([
      'Pulling: Pulling image "registry.example/app:1"',
      'Pulled: Successfully pulled image "registry.example/app:1" …',
      "Created: Created container: c",
      "Started: Started container c",
    ]);
    const { managedFields = [] } = pod.metadata;
    expect(managedFields.map(({ manager, subresource }) => `${manager} ${subresource}`)).toContain("kubelet status");
    await cluster.remove("v1/pods/web");
    await cluster.become("v1/pods", (pods) => pods.every(({ metadata }) => metadata.name !== "web"));
    await cluster.recorded("web", "Killing: Stopping container c");
  });

  // Node warns of a leak when something has more than ten listeners; the warning fails the run.
  it("runs a pod of many containers", async () => {
    const containers = Array.from({ length: 15 }, (_, i) => ({ name: `c-${i}`, image: "registry.example/app:1" }));
    await run("many", { containers });
    const { status } = await becomes("many", isReady);
    expect(status?.containerStatuses).toHaveLength(15);
    await cluster.remove("v1/pods/many");
    await cluster.become("v1/pods", (pods) => pods.every(({ metadata }) => metadata.name !== "many"));
  });

  it("frees the address of a pod that has ended, although the pod stays", { timeout: 120_000 }, async () => {
    const BATCH = 64;
    // Together more than the 253 addresses of a node.
    for (let batch = 0; batch < 4; batch++) {
      const names = Array.from({ length: BATCH }, (_, i) => `ended-${batch}-${i}`);
      const ending = { nodeName: "node-2", restartPolicy: "Never" };
      await Promise.all(names.map((name) => run(name, ending, behave({ "exit-code": "0" }))));
      const hasEnded = ({ metadata, status }: PodObject): boolean =>
        !names.includes(metadata.name ?? "") || status?.phase === "Succeeded";
      await cluster.become<PodObject>("v1/pods", (pods) => pods.every(hasEnded));
    }
    await run("after", { nodeName: "node-2" });
    await becomes("after", isReady);
    await cluster.remove("v1/pods/after");
  });

  it("restarts a failing program immediately, then with increasing backoff", async () => {
    await run("crash", {}, behave({ "exit-code": "3", log: "no luck" }));
    const pod = await becomes("crash", (each) => waiting(each) === "CrashLoopBackOff");
    expect(pod.status?.phase).toBe("Running");
    expect(pod.status?.containerStatuses?.[0]).toMatchObject({
      restartCount: 1,
      state: {
        waiting: { message: expect.stringMatching(/^back-off 10s restarting failed container=c pod=crash_default\(/) },
      },
      lastState: { terminated: { exitCode: 3, reason: "Error" } },
    });
    const log = await cluster.server.request("GET", "/api/v1/namespaces/default/pods/crash/log?tailLines=1");
    expect(log.text).toBe("no luck\n");
    const previous = await cluster.server.request("GET", "/api/v1/namespaces/default/pods/crash/log?previous=true");
    expect(previous.text).toContain("no luck\n");
  });

  it("reports why an image cannot be pulled and that no log exists", async () => {
    await run("missing", { containers: [{ name: "c", image: "app:missing" }] });
    await becomes("missing", (pod) => waiting(pod) === "ErrImagePull");
    const { body } = await cluster.server.request("GET", "/api/v1/namespaces/default/pods/missing/log");
    expect(body).toMatchObject({
      code: 400,
      message: `container "c" in pod "missing" is waiting to start: image can't be pulled`,
    });
  });

  it("reports an invalid image name and accepts a corrected one", async () => {
    await run("shouted", { containers: [{ name: "c", image: "NGINX:1" }] });
    await becomes("shouted", (pod) => waiting(pod) === "InvalidImageName");
    const detail = "invalid reference format: repository name (library/NGINX) must be lowercase";
    const inspected = `Failed to apply default image tag "NGINX:1": couldn't parse image name "NGINX:1": ${detail}`;
    await cluster.recorded("shouted", `InspectFailed: ${inspected}`, "Failed: Error: InvalidImageName");
    await setImage("shouted", "nginx:1");
    await becomes("shouted", isReady);
  });

  it("runs init containers in sequence and sidecars alongside the others", async () => {
    await run(
      "steps",
      {
        restartPolicy: "Never",
        initContainers: [
          { name: "side", image: "proxy:1", restartPolicy: "Always" },
          { name: "one", image: "app:1" },
        ],
      },
      behave({ "exit-after": "50ms" }),
    );
    const pod = await becomes("steps", ({ status }) => status?.phase === "Succeeded");
    expect(condition(pod, "Ready")).toMatchObject({ status: "False", reason: "PodCompleted" });
    expect(pod.status?.initContainerStatuses?.[1]?.state?.terminated).toMatchObject({
      exitCode: 0,
      reason: "Completed",
    });
  });

  it("fails a pod whose init container may not restart", async () => {
    const initContainers = [{ name: "one", image: "app:1" }];
    await run("never", { restartPolicy: "Never", initContainers }, behave({ "exit-code": "1" }));
    const pod = await becomes("never", ({ status }) => status?.phase === "Failed");
    expect(condition(pod, "Initialized")).toMatchObject({ status: "False", reason: "ContainersNotInitialized" });
  });

  it("stops sidecars when an init container fails permanently", async () => {
    const initContainers = [
      { name: "beside", image: "busybox", command: ["sleep", "1h"], restartPolicy: "Always" },
      { name: "one", image: "busybox", command: ["false"] },
    ];
    await run("beside", { restartPolicy: "Never", initContainers });
    const pod = await becomes(
      "beside",
      ({ status }) => status?.initContainerStatuses?.every(({ state }) => state?.terminated !== undefined) ?? false,
    );
    expect(pod.status).toMatchObject({ phase: "Failed", containerStatuses: [{ state: { waiting: {} } }] });
  });

  it.each([
    ["absent", 'exec: "absent": executable file not found in $PATH'],
    ["/opt/absent", 'exec: "/opt/absent": stat /opt/absent: no such file or directory'],
    ["/etc/hosts", 'exec: "/etc/hosts": permission denied'],
    ["/tmp", 'exec: "/tmp": is a directory'],
  ])("reports why %s cannot be started", async (command, detail) => {
    const name = `start-${command.replaceAll("/", "-")}x`;
    await run(name, { restartPolicy: "Never", containers: [{ name: "c", image: "busybox", command: [command] }] });
    const { status } = await becomes(name, (pod) => pod.status?.phase === "Failed");
    const message = `failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: error during container init: ${detail}: unknown`;
    expect(status?.containerStatuses?.[0]).toMatchObject({
      state: { terminated: { exitCode: 128, reason: "StartError", message, startedAt: "1970-01-01T00:00:00Z" } },
    });
    expect(await cluster.recorded(name, `Failed: Error: ${message}`)).not.toContain("Started: Started container c");
  });

  it("reports every volume that fails to mount, and a failed hook without its output", async () => {
    const volumes = [
      { name: "a", secret: { secretName: "none" } },
      { name: "b", configMap: { name: "neither" } },
    ];
    await run("unmounted", { volumes });
    const failed = (volume: string, detail: string) =>
      `FailedMount: MountVolume.SetUp failed for volume "${volume}" : ${detail}`;
    await cluster.recorded(
      "unmounted",
      failed("a", 'secret "none" not found'),
      failed("b", 'configmap "neither" not found'),
    );
    const exec = { command: ["sh", "-c", "echo secret; exit 1"] };
    await run("hooked", { containers: [{ name: "c", image: "nginx", lifecycle: { postStart: { exec } } }] });
    await cluster.recorded("hooked", "FailedPostStartHook: PostStartHook failed", "Killing: FailedPostStartHook");
  });

  it("gives a pod its token when it mounts the volume, so that the token outlasts its account", async () => {
    const metadata = { name: "leaving" };
    const volumeMounts = [{ name: "t", mountPath: "/t" }];
    // The hook fails if the token is there, because failures of hooks are reported.
    const preStop = { exec: { command: ["sh", "-c", "! grep -q ^ey /t/token"] } };
    const withToken = {
      serviceAccountName: "leaving",
      volumes: [{ name: "t", projected: { sources: [{ serviceAccountToken: { path: "token" } }] } }],
      containers: [{ name: "c", image: "nginx", volumeMounts, lifecycle: { preStop } }],
      automountServiceAccountToken: false,
    };
    await cluster.make({ apiVersion: "v1", kind: "ServiceAccount", metadata });
    await run("leaving", withToken);
    await run("belated", { ...withToken, nodeName: undefined });
    await becomes("leaving", isReady);
    await cluster.remove("v1/serviceaccounts/leaving");
    await cluster.remove("v1/pods/leaving");
    await cluster.recorded("leaving", "FailedPreStopHook: PreStopHook failed");
    const target = { apiVersion: "v1", kind: "Node", name: "node-1" };
    const body = { apiVersion: "v1", kind: "Binding", metadata: { name: "belated" }, target };
    await cluster.server.request("POST", cluster.url("v1/pods/belated/binding"), { body });
    const reason = 'failed to fetch token: serviceaccounts "leaving" not found';
    await cluster.recorded("belated", `FailedMount: MountVolume.SetUp failed for volume "t" : ${reason}`);
    await cluster.remove("v1/pods/belated", { gracePeriodSeconds: 0 });
  });

  it("OOM-kills a program that exceeds its memory limit", async () => {
    const args = ["--vm", "1", "--vm-bytes", "150M", "--vm-hang", "1"];
    const stress = (memory: string) => ({
      name: "c",
      image: "polinux/stress",
      command: ["stress"],
      args,
      resources: { limits: { memory } },
    });
    await run("hungry", { restartPolicy: "Never", containers: [stress("100Mi")] });
    await run("content", { containers: [stress("200Mi")] });
    const { status } = await becomes("hungry", (pod) => pod.status?.phase === "Failed");
    expect(status?.containerStatuses?.[0]?.state?.terminated).toMatchObject({ exitCode: 137, reason: "OOMKilled" });
    await becomes("content", isReady);
  });

  it("reports the address that refused a probe's connection", async () => {
    const probes = { readinessProbe: { httpGet: { port: 81, path: "/x" }, periodSeconds: 1 } };
    await run("deaf", { containers: [{ name: "c", image: "nginx", ...probes }] });
    const { status } = await becomes("deaf", (pod) => pod.status?.podIP !== undefined);
    const place = `${status?.podIP}:81`;
    const refused = `Get "http://${place}/x": dial tcp ${place}: connect: connection refused`;
    await cluster.recorded("deaf", `Unhealthy: Readiness probe failed: ${refused}`);
  });

  it("waits for missing config maps of environment variables and volumes", async () => {
    await run("config", { containers: [{ name: "c", image: "app:1", envFrom: [{ configMapRef: { name: "late" } }] }] });
    const volumes = [{ name: "v", configMap: { name: "late" } }];
    await run("mount", { volumes });
    await becomes("config", (pod) => waiting(pod) === "CreateContainerConfigError");
    expect((await becomes("mount", (pod) => waiting(pod) === "ContainerCreating")).status?.podIP).toBeUndefined();
    await cluster.make({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "late" }, data: { a: "b" } });
    await becomes("mount", isReady);
    await becomes("config", isReady);
  });

  it("probes readiness and restarts a container after failed liveness probes", async () => {
    const probe = { httpGet: { port: 80, path: "/" }, periodSeconds: 1 };
    const containers = [{ name: "c", image: "nginx", readinessProbe: probe }];
    await run("probed", { containers }, behave({ "ready-after": "1500ms" }));
    const early = await becomes("probed", ({ status }) => status?.containerStatuses?.[0]?.state?.running !== undefined);
    expect(condition(early, "Ready")).toMatchObject({
      status: "False",
      reason: "ContainersNotReady",
      message: "containers with unready status: [c]",
    });
    await becomes("probed", isReady);
    const livenessProbe = { tcpSocket: { port: 81 }, periodSeconds: 1, failureThreshold: 1 };
    await run("dead", { containers: [{ name: "c", image: "nginx", ports: [{ containerPort: 80 }], livenessProbe }] });
    await becomes("dead", ({ status }) => (status?.containerStatuses?.[0]?.restartCount ?? 0) > 0);
    await cluster.recorded("dead", "Killing: Container c failed liveness probe, will be restarted");
  });

  it("restarts a container whose image has changed, regardless of the restart policy", async () => {
    await run("upgraded", { restartPolicy: "Never", containers: [{ name: "c", image: "nginx:1.26" }] });
    await becomes("upgraded", isReady);
    await setImage("upgraded", "nginx:1.27");
    const pod = await becomes(
      "upgraded",
      (each) => isReady(each) && each.status?.containerStatuses?.[0]?.restartCount === 1,
    );
    expect(pod.status?.containerStatuses?.[0]).toMatchObject({
      image: "docker.io/library/nginx:1.27",
      lastState: { terminated: { exitCode: 0 } },
    });
    await cluster.recorded("upgraded", "Killing: Container c definition changed, will be restarted");
  });

  it("pulls a changed image immediately when the previous one could not be pulled", async () => {
    await run("typo", { containers: [{ name: "c", image: "nginx:missing" }] });
    await becomes("typo", (pod) => waiting(pod) === "ErrImagePull");
    await setImage("typo", "nginx:1.27");
    const pod = await becomes("typo", isReady);
    expect(pod.status?.containerStatuses?.[0]).toMatchObject({
      image: "docker.io/library/nginx:1.27",
      restartCount: 0,
    });
  });

  it("offers extended resources added to its capacity and withdraws removed ones", async () => {
    const offer = (amount: string | null) =>
      cluster.patch("v1/nodes/node-2/status", { status: { capacity: { "example.com/gpu": amount } } });
    const gives = (amount: string | undefined) =>
      cluster.becomes<Node & ApiObject>(
        "v1/nodes/node-2",
        ({ status }) => (status?.allocatable as Record<string, string> | undefined)?.["example.com/gpu"] === amount,
      );
    await offer("2");
    await gives("2");
    await offer(null);
    await gives(undefined);
  });

  it("fails a pod that exceeds its activeDeadlineSeconds", async () => {
    await run("long", { activeDeadlineSeconds: 1 });
    const pod = await becomes("long", ({ status }) => status?.phase === "Failed");
    expect(pod.status).toMatchObject({ reason: "DeadlineExceeded" });
    await cluster.recorded("long", "DeadlineExceeded: Pod was active on the node longer than the specified deadline");
  });

  it("rejects a directly assigned pod that does not fit and admits it once there is room", async () => {
    const asking = (cpu: string) => ({
      containers: [{ name: "c", image: "nginx", resources: { requests: { cpu } } }],
      nodeName: "node-2",
    });
    await run("roomy", asking("3"));
    await becomes("roomy", isReady);
    await run("late", asking("2"));
    const { status } = await becomes("late", (pod) => pod.status?.phase === "Failed");
    const message = "Node didn't have enough resource: cpu, requested: 2000, used: 3000, capacity: 4000";
    expect(status).toEqual({
      phase: "Failed",
      reason: "OutOfcpu",
      message: `Pod was rejected: ${message}`,
      qosClass: "Burstable",
      startTime: expect.stringMatching(/^\d/),
    });
    await cluster.recorded("late", `OutOfcpu: ${message}`);
    await cluster.remove("v1/pods/roomy");
    await cluster.become("v1/pods", (pods) => pods.every(({ metadata }) => metadata.name !== "roomy"));
    await run("next", asking("2"));
    await becomes("next", isReady);
  });

  it("preempts pods for a critical pod", async () => {
    const asking = (cpu: string, more: object = {}) => ({
      containers: [{ name: "c", image: "nginx", resources: { requests: { cpu } } }],
      nodeName: "node-2",
      ...more,
    });
    await run("humble", asking("1900m"));
    await becomes("humble", isReady);
    await run("vital", asking("1", { priorityClassName: "system-node-critical" }));
    const { status } = await becomes("humble", (pod) => pod.status?.phase === "Failed");
    expect(status).toMatchObject({ reason: "Preempting", message: "Preempted in order to admit critical pod" });
    expect(status?.conditions).toContainEqual(
      expect.objectContaining({
        type: "DisruptionTarget",
        status: "True",
        reason: "TerminationByKubelet",
        message: "Pod was preempted by Kubelet to accommodate a critical pod.",
      }),
    );
    await becomes("vital", isReady);
    await cluster.recorded("humble", "Preempting: Preempted in order to admit critical pod");
  });

  it("emits events when it becomes ready and when it is cordoned", async () => {
    const events = await cluster.recorded("node-2", "NodeReady: Node node-2 status is now: NodeReady");
    expect(events.map((event) => event.split(":")[0]).slice(0, 6)).toEqual([
      ...["Starting", "NodeAllocatableEnforced", "NodeHasSufficientMemory", "NodeHasNoDiskPressure"],
      ...["NodeHasSufficientPID", "NodeReady"],
    ]);
    expect(events[0]).toBe("Starting: Starting kubelet.");
    const all = await cluster.list<ApiObject & { involvedObject: object }>("v1/events");
    const own = all.filter((event) => (event["source"] as { component?: string }).component === "kubelet");
    const about = own
      .map(({ involvedObject }) => involvedObject)
      .filter((of) => (of as { kind?: string }).kind === "Node");
    expect(about).toContainEqual({ kind: "Node", name: "node-2", uid: "node-2" });
    for (const [unschedulable, reason] of [
      [true, "NodeNotSchedulable"],
      [false, "NodeSchedulable"],
    ] as const) {
      await cluster.patch("v1/nodes/node-2", { spec: { unschedulable } });
      await cluster.recorded("node-2", `${reason}: Node node-2 status is now: ${reason}`);
    }
  });

  it("follows a log until the container ends", async () => {
    await run("talk", { restartPolicy: "Never" }, behave({ "exit-after": "300ms", log: "one\ntwo" }));
    // On a busy server, the state may become visible only after the container has ended.
    const begun = ({ running, terminated }: ContainerState = {}): boolean => (running ?? terminated) !== undefined;
    await becomes("talk", ({ status }) => begun(status?.containerStatuses?.[0]?.state));
    const { text } = await cluster.server.request(
      "GET",
      "/api/v1/namespaces/default/pods/talk/log?follow=true&timestamps=true&tailLines=2",
    );
    expect(text).toMatch(/^\d{4}-\d\d-\d\dT\S+Z one\n\d{4}-\d\d-\d\dT\S+Z two\n$/);
  });

  it("runs the commands of any image, and the image's program when a command reaches it", async () => {
    const nginx = (command: string[], more: object = {}) => ({
      containers: [{ name: "c", image: "nginx", command, ...more }],
    });
    await run("other", { restartPolicy: "Never", ...nginx(["sh", "-c", "echo said; exit 3"]) });
    const { status } = await becomes("other", (pod) => pod.status?.phase === "Failed");
    expect(status?.containerStatuses?.[0]?.state?.terminated?.exitCode).toBe(3);
    await run("small", { restartPolicy: "Never", ...nginx(["echo", "a"]) });
    await becomes("small", (pod) => pod.status?.phase === "Succeeded");
    const script = "echo '<p>own</p>' > /usr/share/nginx/html/index.html; sleep 1; exec nginx -g 'daemon off;'";
    const readinessProbe = { httpGet: { port: 80, path: "/" }, periodSeconds: 1 };
    await run("late-server", nginx(["sh", "-c", script], { readinessProbe }));
    await cluster.recorded("late-server", /^Unhealthy: Readiness probe failed: Get .*: connect: connection refused$/);
    await becomes("late-server", isReady);
    const page = await cluster.server.request("GET", "/api/v1/namespaces/default/pods/late-server:80/proxy/");
    expect(page.text).toBe("<p>own</p>\n");
  });

  it("runs simple commands", async () => {
    const say = [{ name: "c", image: "busybox", command: ["/bin/echo", "hello", "world"] }];
    await run("say", { restartPolicy: "Never", containers: say });
    await becomes("say", ({ status }) => status?.phase === "Succeeded");
    const { text } = await cluster.server.request("GET", "/api/v1/namespaces/default/pods/say/log");
    expect(text).toBe("hello world\n");
    await run("wrong", { restartPolicy: "Never", containers: [{ name: "c", image: "alpine:3", args: ["false"] }] });
    const wrong = await becomes("wrong", ({ status }) => status?.phase === "Failed");
    expect(wrong.status?.containerStatuses?.[0]?.state?.terminated?.exitCode).toBe(1);
    await run("nap", { containers: [{ name: "c", image: "busybox", command: ["sleep", "1h"] }] });
    await becomes("nap", isReady);
    await cluster.remove("v1/pods/nap");
    await cluster.become("v1/pods", (pods) => pods.every(({ metadata }) => metadata.name !== "nap"));
  });
});

describe("Image without the shell its container runs", () => {
  it("fails to start and reports it", async () => {
    const containers = [{ name: "c", image: "busybox:1.37", command: ["bash", "-c", "echo on"] }];
    await run("no-bash", { containers, restartPolicy: "Never" });
    const pod = await becomes("no-bash", ({ status }) => status?.phase === "Failed");
    expect(pod.status?.containerStatuses?.[0]?.state?.terminated).toMatchObject({
      exitCode: 128,
      reason: "StartError",
      message: expect.stringContaining('exec: "bash": executable file not found in $PATH: unknown'),
    });
  });

  it("has its own program and no others", async () => {
    await run("bare", { containers: [{ name: "c", image: "registry.k8s.io/pause:3.10" }] });
    await becomes("bare", isReady);
    await run("bare-shell", { containers: [{ name: "c", image: "registry.k8s.io/pause:3.10", command: ["sh"] }] });
    const pod = await becomes("bare-shell", (each) => waiting(each) === "RunContainerError");
    expect(pod.status?.containerStatuses?.[0]).toMatchObject({
      state: { waiting: { message: expect.stringContaining('exec: "sh": executable file not found in $PATH') } },
      lastState: { terminated: { exitCode: 128, reason: "StartError" } },
    });
  });
});

describe("Programs expected to complete", () => {
  it("are ready after completion, not while running", async () => {
    const initContainers = [{ name: "first", image: "busybox", command: ["sleep", "1000"] }];
    await run("not-yet", { initContainers, terminationGracePeriodSeconds: 0 });
    const pod = await becomes(
      "not-yet",
      ({ status }) => status?.initContainerStatuses?.[0]?.state?.running !== undefined,
    );
    expect(pod.status?.initContainerStatuses?.[0]).toMatchObject({ ready: false, started: true });
    await cluster.remove("v1/pods/not-yet");
  });

  it("exit by themselves in init containers and jobs", async () => {
    await run("waits", { initContainers: [{ name: "first", image: "registry.example/prepare:1" }] });
    await becomes("waits", isReady);
    await cluster.make({
      apiVersion: "v1",
      kind: "Pod",
      metadata: {
        name: "worker",
        ownerReferences: [{ apiVersion: "batch/v1", kind: "Job", name: "work", uid: "1", controller: true }],
      },
      spec: {
        nodeName: "node-1",
        restartPolicy: "Never",
        containers: [{ name: "c", image: "registry.example/work:1" }],
      },
    });
    await becomes("worker", ({ status }) => status?.phase === "Succeeded");
  });
});
