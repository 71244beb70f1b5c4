import { mkdtempSync } from "node:fs";
import https from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Namespace, Node, Pod } from "kubernetes-types/core/v1";
import { afterEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../shared/object.ts";
import type { Status } from "../../shared/status.ts";
import { startCluster, startLivingCluster, waitFor } from "../acting/controllers/testing/cluster.ts";
import { startTestServer, type TestServer } from "./testServer.ts";

let server: TestServer | undefined;
afterEach(() => server?.stop());

const start = async (gates: Record<string, string>, dataDir?: string): Promise<TestServer> => {
  await server?.stop();
  server = await startTestServer({
    featureGates: gates,
    disableAdmissionPlugins: ["ServiceAccount"],
    ...(dataDir === undefined ? {} : { dataDir }),
  });
  return server;
};

/** What a pod may say only when a gate is open, and what is said about it otherwise. */
interface LooseRule {
  readonly gate: string;
  readonly container?: object;
  readonly spec?: object;
  readonly annotations?: Record<string, string>;
  /** Cause of the refusal when the gate is closed, and, where even an open gate has limits, when it is open. */
  readonly closed: string;
}

const ENVIRONMENT =
  "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')";
const SUBDOMAIN =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

const RULES: readonly LooseRule[] = [
  {
    gate: "RelaxedEnvironmentVariableValidation",
    container: { env: [{ name: "1 or two", value: "x" }] },
    closed: `spec.containers[0].env[0].name: Invalid value: "1 or two": ${ENVIRONMENT}`,
  },
  {
    gate: "RelaxedEnvironmentVariableValidation",
    container: { envFrom: [{ prefix: "..", configMapRef: { name: "c" } }] },
    closed: `spec.containers[0].envFrom[0].prefix: Invalid value: "..": must not be '..'`,
  },
  {
    gate: "RelaxedDNSSearchValidation",
    spec: { dnsConfig: { searches: [".", "_sip._tcp.example.com."] } },
    closed: `[spec.dnsConfig.searches[0]: Invalid value: "": ${SUBDOMAIN}, spec.dnsConfig.searches[1]: Invalid value: "_sip._tcp.example.com": ${SUBDOMAIN}]`,
  },
  {
    gate: "PodLifecycleSleepActionAllowZero",
    container: { lifecycle: { preStop: { sleep: { seconds: 0 } } } },
    closed:
      "spec.containers[0].lifecycle.preStop.sleep: Invalid value: 0: must be greater than 0 and less than terminationGracePeriodSeconds (30). Enable AllowPodLifecycleSleepActionZeroValue feature gate for zero sleep.",
  },
];

const POD_PATH = "/api/v1/namespaces/default/pods";
const pod = ({ container, spec, annotations }: Omit<LooseRule, "gate" | "closed">) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "p", annotations },
  spec: { automountServiceAccountToken: false, containers: [{ name: "c", image: "i", ...container }], ...spec },
});
const phaseOf = ({ status }: ApiObject): string | undefined => (status as { phase?: string } | undefined)?.phase;
const messageOf = ({ body }: { body: unknown }): string => (body as Status).message ?? "";

describe.each(RULES)("$gate", ({ gate, closed, ...rule }) => {
  it("lets pods say more when it is on", async () => {
    const { request } = await start({ [gate]: "true" });
    expect((await request("POST", POD_PATH, { body: pod(rule) })).status).toBe(201);
  });

  it("refuses it when it is off, with the reference's words, for templates too", async () => {
    const { request } = await start({ [gate]: "false" });
    const made = await request("POST", POD_PATH, { body: pod(rule) });
    expect(messageOf(made)).toBe(`Pod "p" is invalid: ${closed}`);
    const labels = { app: "a" };
    const { metadata: _, spec } = pod(rule);
    const deployment = {
      metadata: { name: "d" },
      spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
    };
    const path = "/apis/apps/v1/namespaces/default/deployments";
    const refused = messageOf(await request("POST", path, { body: deployment }));
    expect(refused).toBe(
      `Deployment.apps "d" is invalid: ${closed.replaceAll(/(?<=^|\[|, )spec\./g, "spec.template.spec.")}`,
    );
  });

  it("leaves what is stored when it is switched off later", async () => {
    const folder = mkdtempSync(join(tmpdir(), "orrery-gates-"));
    const first = await start({ [gate]: "true" }, folder);
    await first.request("POST", POD_PATH, { body: pod(rule) });
    const { request } = await start({ [gate]: "false" }, folder);
    const body = { metadata: { labels: { changed: "yes" } } };
    const headers = { "content-type": "application/merge-patch+json" };
    expect((await request("PATCH", `${POD_PATH}/p`, { headers, body })).status).toBe(200);
  });
});

describe("gates that open have limits", () => {
  it("PodLifecycleSleepActionAllowZero: no less than nothing", async () => {
    const { request } = await start({ PodLifecycleSleepActionAllowZero: "true" });
    const body = pod({ container: { lifecycle: { preStop: { sleep: { seconds: -1 } } } } });
    expect(messageOf(await request("POST", POD_PATH, { body }))).toBe(
      'Pod "p" is invalid: spec.containers[0].lifecycle.preStop.sleep: Invalid value: -1: must be non-negative and less than terminationGracePeriodSeconds (30)',
    );
  });

  it("RelaxedDNSSearchValidation: names all the same", async () => {
    const { request } = await start({ RelaxedDNSSearchValidation: "true" });
    const body = pod({ spec: { dnsConfig: { searches: ["a__.b"] } } });
    expect(messageOf(await request("POST", POD_PATH, { body }))).toBe(
      "Pod \"p\" is invalid: spec.dnsConfig.searches[0]: Invalid value: \"a__.b\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*')",
    );
  });

  it("RelaxedEnvironmentVariableValidation, off: a name that was there stays, another does not come", async () => {
    const folder = mkdtempSync(join(tmpdir(), "orrery-gates-"));
    const labels = { app: "a" };
    const path = "/apis/apps/v1/namespaces/default/deployments";
    const deployment = (...names: string[]) => ({
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "d" },
      spec: {
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: { containers: [{ name: "c", image: "i", env: names.map((name) => ({ name, value: "x" })) }] },
        },
      },
    });
    const first = await start({}, folder);
    await first.request("POST", path, { body: deployment("1 a") });
    const { request } = await start({ RelaxedEnvironmentVariableValidation: "false" }, folder);
    expect((await request("PUT", `${path}/d`, { body: deployment("1 b") })).status).toBe(422);
    // As in the reference, what is in use loosens the rule for all names of the pod.
    expect((await request("PUT", `${path}/d`, { body: deployment("1 a", "1 b") })).status).toBe(200);
    expect((await request("PUT", `${path}/d`, { body: deployment("a") })).status).toBe(200);
    expect((await request("PUT", `${path}/d`, { body: deployment("1 a") })).status).toBe(422);
  });
});

describe("PodDeletionCost", () => {
  const annotations = { "controller.kubernetes.io/pod-deletion-cost": "cheap" };
  it.each([
    ["true", 422],
    ["false", 201],
  ])("%s: what is no number is %d", async (on, status) => {
    const { request } = await start({ PodDeletionCost: on });
    expect((await request("POST", POD_PATH, { body: pod({ annotations }) })).status).toBe(status);
  });

  it("is no longer asked about pods that had no number before", async () => {
    const folder = mkdtempSync(join(tmpdir(), "orrery-gates-"));
    const first = await start({ PodDeletionCost: "false" }, folder);
    await first.request("POST", POD_PATH, { body: pod({ annotations }) });
    const { request } = await start({}, folder);
    const body = { metadata: { labels: { changed: "yes" } } };
    const headers = { "content-type": "application/merge-patch+json" };
    expect((await request("PATCH", `${POD_PATH}/p`, { headers, body })).status).toBe(200);
  });

  it.each(["true", "false"])("%s: whether the cheaper pod goes first", async (on) => {
    const cluster = await startCluster(["replicaset-controller"], { featureGates: { PodDeletionCost: on } });
    try {
      const labels = { app: "a" };
      const template = { metadata: { labels }, spec: { containers: [{ name: "c", image: "i" }] } };
      await cluster.make({
        apiVersion: "apps/v1",
        kind: "ReplicaSet",
        metadata: { name: "r" },
        spec: { replicas: 1, selector: { matchLabels: labels }, template },
      });
      await cluster.patch("apps/v1/replicasets/r", { spec: { replicas: 2 } });
      await cluster.becomes("apps/v1/replicasets/r", ({ status }) => (status as { replicas?: number }).replicas === 2);
      // One of them is cheap, the other one has failed, which counts for less.
      const [cheap, broken] = (await cluster.list("v1/pods")).map(({ metadata }) => metadata.name ?? "");
      const cost = { "controller.kubernetes.io/pod-deletion-cost": "-5" };
      await cluster.patch(`v1/pods/${cheap}`, { metadata: { annotations: cost } });
      const containerStatuses = [{ name: "c", image: "i", imageID: "", ready: false, restartCount: 3 }];
      await cluster.patch(`v1/pods/${broken}/status`, { status: { containerStatuses } });
      await cluster.patch("apps/v1/replicasets/r", { spec: { replicas: 1 } });
      await cluster.becomes("apps/v1/replicasets/r", ({ status }) => (status as { replicas?: number }).replicas === 1);
      const left = (await cluster.list("v1/pods")).map(({ metadata }) => metadata.name);
      expect(left).toEqual([on === "true" ? broken : cheap]);
    } finally {
      await cluster.stop();
    }
  });
});

describe("PodReadyToStartContainersCondition and DisableNodeKubeProxyVersion", () => {
  it.each(["true", "false"])("%s: whether nodes tell of the time before containers can start", async (on) => {
    const cluster = await startCluster(["root-ca-certificate-publisher-controller"], {
      simulatedNodes: 1,
      featureGates: { PodReadyToStartContainersCondition: on, DisableNodeKubeProxyVersion: on },
    });
    try {
      const spec = { nodeName: "node-1", containers: [{ name: "c", image: "i" }] };
      await cluster.make({ apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, spec });
      const { status } = await cluster.becomes<Pod & ApiObject>(
        "v1/pods/p",
        (made) => made.status?.phase === "Running",
      );
      const types = (status?.conditions ?? []).map(({ type }) => type);
      expect(types).toContain("Ready");
      expect(types.includes("PodReadyToStartContainers")).toBe(on === "true");
      // The same cluster shows another gate of nodes.
      const node = await cluster.get<Node & ApiObject>("v1/nodes/node-1");
      expect(node?.status?.nodeInfo?.kubeProxyVersion).toBe(
        on === "true" ? "" : node?.status?.nodeInfo?.kubeletVersion,
      );
    } finally {
      await cluster.stop();
    }
  });
});

describe("HonorPVReclaimPolicy", () => {
  it.each(["true", "false"])("%s: whether a volume that is deleted first waits for its disk", async (on) => {
    const cluster = await startLivingCluster(
      ["persistentvolume-binder-controller", "persistentvolume-protection-controller"],
      { featureGates: { HonorPVReclaimPolicy: on } },
    );
    try {
      const provisioner = "simulation.orrery/disk";
      const apiVersion = "storage.k8s.io/v1";
      await cluster.make({ apiVersion, kind: "StorageClass", metadata: { name: "k" }, provisioner });
      await cluster.make({
        apiVersion: "v1",
        kind: "PersistentVolumeClaim",
        metadata: { name: "c" },
        spec: {
          storageClassName: "k",
          accessModes: ["ReadWriteOnce"],
          resources: { requests: { storage: "1Gi" } },
        },
      });
      const [volume] = await cluster.become(
        "v1/persistentvolumes",
        ([one]) => one !== undefined && phaseOf(one) === "Bound",
      );
      expect(volume?.metadata.finalizers?.includes(provisioner)).toBe(on === "true");
    } finally {
      await cluster.stop();
    }
  });
});

describe("statuses of pods", () => {
  const own = { name: "c", image: "i", imageID: "", ready: true, restartCount: 0 };
  const report = {
    allocatedResources: { cpu: "1" },
    allocatedResourcesStatus: [{ name: "claim:a", resources: [{ resourceID: "r" }] }],
    resources: { requests: { cpu: "1" } },
    user: { linux: { uid: 1, gid: 1 } },
    volumeMounts: [{ name: "v", mountPath: "/v", readOnly: true, recursiveReadOnly: "Disabled" }],
  };
  it.each<[Record<string, string>, object]>([
    [{}, { volumeMounts: report.volumeMounts }],
    [
      { RecursiveReadOnlyMounts: "false", ResourceHealthStatus: "true" },
      { allocatedResourcesStatus: report.allocatedResourcesStatus },
    ],
    [{ InPlacePodVerticalScaling: "true" }, { resources: report.resources, volumeMounts: report.volumeMounts }],
    [
      {
        InPlacePodVerticalScaling: "true",
        InPlacePodVerticalScalingAllocatedStatus: "true",
        SupplementalGroupsPolicy: "true",
      },
      {
        allocatedResources: report.allocatedResources,
        resources: report.resources,
        user: report.user,
        volumeMounts: report.volumeMounts,
      },
    ],
  ])("say with %j only what features that are on are about", async (gates, kept) => {
    const { request } = await start(gates);
    await request("POST", POD_PATH, { body: pod({}) });
    const headers = { "content-type": "application/merge-patch+json" };
    const body = {
      status: {
        resize: "InProgress",
        resourceClaimStatuses: [{ name: "a" }],
        containerStatuses: [{ ...own, ...report }],
      },
    };
    const answer = (await request("PATCH", `${POD_PATH}/p/status`, { headers, body })).body as unknown as Pod & {
      status: { resize?: string };
    };
    expect(answer.status.containerStatuses).toEqual([{ ...own, ...kept, lastState: {}, state: {} }]);
    expect(answer.status.resize).toBe(gates["InPlacePodVerticalScaling"] === undefined ? undefined : "InProgress");
    expect(answer.status).not.toHaveProperty("resourceClaimStatuses");
  });

  it("keep in the store what a dry run drops for features that are off by now", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "orrery-gates-"));
    const headers = { "content-type": "application/merge-patch+json" };
    const { allocatedResourcesStatus } = report;
    const path = `${POD_PATH}/${pod({}).metadata.name}`;
    const on = await start({ ResourceHealthStatus: "true" }, dataDir);
    await on.request("POST", POD_PATH, { body: pod({}) });
    const body = { status: { containerStatuses: [{ ...own, allocatedResourcesStatus }] } };
    await on.request("PATCH", `${path}/status`, { headers, body });
    const off = await start({}, dataDir);
    const patch = { metadata: { labels: { dry: "run" } } };
    const dropped = await off.request("PATCH", `${path}/status?dryRun=All`, { headers, body: patch });
    const first = ({ body: read }: typeof dropped) => (read as Pod).status?.containerStatuses?.[0];
    expect(first(dropped)).not.toHaveProperty("allocatedResourcesStatus");
    expect(first(await off.request("GET", path))).toMatchObject({ allocatedResourcesStatus });
  });
});

describe("OrderedNamespaceDeletion", () => {
  it.each(["true", "false"])("%s: whether what serves pods outlives them", async (on) => {
    const cluster = await startCluster(["namespace-controller"], { featureGates: { OrderedNamespaceDeletion: on } });
    const { request } = cluster.server;
    try {
      const place = "/api/v1/namespaces/n";
      await request("POST", "/api/v1/namespaces", { body: { metadata: { name: "n" } } });
      await request("POST", `${place}/serviceaccounts`, { body: { metadata: { name: "default" } } });
      await request("POST", `${place}/configmaps`, { body: { metadata: { name: "served" } } });
      const held = { ...pod({}), metadata: { name: "p", finalizers: ["example.com/held"] } };
      await request("POST", `${place}/pods`, { body: held });
      await request("DELETE", place);
      const status = async (path: string): Promise<number> => (await request("GET", path)).status;
      const conditions = async () =>
        ((await request("GET", place)).body as { status?: Namespace["status"] }).status?.conditions ?? [];
      const remaining = await waitFor(conditions, (list) =>
        list.some((one) => one.type === "NamespaceContentRemaining" && one.status === "True"),
      );
      expect(remaining.find(({ type }) => type === "NamespaceContentRemaining")?.message).toBe(
        "Some resources are remaining: pods. has 1 resource instances",
      );
      expect(await status(`${place}/configmaps/served`)).toBe(on === "true" ? 200 : 404);
      const headers = { "content-type": "application/merge-patch+json" };
      await request("PATCH", `${place}/pods/p`, { headers, body: { metadata: { finalizers: null } } });
      await waitFor(
        () => status(place),
        (code) => code === 404,
      );
    } finally {
      await cluster.stop();
    }
  });
});

/** The protocol that the server chooses when one is offered; undefined when it takes none. */
const chosen = (url: string, path: string, protocol: string): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization: "Bearer admin-token",
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
      "sec-websocket-protocol": protocol,
      "sec-websocket-version": "13",
    };
    const asked = https.request(url + path, { headers, rejectUnauthorized: false });
    asked.on("upgrade", (answer, socket) => {
      socket.destroy();
      resolve(answer.headers["sec-websocket-protocol"]);
    });
    asked.on("response", (answer) => {
      answer.resume();
      resolve(undefined);
    });
    asked.on("error", reject);
    asked.end();
  });

describe("TranslateStreamCloseWebsocketRequests and PortForwardWebsockets", () => {
  it.each(["true", "false"])("%s: which protocols of WebSockets are spoken", async (on) => {
    const cluster = await startCluster(["root-ca-certificate-publisher-controller"], {
      simulatedNodes: 1,
      featureGates: { TranslateStreamCloseWebsocketRequests: on, PortForwardWebsockets: on },
    });
    try {
      const spec = { nodeName: "node-1", containers: [{ name: "c", image: "i" }] };
      await cluster.make({ apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, spec });
      await cluster.becomes("v1/pods/p", (made) => phaseOf(made) === "Running");
      const { url } = cluster.server;
      const exec = `${POD_PATH}/p/exec?command=true&stdout=true`;
      const whenOn = (protocol: string): string | undefined => (on === "true" ? protocol : undefined);
      expect(await chosen(url, exec, "v5.channel.k8s.io")).toBe(whenOn("v5.channel.k8s.io"));
      expect(await chosen(url, exec, "v4.channel.k8s.io")).toBe("v4.channel.k8s.io");
      const forward = `${POD_PATH}/p/portforward?ports=80`;
      const tunnel = "SPDY/3.1+portforward.k8s.io";
      expect(await chosen(url, forward, tunnel)).toBe(whenOn(tunnel));
      expect(await chosen(url, forward, "v4.channel.k8s.io")).toBe("v4.channel.k8s.io");
    } finally {
      await cluster.stop();
    }
  });
});

describe("SeparateTaintEvictionController", () => {
  it.each(["true", "false"])(
    "%s: whether the controller of nodes' lives leaves evictions to another one",
    async (on) => {
      const featureGates = { SeparateTaintEvictionController: on };
      const cluster = await startCluster(["node-lifecycle-controller"], { featureGates });
      try {
        const spec = { nodeName: "n1", containers: [{ name: "c", image: "i" }] };
        await cluster.make({ apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, spec });
        await cluster.patch("v1/nodes/n1", {
          spec: { unschedulable: true, taints: [{ key: "out", effect: "NoExecute" }] },
        });
        if (on === "false") {
          await waitFor(
            async () =>
              (await cluster.get("v1/pods/p"))?.metadata.deletionTimestamp ??
              (await cluster.get("v1/pods/p")) === undefined,
            (gone) => gone !== false,
          );
        } else {
          // The controller has seen the taint when it has marked the node, which takes no pods.
          await cluster.becomes<Node & ApiObject>("v1/nodes/n1", ({ spec: seen }) => (seen?.taints ?? []).length > 1);
          expect((await cluster.get("v1/pods/p"))?.metadata.deletionTimestamp).toBeUndefined();
        }
      } finally {
        await cluster.stop();
      }
    },
  );
});
