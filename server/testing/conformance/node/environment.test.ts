import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ApiPlace } from "../apiPlace.ts";
import { configMap, service } from "../bodies.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";
import { AGNHOST, ending, execOutput, logOf, outputOf, prints, script } from "../containerOutput.ts";

let cluster: ClusterUnderTest;
let place: ApiPlace;
beforeAll(async () => {
  cluster = await startClusterUnderTest();
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  place = await cluster.namespace();
});

/** What a container finds in its environment. */
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
  const server = { image: AGNHOST, args: ["serve-hostname", "--port", "8080"] };
  const pod = ending("server-envvars", server);
  await place.create("v1/pods", { ...pod, metadata: { name: "server-envvars", labels: { name: "server" } } });
  await place.create(
    "v1/services",
    service("fooservice", { selector: { name: "server" }, ports: [{ port: 8765, targetPort: 8080 }] }),
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

test("[sig-node] Variable Expansion should allow composing env vars into new env vars [NodeConformance]", async () => {
  const env = [
    { name: "FOO", value: "foo-value" },
    { name: "BAR", value: "bar-value" },
    { name: "FOOBAR", value: "$(FOO);;$(BAR)" },
  ];
  const output = await environment({ env });
  for (const line of ["FOO=foo-value", "BAR=bar-value", "FOOBAR=foo-value;;bar-value"]) expect(output).toContain(line);
});

const TEST_VAR = { env: [{ name: "TEST_VAR", value: "test-value" }] };

test("[sig-node] Variable Expansion should allow substituting values in a container's command [NodeConformance]", async () => {
  const container = script('TEST_VAR=wrong echo "$(TEST_VAR)"', TEST_VAR);
  expect(await outputOf(place, ending("teller", container))).toBe("test-value\n");
});

test("[sig-node] Variable Expansion should allow substituting values in a container's args [NodeConformance]", async () => {
  const container = { ...script(""), command: ["sh", "-c"], args: ['TEST_VAR=wrong echo "$(TEST_VAR)"'], ...TEST_VAR };
  expect(await outputOf(place, ending("teller", container))).toBe("test-value\n");
});

const WORK = { volumes: [{ name: "work", emptyDir: {} }] };
const NAMED = [ofPod("POD_NAME", "metadata.name")];
const byName = (mountPath: string, subPathExpr?: string) => ({
  name: "work",
  mountPath,
  ...(subPathExpr === undefined ? {} : { subPathExpr }),
});

test("[sig-node] Variable Expansion should allow substituting values in a volume subpath", async () => {
  const volumeMounts = [byName("/logscontainer", "$(POD_NAME)"), byName("/testcontainer")];
  const container = script("test -d /testcontainer/teller; echo $?", { env: NAMED, volumeMounts });
  expect(await outputOf(place, ending("teller", container, WORK))).toBe("0\n");
});

/** A pod whose part of a volume cannot be mounted: its container is never started. */
async function failsToMount(subPathExpr: string, value: string, why: RegExp): Promise<void> {
  const container = script("sleep 3600", {
    env: [{ name: "PART", value }],
    volumeMounts: [byName("/work", subPathExpr)],
  });
  await place.create("v1/pods", ending("stuck", container, WORK));
  const waiting = { reason: "CreateContainerConfigError", message: (text: string) => why.test(text) };
  await place.becomes("v1/pods/stuck", { status: { phase: "Pending", containerStatuses: [{ state: { waiting } }] } });
}

test("[sig-node] Variable Expansion should fail substituting values in a volume subpath with backticks", () =>
  failsToMount("$(PART)", "..", /must not contain '\.\.'/));

test("[sig-node] Variable Expansion should fail substituting values in a volume subpath with absolute path", () =>
  failsToMount("$(PART)", "/tmp", /must not be an absolute path/));

test("[sig-node] Variable Expansion should verify that a failing subpath expansion can be modified during the lifecycle of a container [Slow]", async () => {
  const env = [ofPod("PART", "metadata.annotations['mysubpath']")];
  const container = script("sleep 3600", { env, volumeMounts: [byName("/work", "$(PART)")] });
  const pod = ending("mended", container, WORK);
  await place.create("v1/pods", { ...pod, metadata: { ...pod.metadata, annotations: { mysubpath: "/absolute" } } });
  const waiting = { reason: "CreateContainerConfigError" };
  await place.becomes("v1/pods/mended", { status: { containerStatuses: [{ state: { waiting } }] } });
  await place.patch("v1/pods/mended", { metadata: { annotations: { mysubpath: "mypath" } } });
  await place.becomes("v1/pods/mended", { status: { phase: "Running", containerStatuses: [{ ready: true }] } });
});

test("[sig-node] Variable Expansion should succeed in writing subpaths in container", async () => {
  const env = [ofPod("PART", "metadata.annotations['mysubpath']")];
  const volumeMounts = [byName("/subpath_mount", "$(PART)"), byName("/volume_mount")];
  const pod = ending("writer", script("sleep 3600", { env, volumeMounts }), WORK);
  await place.create("v1/pods", { ...pod, metadata: { ...pod.metadata, annotations: { mysubpath: "mypath" } } });
  await place.becomes("v1/pods/writer", { status: { containerStatuses: [{ ready: true }] } });
  await execOutput(
    place,
    "writer",
    ["touch", "/volume_mount/mypath/foo/../test.log"].slice(0, 1).concat("/volume_mount/mypath/test.log"),
  );
  expect(await execOutput(place, "writer", ["sh", "-c", "test -f /subpath_mount/test.log; echo $?"])).toBe("0\n");
  await place.patch("v1/pods/writer", { metadata: { annotations: { mysubpath: "mynewpath" } } });
  expect(await execOutput(place, "writer", ["sh", "-c", "test -f /subpath_mount/test.log; echo $?"])).toBe("0\n");
});

const HOSTS = { hostAliases: [{ ip: "123.45.67.89", hostnames: ["foo", "bar"] }] };

test("[sig-node] Kubelet when scheduling an agnhost Pod with hostAliases should write entries to /etc/hosts [NodeConformance]", async () => {
  const output = await outputOf(place, ending("aliased", { image: AGNHOST, args: ["etc-hosts"] }, HOSTS));
  expect(output).toMatch(/^123\.45\.67\.89\tfoo\tbar$/m);
});

test("[sig-node] KubeletManagedEtcHosts should test kubelet managed /etc/hosts file [NodeConformance]", async () => {
  const own = { volumeMounts: [{ name: "own", mountPath: "/etc/hosts", subPath: "hosts" }] };
  await place.create("v1/configmaps", configMap("hosts", { hosts: "127.0.0.1 mine\n" }));
  const volumes = [{ name: "own", configMap: { name: "hosts" } }];
  const pod = ending(
    "hosts",
    {},
    {
      containers: [
        { name: "managed", ...script("cat /etc/hosts; sleep 3600") },
        { name: "own", ...script("cat /etc/hosts; sleep 3600", own) },
      ],
      volumes,
    },
  );
  await place.create("v1/pods", pod);
  await prints(place, "hosts", /localhost[\s\S]*\thosts/, "managed");
  await prints(place, "hosts", "127.0.0.1 mine", "own");
  expect(await logOf(place, "hosts", "own")).not.toContain("simulated node");
});
