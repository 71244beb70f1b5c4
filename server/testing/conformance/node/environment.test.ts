import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ApiPlace } from "../apiPlace.ts";
import { condition, configMap, service } from "../bodies.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";
import { AGNHOST, ending, outputOf, script, shellOutput } from "../containerOutput.ts";

let cluster: ClusterUnderTest;
let place: ApiPlace;
beforeAll(async () => {
  cluster = await startClusterUnderTest();
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  place = await cluster.namespace();
});

/** The environment variables that a container sees. */
const environment = (container: object, spec: object = {}): Promise<string> =>
  outputOf(place, ending("teller", script("env", container), spec));

const secret = (name: string, data: Readonly<Record<string, string>>) => ({ metadata: { name }, stringData: data });

test("[sig-node] ConfigMap should be consumable via environment variable [NodeConformance]", async () => {
  await place.create("v1/configmaps", configMap("settings", { "data-1": "value-1" }));
  const configMapKeyRef = { name: "settings", key: "data-1" };
  expect(await environment({ env: [{ name: "CONFIG_DATA_1", valueFrom: { configMapKeyRef } }] })).toContain(
    "CONFIG_DATA_1=value-1",
  );
});

test("[sig-node] ConfigMap should be consumable via the environment [NodeConformance]", async () => {
  await place.create("v1/configmaps", configMap("settings", { data_1: "value-1", data_2: "value-2" }));
  const configMapRef = { name: "settings" };
  const output = await environment({ envFrom: [{ configMapRef }, { prefix: "p_", configMapRef }] });
  for (const line of ["data_1=value-1", "data_2=value-2", "p_data_1=value-1", "p_data_2=value-2"]) {
    expect(output).toContain(line);
  }
});

test("[sig-node] Secrets should be consumable from pods in env vars [NodeConformance]", async () => {
  await place.create("v1/secrets", secret("keys", { "data-1": "value-1" }));
  const secretKeyRef = { name: "keys", key: "data-1" };
  expect(await environment({ env: [{ name: "SECRET_DATA", valueFrom: { secretKeyRef } }] })).toContain(
    "SECRET_DATA=value-1",
  );
});

test("[sig-node] Secrets should be consumable via the environment [NodeConformance]", async () => {
  await place.create("v1/secrets", secret("keys", { data_1: "value-1" }));
  const secretRef = { name: "keys" };
  const output = await environment({ envFrom: [{ secretRef }, { prefix: "p-", secretRef }] });
  expect(output).toContain("data_1=value-1");
  expect(output).toContain("p-data_1=value-1");
});

const ofPod = (name: string, fieldPath: string) => ({ name, valueFrom: { fieldRef: { fieldPath } } });
const ofContainer = (name: string, resource: string) => ({ name, valueFrom: { resourceFieldRef: { resource } } });

test("[sig-node] Downward API should provide pod name, namespace and IP address as env vars [NodeConformance]", async () => {
  const env = [ofPod("NAME", "metadata.name"), ofPod("SPACE", "metadata.namespace"), ofPod("IP", "status.podIP")];
  const output = await environment({ env });
  expect(output).toContain("NAME=teller");
  expect(output).toContain(`SPACE=${place.namespace}`);
  expect(output).toMatch(/^IP=\d+\.\d+\.\d+\.\d+$/m);
});

test("[sig-node] Downward API should provide host IP as an env var [NodeConformance]", async () => {
  expect(await environment({ env: [ofPod("HOST_IP", "status.hostIP")] })).toMatch(/^HOST_IP=\d+\.\d+\.\d+\.\d+$/m);
});

test("[sig-node] Downward API should provide hostIPs as an env var [NodeConformance]", async () => {
  expect(await environment({ env: [ofPod("HOST_IPS", "status.hostIPs")] })).toMatch(/^HOST_IPS=\d+\.\d+\.\d+\.\d+/m);
});

test("[sig-node] Downward API should provide pod UID as env vars [NodeConformance]", async () => {
  const output = await environment({ env: [ofPod("POD_UID", "metadata.uid")] });
  const { metadata } = await place.get("v1/pods/teller");
  expect(output).toContain(`POD_UID=${metadata.uid}`);
});

const AMOUNTS = [
  ofContainer("CPU_LIMIT", "limits.cpu"),
  ofContainer("MEMORY_LIMIT", "limits.memory"),
  ofContainer("CPU_REQUEST", "requests.cpu"),
  ofContainer("MEMORY_REQUEST", "requests.memory"),
];

test("[sig-node] Downward API should provide container's limits.cpu/memory and requests.cpu/memory as env vars [NodeConformance]", async () => {
  const resources = { requests: { cpu: "250m", memory: "32Mi" }, limits: { cpu: "1250m", memory: "64Mi" } };
  const output = await environment({ env: AMOUNTS, resources });
  for (const line of ["CPU_LIMIT=2", "MEMORY_LIMIT=67108864", "CPU_REQUEST=1", "MEMORY_REQUEST=33554432"]) {
    expect(output).toContain(line);
  }
});

test("[sig-node] Downward API should provide default limits.cpu/memory from node allocatable [NodeConformance]", async () => {
  const output = await environment({ env: AMOUNTS.slice(0, 2) });
  expect(output).toMatch(/^CPU_LIMIT=[1-9]\d*$/m);
  expect(output).toMatch(/^MEMORY_LIMIT=[1-9]\d*$/m);
});

test("[sig-node] Pods should contain environment variables for services [NodeConformance]", async () => {
  const labels = { name: "server-envvars" };
  const server = ending("server-envvars", {
    image: AGNHOST,
    args: ["serve-hostname"],
    ports: [{ containerPort: 9376 }],
  });
  await place.create("v1/pods", { ...server, metadata: { ...server.metadata, labels } });
  await place.becomes("v1/pods/server-envvars", { status: { containerStatuses: [{ ready: true }] } });
  await place.create(
    "v1/services",
    service("fooservice", { selector: labels, ports: [{ port: 8765, targetPort: 8080 }] }),
  );
  const output = await environment({});
  const names = [
    "SERVICE_HOST",
    "SERVICE_PORT",
    "PORT",
    "PORT_8765_TCP_PORT",
    "PORT_8765_TCP_PROTO",
    "PORT_8765_TCP",
    "PORT_8765_TCP_ADDR",
  ];
  for (const name of names) expect(output).toMatch(new RegExp(`^FOOSERVICE_${name}=.+$`, "m"));
});

test("[sig-node] Kubelet when scheduling an agnhost Pod with hostAliases should write entries to /etc/hosts [NodeConformance]", async () => {
  const hostAliases = [{ ip: "123.45.67.89", hostnames: ["foo", "bar"] }];
  const pod = ending("agnhost-host-aliases", { image: AGNHOST, args: ["etc-hosts"] }, { hostAliases });
  expect(await outputOf(place, pod)).toContain("123.45.67.89\tfoo\tbar");
});

const MANAGED = "# Kubernetes-managed hosts file.";

test("[sig-node] KubeletManagedEtcHosts should test kubelet managed /etc/hosts file [NodeConformance]", async () => {
  const original = { name: "host-etc-hosts", mountPath: "/etc/hosts-original" };
  const own = { name: "host-etc-hosts", mountPath: "/etc/hosts" };
  const volumes = [{ name: "host-etc-hosts", hostPath: { path: "/etc/hosts", type: "FileOrCreate" } }];
  const container = (number: number, ...volumeMounts: object[]) => ({
    name: `busybox-${number}`,
    image: AGNHOST,
    volumeMounts,
  });
  const containers = [container(1, original), container(2, original)];
  const more = { hostNetwork: true, securityContext: {} };
  const withOwn = [...containers, container(3, original, own)];
  await place.create("v1/pods", ending("test-pod", {}, { volumes, containers: withOwn }));
  await place.create("v1/pods", ending("test-host-network-pod", {}, { volumes, containers, ...more }));
  const isManaged = async (pod: string, name: string): Promise<boolean> => {
    const read = (path: string) => shellOutput(place, pod, `cat ${path}`, name);
    const [hosts, before] = [await read("/etc/hosts"), await read("/etc/hosts-original")];
    expect(hosts).not.toBe("");
    expect(before).not.toBe("");
    return hosts.startsWith(MANAGED) && hosts !== before;
  };
  for (const name of ["test-pod", "test-host-network-pod"]) {
    await place.becomes(`v1/pods/${name}`, { status: { conditions: [condition("Ready")] } });
  }
  for (const name of ["busybox-1", "busybox-2"]) expect(await isManaged("test-pod", name)).toBe(true);
  expect(await isManaged("test-pod", "busybox-3")).toBe(false);
  for (const name of ["busybox-1", "busybox-2"]) expect(await isManaged("test-host-network-pod", name)).toBe(false);
});
