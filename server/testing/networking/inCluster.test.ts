import { rm, writeFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { ApiPlace } from "../conformance/apiPlace.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../conformance/clusterUnderTest.ts";
import { BUSYBOX, ending, execOutput, logOf, prints } from "../conformance/containerOutput.ts";
import { at } from "../conformance/shape.ts";
import { temporaryFolder } from "../testServer.ts";

/** The server's address according to the cluster: nothing on this machine has that address. */
const ADDRESS = "192.0.2.10";
const TOKENS = "/var/run/secrets/kubernetes.io/serviceaccount";
const CURL = `curl -s -S --cacert ${TOKENS}/ca.crt -H "Authorization: Bearer $(cat ${TOKENS}/token)"`;

const AGENT = "curl/8.5.0";

let folder: string;
let cluster: ClusterUnderTest;
let place: ApiPlace;
let address: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  const auditPolicyFile = join(folder, "policy.yaml");
  await writeFile(auditPolicyFile, "apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{level: Metadata}]\n");
  cluster = await startClusterUnderTest({
    auditPolicyFile,
    advertiseAddress: ADDRESS,
    auditMemory: { maxEvents: 1000, maxSize: 10_000_000 },
  });
});
afterAll(async () => {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  place = await cluster.namespace();
  await place.create("v1/pods", ending("client", { image: BUSYBOX, command: ["sleep", "3600"] }));
  const pod = await place.becomes("v1/pods/client", { status: { containerStatuses: [{ ready: true }] } });
  address = at<string>(pod, "status.podIP");
});

/** The output and exit status of a script in the pod. */
const shell = async (script: string): Promise<string> =>
  (await execOutput(place, "client", ["sh", "-c", `{ ${script}; } 2>&1; echo " [$?]"`])).trimEnd();
const user = (): string => `system:serviceaccount:${place.namespace}:default`;

it.each([
  "kubernetes.default",
  "kubernetes.default.svc",
  "kubernetes.default.svc.cluster.local",
  "$KUBERNETES_SERVICE_HOST:$KUBERNETES_SERVICE_PORT",
  "kubernetes.default.svc:443",
])("a pod reaches the API at https://%s", async (host) => {
  expect(await shell(`${CURL} https://${host}/healthz`)).toBe("ok [0]");
});

it("a pod reaches the API at the server's own address from the endpoints", async () => {
  const [subset] = at<{ ports: { port: number }[]; addresses: object[] }[]>(
    await cluster.whole.get("v1/namespaces/default/endpoints/kubernetes"),
    "subsets",
  );
  expect(subset?.addresses).toEqual([{ ip: ADDRESS }]);
  expect(await shell(`${CURL} https://${ADDRESS}:${subset?.ports[0]?.port}/healthz`)).toBe("ok [0]");
});

it("a request from a pod is authenticated, authorized and audited", async () => {
  const pods = `https://kubernetes.default.svc/api/v1/namespaces/${place.namespace}/pods`;
  expect(await shell(`${CURL} ${pods} -o /dev/null -w '%{http_code}'`)).toBe("403 [0]");
  expect(await shell(`curl -sk ${pods} -o /dev/null -w '%{http_code}'`)).toBe("403 [0]");
  expect(await shell(`curl -sk -H 'Authorization: Bearer wrong' ${pods} -o /dev/null -w '%{http_code}'`)).toBe(
    "401 [0]",
  );
  await place.create("rbac.authorization.k8s.io/v1/rolebindings", {
    metadata: { name: "edit" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "edit" },
    subjects: [{ kind: "ServiceAccount", name: "default", namespace: place.namespace }],
  });
  const made = '{"metadata":{"name":"from-inside"},"data":{"a":"b"}}';
  const maps = `https://kubernetes.default.svc/api/v1/namespaces/${place.namespace}/configmaps`;
  await expect
    .poll(() =>
      shell(`${CURL} -X POST -H 'Content-Type: application/json' -d '${made}' ${maps} -o /tmp/x -w '%{http_code}'`),
    )
    .toBe("201 [0]");
  expect(await place.get("v1/configmaps/from-inside")).toMatchObject({
    data: { a: "b" },
    metadata: { managedFields: [{ manager: "curl" }] },
  });
  const events = (cluster.server.running.auditEvents?.since(0) ?? []).map(({ json }) => JSON.parse(json));
  const own = events.filter(({ requestURI, userAgent }) => requestURI.endsWith("/configmaps") && userAgent === AGENT);
  expect(own.at(-1)).toMatchObject({
    user: { username: user(), extra: { "authentication.kubernetes.io/pod-name": ["client"] } },
    sourceIPs: [address],
    responseStatus: { code: 201 },
  });
});

it("a client refuses an untrusted CA or a wrong host name", async () => {
  const untrusted = "curl: (60) SSL certificate problem: self-signed certificate in certificate chain\n";
  expect(await shell("curl https://kubernetes.default.svc/healthz")).toContain(untrusted);
  expect(await shell("curl -s https://kubernetes.default.svc/healthz")).toBe(" [60]");
  expect(await shell("curl --cacert /none https://kubernetes.default.svc/healthz")).toBe(
    "curl: (77) error adding trust anchors from file: /none\n [77]",
  );
  expect(await shell("curl -k https://kubernetes.default.svc/healthz")).toBe("ok [0]");
  await place.create("v1/services", {
    metadata: { name: "alias" },
    spec: { type: "ExternalName", externalName: "kubernetes.default.svc.cluster.local" },
  });
  expect(await shell(`${CURL} https://alias/healthz`)).toContain(
    "curl: (60) SSL: no alternative certificate subject name matches target host name 'alias'\n",
  );
  expect(await shell("curl -s http://kubernetes.default.svc:443/healthz")).toBe(
    "Client sent an HTTP request to an HTTPS server.\n [0]",
  );
});

it("wget verifies certificates only when a CA is given", async () => {
  const url = "https://kubernetes.default.svc/healthz";
  expect(await shell(`wget -qO- ${url}`)).toBe("ok [0]");
  expect(await shell(`wget -O- ${url} 2>&1`)).toContain("TLS certificate validation not implemented");
  expect(await shell(`wget -qO- --ca-certificate=${TOKENS}/ca.crt ${url}`)).toBe("ok [0]");
  expect(await shell(`wget -qO- --ca-certificate=/etc/hosts ${url} 2>&1`)).toContain("[5]");
  const asked = `wget -qO- --header "Authorization: Bearer $(cat ${TOKENS}/token)" https://kubernetes.default.svc/api`;
  expect(await shell(asked)).toMatch(/"kind": ?"APIVersions"/);
});

it("egress network policies apply to connections to the server", async () => {
  const policy = (egress: object[]) => ({
    metadata: { name: "out" },
    spec: { podSelector: {}, policyTypes: ["Egress"], egress },
  });
  const policies = "networking.k8s.io/v1/networkpolicies";
  await place.create(policies, policy([{ to: [{ podSelector: {} }] }]));
  const ask = `${CURL} https://kubernetes.default.svc/healthz`;
  await expect.poll(() => shell(ask)).toContain("Connection timed out");
  await place.update(`${policies}/out`, (object) => ({
    ...object,
    ...policy([{ to: [{ ipBlock: { cidr: `${ADDRESS}/32` } }] }]),
  }));
  await expect.poll(() => shell(ask)).toBe("ok [0]");
  await place.update(`${policies}/out`, (object) => ({ ...object, ...policy([{ ports: [{ port: 443 }] }]) }));
  await expect.poll(() => shell(ask)).toContain("Connection timed out");
});

it("a pod cannot reach other ports of the machine", async () => {
  const asked: string[] = [];
  const other = http.createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end("secret");
  });
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  try {
    for (const host of ["127.0.0.1", "localhost", ADDRESS, "[::1]", "0.0.0.0"]) {
      expect(await shell(`curl -s http://${host}:${port}/`), host).toBe(" [7]");
      expect(await shell(`curl -sk https://${host}:${port}/`), host).toBe(" [7]");
    }
    // This holds even when the endpoints of the API's own service are changed to point to that address.
    const slices = "discovery.k8s.io/v1/endpointslices";
    const slice = cluster.whole
      .url(`${slices}`)
      .replace("/endpointslices", "/namespaces/default/endpointslices/kubernetes");
    const before = (await cluster.server.request("GET", slice)).body;
    const changed = { ...before, endpoints: [{ addresses: ["10.1.2.3"] }], ports: [{ name: "https", port }] };
    expect((await cluster.server.request("PUT", slice, { body: changed })).status).toBe(200);
    await expect.poll(() => shell("curl -sk https://kubernetes.default.svc/healthz")).toBe(" [7]");
    const { resourceVersion: _, ...metadata } = before.metadata;
    await cluster.server.request("PUT", slice, { body: { ...before, metadata } });
    await expect.poll(() => shell("curl -sk https://kubernetes.default.svc/healthz")).toBe("ok [0]");
  } finally {
    other.close();
  }
  expect(asked).toEqual([]);
});

it("a watch prints events as they arrive, and ends with its pod", async () => {
  const maps = `https://kubernetes.default.svc/api/v1/namespaces/${place.namespace}/configmaps`;
  await place.create("rbac.authorization.k8s.io/v1/rolebindings", {
    metadata: { name: "view" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" },
    subjects: [{ kind: "ServiceAccount", name: "default", namespace: place.namespace }],
  });
  const watching = async (): Promise<number> => {
    const { text } = await cluster.server.request("GET", "/metrics");
    const lines = text.matchAll(/^apiserver_longrunning_requests\{(.*)\} (\d+)$/gm);
    const own = [...lines].filter(([, labels]) => labels?.includes('"configmaps"') && labels.includes('"WATCH"'));
    return own.reduce((sum, [, , count]) => sum + Number(count), 0);
  };
  await expect.poll(() => shell(`${CURL} '${maps}?limit=1' -o /dev/null -w '%{http_code}'`)).toBe("200 [0]");
  const before = await watching();
  const script = `${CURL} -N '${maps}?watch=1&fieldSelector=metadata.name=seen'`;
  await place.create("v1/pods", ending("watcher", { image: BUSYBOX, command: ["sh", "-c", script] }));
  await expect.poll(watching).toBe(before + 1);
  await place.create("v1/configmaps", { metadata: { name: "seen" } });
  await prints(place, "watcher", '"type":"ADDED"');
  expect(await logOf(place, "watcher")).toContain('"name":"seen"');
  await place.remove("v1/pods/watcher");
  await expect.poll(watching).toBe(before);
  expect(await shell(`${CURL} -m 0.2 '${maps}?watch=1&fieldSelector=metadata.name=none'`)).toMatch(
    /timed out.* \[28\]$/s,
  );
});
