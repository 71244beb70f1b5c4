import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ApiPlace } from "../apiPlace.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";
import { AGNHOST, BUSYBOX, ending, execOutput, outputOf, script } from "../containerOutput.ts";
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

const RUNNING = { status: { phase: "Running", containerStatuses: [{ ready: true }] } };
const SERVICES = "v1/services";

/** Creates a pod and waits until it runs; returns it with its address. */
async function running(
  name: string,
  container: object,
  labels: Record<string, string> = {},
  spec: object = {},
): Promise<string> {
  await place.create("v1/pods", { ...ending(name, container, spec), metadata: { name, labels } });
  return at<string>(await place.becomes(`v1/pods/${name}`, RUNNING), "status.podIP");
}

const netexec = (name: string, labels: Record<string, string>): Promise<string> =>
  running(name, { image: AGNHOST, args: ["netexec", "--http-port=8080", "--udp-port=8081"] }, labels);
const client = (spec: object = {}): Promise<string> =>
  running("client", { image: BUSYBOX, command: ["sleep", "3600"] }, {}, spec);

/** Runs a command in the client pod until its output matches. */
const asked = (command: string, expected: RegExp): Promise<void> =>
  expect.poll(() => execOutput(place, "client", ["sh", "-c", command])).toMatch(expected);

/** The names of the pods that answer a number of requests. */
async function whoAnswers(url: string, times: number): Promise<Set<string>> {
  const loop = `for i in $(seq 1 ${times}); do curl -s ${url}; echo; done`;
  return new Set((await execOutput(place, "client", ["sh", "-c", loop])).trim().split("\n"));
}

const service = (name: string, spec: object = {}) => ({
  metadata: { name },
  spec: { selector: { name }, ports: [{ port: 80, targetPort: 8080 }], ...spec },
});

/** Creates a service with a number of pods, and waits until each has answered once; returns the service. */
async function served(name: string, count: number, spec: object = {}) {
  for (let i = 0; i < count; i++) await netexec(`${name}-${i}`, { name });
  const made = await place.create(SERVICES, service(name, spec));
  await place.become("discovery.k8s.io/v1/endpointslices", (slices) =>
    slices.some((slice) => at<object[]>(slice, "endpoints").length === count),
  );
  return made;
}

const DIG = "dig +short +search";

test("[sig-network] DNS should provide DNS for the cluster", async () => {
  await client();
  await asked(`${DIG} kubernetes.default.svc.cluster.local A`, /^\d+\.\d+\.\d+\.\d+\n$/);
  await asked("dig +notcp +noall +answer +search kubernetes.default A", /^kubernetes\.default\.\t\d+\tIN\tA\t/);
});

test("[sig-network] DNS should resolve DNS of partial qualified names for services [LinuxOnly]", async () => {
  const { spec } = (await place.create(SERVICES, service("partial"))) as unknown as { spec: { clusterIP: string } };
  await client();
  for (const name of ["partial", `partial.${place.namespace}`, `partial.${place.namespace}.svc`]) {
    await asked(`${DIG} ${name} A`, new RegExp(`^${spec.clusterIP}\n$`));
  }
});

test("[sig-network] DNS should provide DNS for services", async () => {
  await place.create(SERVICES, service("headless", { clusterIP: "None", ports: [{ name: "http", port: 80 }] }));
  const own = await place.create(SERVICES, service("own", { ports: [{ name: "http", port: 80 }] }));
  const address = await netexec("backend", { name: "headless" });
  await client();
  const { namespace } = place;
  await asked(`${DIG} headless A`, new RegExp(`^${address}\n$`));
  await asked(
    `dig +short _http._tcp.own.${namespace}.svc.cluster.local SRV`,
    new RegExp(`^0 100 80 own\\.${namespace}\\.svc`),
  );
  await asked(
    `dig +short -x ${at<string>(own, "spec.clusterIP")}`,
    new RegExp(`^own\\.${namespace}\\.svc\\.cluster\\.local\\.\n$`),
  );
});

test("[sig-network] DNS should provide DNS for ExternalName services", async () => {
  await place.create(SERVICES, {
    metadata: { name: "outside" },
    spec: { type: "ExternalName", externalName: "foo.example.com" },
  });
  await client();
  await asked("dig +short outside CNAME", /^foo\.example\.com\.\n$/);
  await place.patch(`${SERVICES}/outside`, { spec: { externalName: "bar.example.com" } });
  await asked("dig +short outside CNAME", /^bar\.example\.com\.\n$/);
  await place.patch(`${SERVICES}/outside`, {
    spec: { type: "ClusterIP", externalName: null, ports: [{ port: 80, protocol: "TCP" }] },
  });
  await asked(`${DIG} outside A`, /^\d+\.\d+\.\d+\.\d+\n$/);
});

/** A headless service, and a pod with a name under it. */
async function named(): Promise<string> {
  await place.create(SERVICES, service("dns-test", { clusterIP: "None" }));
  const container = { image: AGNHOST, args: ["netexec"] };
  return running("querier", container, { name: "dns-test" }, { hostname: "dns-querier", subdomain: "dns-test" });
}

test("[sig-network] DNS should provide DNS for pods for Hostname", async () => {
  const address = await named();
  await client();
  await asked(`getent hosts dns-querier.dns-test.${place.namespace}.svc.cluster.local`, new RegExp(`^${address} `));
});

test("[sig-network] DNS should provide DNS for pods for Subdomain", async () => {
  const address = await named();
  await client();
  await asked(`${DIG} dns-querier.dns-test.${place.namespace}.svc.cluster.local A`, new RegExp(`^${address}\n$`));
});

test("[sig-network] DNS should provide /etc/hosts entries for the cluster", async () => {
  const spec = { hostname: "dns-querier", subdomain: "dns-test" };
  const names = [`dns-querier.dns-test.${place.namespace}.svc.cluster.local`, "dns-querier"];
  const asks = names.map((name) => `test -n "$(getent hosts ${name})" && `).join("");
  const output = await outputOf(place, ending("querier", script(`${asks}cat /etc/hosts`), spec));
  expect(output).toMatch(
    new RegExp(`\tdns-querier\\.dns-test\\.${place.namespace}\\.svc\\.cluster\\.local\tdns-querier\n`),
  );
});

test("a pod with setHostnameAsFQDN has its full name as host name", async () => {
  const spec = { hostname: "h", subdomain: "s", setHostnameAsFQDN: true };
  const output = await outputOf(
    place,
    ending("full", script("hostname; cat /etc/hostname; hostname -i | wc -l"), spec),
  );
  const name = `h.s.${place.namespace}.svc.cluster.local`;
  expect(output).toBe(`${name}\n${name}\n1\n`);
  const plain = { hostname: "h", setHostnameAsFQDN: true };
  expect(await outputOf(place, ending("plain", script("hostname"), plain))).toBe("h\n");
});

test("[sig-network] DNS should support configurable pod DNS nameservers", async () => {
  const dnsConfig = { nameservers: ["1.1.1.1"], searches: ["resolv.conf.local"] };
  await running("configured", { image: AGNHOST, args: ["pause"] }, {}, { dnsPolicy: "None", dnsConfig });
  expect(await execOutput(place, "configured", ["/agnhost", "dns-suffix"])).toBe("resolv.conf.local\n");
  expect(await execOutput(place, "configured", ["/agnhost", "dns-server-list"])).toBe("1.1.1.1\n");
});

/** Expects every pod to be reachable from another one. */
async function reach(protocol: "http" | "udp", port: number): Promise<void> {
  const addresses = [await netexec("one", {}), await netexec("two", {})];
  const test = await netexec("test", {});
  await client();
  for (const [i, address] of addresses.entries()) {
    const query = `request=hostname&protocol=${protocol}&host=${address}&port=${port}&tries=1`;
    await asked(
      `curl -g -q -s 'http://${test}:8080/dial?${query}'`,
      new RegExp(`"responses":\\["${["one", "two"][i]}"\\]`),
    );
  }
}

test("[sig-network] Networking Granular Checks: Pods should function for intra-pod communication: http [NodeConformance]", () =>
  reach("http", 8080));

test("[sig-network] Networking Granular Checks: Pods should function for intra-pod communication: udp [NodeConformance]", () =>
  reach("udp", 8081));

test("[sig-network] Networking Granular Checks: Pods should function for node-pod communication: http [LinuxOnly] [NodeConformance]", async () => {
  const address = await netexec("one", {});
  await client({ hostNetwork: true });
  await asked(`curl -g -q -s --max-time 15 --connect-timeout 1 http://${address}:8080/hostName`, /^one$/);
});

test("[sig-network] Networking Granular Checks: Pods should function for node-pod communication: udp [LinuxOnly] [NodeConformance]", async () => {
  const address = await netexec("one", {});
  await client({ hostNetwork: true });
  await asked(`echo hostName | nc -w 1 -u ${address} 8081`, /^one$/);
});

const STICKY = { sessionAffinity: "ClientIP" };
const TIMES = 12;

/** Expects requests of one client to be answered by one pod, or by all pods. */
async function sticks(url: string, isSticky: boolean): Promise<void> {
  await expect.poll(async () => (await whoAnswers(url, TIMES)).size === 1).toBe(isSticky);
}

async function nodeAddress(): Promise<string> {
  const [node] = await cluster.whole.become("v1/nodes", (nodes) => nodes.length > 0);
  return (
    at<{ type: string; address: string }[]>(node, "status.addresses").find(({ type }) => type === "InternalIP")
      ?.address ?? ""
  );
}

const ofCluster = (made: object): string => `http://${at<string>(made, "spec.clusterIP")}:80/hostname`;
const ofNode = async (made: object): Promise<string> =>
  `http://${await nodeAddress()}:${at<number>(made, "spec.ports.0.nodePort")}/hostname`;

test("[sig-network] Services should have session affinity work for service with type clusterIP [LinuxOnly]", async () => {
  const made = await served("sticky", 3, STICKY);
  await client();
  await sticks(ofCluster(made), true);
});

test("[sig-network] Services should be able to switch session affinity for service with type clusterIP [LinuxOnly]", async () => {
  const made = await served("switched", 3);
  await client();
  await sticks(ofCluster(made), false);
  await place.patch(`${SERVICES}/switched`, { spec: STICKY });
  await sticks(ofCluster(made), true);
  await place.patch(`${SERVICES}/switched`, { spec: { sessionAffinity: "None", sessionAffinityConfig: null } });
  await sticks(ofCluster(made), false);
});

test("[sig-network] Services should have session affinity work for NodePort service [LinuxOnly]", async () => {
  const made = await served("sticky", 3, { type: "NodePort", ...STICKY });
  await client();
  await sticks(await ofNode(made), true);
});

test("[sig-network] Services should be able to switch session affinity for NodePort service [LinuxOnly]", async () => {
  const made = await served("switched", 3, { type: "NodePort" });
  await client();
  await sticks(await ofNode(made), false);
  await place.patch(`${SERVICES}/switched`, { spec: STICKY });
  await sticks(await ofNode(made), true);
});

test("[sig-network] Services should be able to create a functioning NodePort service", async () => {
  const made = await served("nodeport", 2, { type: "NodePort" });
  await client();
  for (const url of [ofCluster(made), await ofNode(made)]) await asked(`curl -s ${url}`, /^nodeport-[01]$/);
});

/** Expects a service that is an alias of another one to be reachable under both names. */
async function standsForAnother(name: string): Promise<void> {
  const domain = `${place.namespace}.svc.cluster.local`;
  const other = await place.create(SERVICES, service("externalsvc"));
  await place.patch(`${SERVICES}/${name}`, { spec: { externalName: `externalsvc.${domain}` } });
  const address = at<string>(other, "spec.clusterIP");
  await asked(`nslookup ${name}.${domain} && echo found`, new RegExp(`Address: ${address}\\n[\\s\\S]*found`));
}

const TO_OUTSIDE = {
  spec: { type: "ExternalName", externalName: "example.com", clusterIP: null, clusterIPs: null, ports: null },
};
const toType = (type: string) => ({
  spec: { type, externalName: null, selector: { name: "changed" }, ports: [{ port: 80, targetPort: 8080 }] },
});
const OUTSIDE = { metadata: { name: "changed" }, spec: { type: "ExternalName", externalName: "foo.example.com" } };

test("[sig-network] Services should be able to change the type from ExternalName to ClusterIP", async () => {
  await place.create(SERVICES, OUTSIDE);
  await netexec("one", { name: "changed" });
  await client();
  const made = await place.patch(`${SERVICES}/changed`, toType("ClusterIP"));
  await asked("echo hostName | nc -v -t -w 2 changed 80", /^HTTP\/1\.1 400 Bad Request/m);
  await asked(`curl -s ${ofCluster(made)}`, /^one$/);
});

test("[sig-network] Services should be able to change the type from ExternalName to NodePort", async () => {
  await place.create(SERVICES, OUTSIDE);
  await netexec("one", { name: "changed" });
  await client();
  const made = await place.patch(`${SERVICES}/changed`, toType("NodePort"));
  await asked("echo hostName | nc -v -t -w 2 changed 80", /^HTTP\/1\.1 400 Bad Request/m);
  await asked(`curl -s ${await ofNode(made)}`, /^one$/);
});

test("[sig-network] Services should be able to change the type from ClusterIP to ExternalName", async () => {
  await served("changed", 1);
  await client();
  await place.patch(`${SERVICES}/changed`, TO_OUTSIDE);
  await asked("dig +short changed CNAME", /^example\.com\.\n$/);
  await standsForAnother("changed");
});

test("[sig-network] Services should be able to change the type from NodePort to ExternalName", async () => {
  const made = await served("changed", 1, { type: "NodePort" });
  await client();
  const before = await ofNode(made);
  await asked(`curl -s ${before}`, /^changed-0$/);
  await place.patch(`${SERVICES}/changed`, TO_OUTSIDE);
  await asked("dig +short changed CNAME", /^example\.com\.\n$/);
  await asked(`curl -s ${before} || echo refused`, /^refused\n$/);
  await standsForAnother("changed");
});

/** Waits until the ports of a service have these numbers of addresses, by port. */
const endpointsBecome = (name: string, expected: Record<string, number[]>): Promise<unknown> =>
  place.become("discovery.k8s.io/v1/endpointslices", (slices) => {
    const found: Record<string, number[]> = {};
    for (const slice of slices.filter(({ metadata }) => metadata.labels?.["kubernetes.io/service-name"] === name)) {
      for (const endpoint of at<{ targetRef: { name: string } }[] | null>(slice, "endpoints") ?? []) {
        const ports = at<{ port: number }[]>(slice, "ports").map(({ port }) => port);
        found[endpoint.targetRef.name] = [...(found[endpoint.targetRef.name] ?? []), ...ports].sort((a, b) => a - b);
      }
    }
    return isDeepStrictEqual(found, expected);
  });
const serving = (name: string, ...containerPorts: number[]): Promise<string> =>
  running(
    name,
    { image: AGNHOST, args: ["netexec"], ports: containerPorts.map((containerPort) => ({ containerPort })) },
    { name: "endpoints" },
  );

test("[sig-network] Services should serve a basic endpoint from pods", async () => {
  await place.create(SERVICES, service("endpoints"));
  await endpointsBecome("endpoints", {});
  await serving("pod1", 8080);
  await endpointsBecome("endpoints", { pod1: [8080] });
  await serving("pod2", 8080);
  await endpointsBecome("endpoints", { pod1: [8080], pod2: [8080] });
  await place.remove("v1/pods/pod1");
  await endpointsBecome("endpoints", { pod2: [8080] });
  await client();
  await asked("curl -s http://endpoints/hostname", /^pod2$/);
});

test("[sig-network] Services should serve multiport endpoints from pods", async () => {
  const ports = [
    { name: "portname1", port: 80, targetPort: "p1" },
    { name: "portname2", port: 81, targetPort: "p2" },
  ];
  await place.create(SERVICES, service("endpoints", { ports }));
  const one = (name: string, port: string, containerPort: number) =>
    running(name, { image: AGNHOST, args: ["netexec"], ports: [{ name: port, containerPort }] }, { name: "endpoints" });
  await one("pod1", "p1", 100);
  await one("pod2", "p2", 101);
  await endpointsBecome("endpoints", { pod1: [100], pod2: [101] });
  await place.remove("v1/pods/pod1");
  await endpointsBecome("endpoints", { pod2: [101] });
});

test("[sig-network] Services should serve endpoints on same port and different protocols", async () => {
  const both = ["TCP", "UDP"].map((protocol) => ({
    name: protocol.toLowerCase(),
    port: 80,
    targetPort: protocol === "TCP" ? 8080 : 8081,
    protocol,
  }));
  await served("both", 1, { ports: both });
  await client();
  await asked("curl -s http://both/hostname", /^both-0$/);
  await asked("echo hostname | nc -w 1 -u both 80", /^both-0$/);
});

const VERBS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** A pod that answers with the request it received, and a service in front of it; returns the proxy paths of both. */
async function told(): Promise<string[]> {
  const env = [{ name: "SERVE_PORT_80", value: "foo" }];
  await running("agnhost", { image: AGNHOST, args: ["porter", "--json-response"], env }, { name: "told" });
  await place.create(SERVICES, service("told", { ports: [{ name: "portname", port: 80, targetPort: 80 }] }));
  await endpointsBecome("told", { agnhost: [80] });
  return ["v1/pods/agnhost:80/proxy", "v1/services/told:portname/proxy"];
}

/** Expects each verb to pass through the proxy. */
async function passes(references: readonly string[], path: string, verbs: readonly string[] = VERBS): Promise<void> {
  for (const reference of references) {
    for (const verb of verbs) {
      const { status, text } = await place.send(verb, `${reference}${path}`);
      expect([status, JSON.parse(text)], `${verb} ${reference}`).toEqual([200, { Method: verb, Body: "foo" }]);
    }
    expect((await place.send("HEAD", `${reference}/`)).status).toBe(200);
  }
}

test("[sig-network] Proxy version v1 A set of valid responses are returned for both pod and service Proxy", async () => {
  const references = await told();
  const redirected = ["GET", "HEAD"];
  const others = VERBS.filter((verb) => !redirected.includes(verb));
  await passes(references, "?method=any", others);
  // Relative links of a page at the proxy's root would not work without the trailing slash.
  for (const reference of references) {
    for (const verb of redirected) {
      const { status, headers } = await place.send(verb, `${reference}?method=any`);
      expect([status, headers.location], `${verb} ${reference}`).toEqual([301, place.url(`${reference}/?method=any`)]);
    }
  }
});

test("[sig-network] Proxy version v1 A set of valid responses are returned for both pod and service ProxyWithPath", async () => {
  await passes(await told(), "/some/path/with/GET");
});

test("[sig-network] Proxy version v1 should proxy through a service and a pod", async () => {
  const env = [
    { name: "SERVE_PORT_80", value: '<a href="/rewriteme">test</a>' },
    { name: "SERVE_TLS_PORT_462", value: "tls qux" },
    { name: "SERVE_PORT_160", value: "foo" },
    { name: "SERVE_PORT_162", value: "bar" },
  ];
  const ports = [
    { name: "dest1", containerPort: 160 },
    { name: "dest2", containerPort: 162 },
  ];
  await running("proxied", { image: AGNHOST, args: ["porter"], env, ports }, { name: "proxied" });
  const named = [
    { name: "portname1", port: 80, targetPort: "dest1" },
    { name: "portname2", port: 81, targetPort: 162 },
    { name: "tls", port: 444, targetPort: 462 },
  ];
  await place.create(SERVICES, service("proxied", { ports: named }));
  await endpointsBecome("proxied", { proxied: [160, 162, 462] });
  const expected = {
    "v1/services/proxied:portname1/proxy/": "foo",
    "v1/services/proxied:portname2/proxy/": "bar",
    "v1/services/http:proxied:portname1/proxy/": "foo",
    "v1/services/https:proxied:tls/proxy/": "tls qux",
    "v1/pods/proxied/proxy/": "foo",
    "v1/pods/proxied:160/proxy/": "foo",
    "v1/pods/proxied:162/proxy/": "bar",
    "v1/pods/https:proxied:462/proxy/": "tls qux",
    "v1/pods/http:proxied:80/proxy/": `<a href="${place.url("v1/pods/http:proxied:80/proxy/rewriteme")}">test</a>`,
  };
  for (const [reference, text] of Object.entries(expected)) {
    expect((await place.send("GET", reference)).text, reference).toBe(text);
  }
});

test("[sig-network] HostPort validates that there is no conflict between pods with same hostPort but different hostIP and protocol [LinuxOnly]", async () => {
  const address = await nodeAddress();
  const [node] = await cluster.whole.list("v1/nodes");
  const nodeName = node?.metadata.name ?? "";
  const serving = (name: string, port: object, spec: object = {}) =>
    running(
      name,
      { image: AGNHOST, args: ["netexec"], ports: [{ hostPort: 54323, ...port }] },
      {},
      { nodeName, ...spec },
    );
  await serving("pod1", { containerPort: 8080, hostIP: "127.0.0.1" });
  await serving("pod2", { containerPort: 8080, hostIP: address });
  await serving("pod3", { containerPort: 8081, hostIP: address, protocol: "UDP" });
  await client({ hostNetwork: true, nodeName });
  await asked(`curl --connect-timeout 5 --interface ${address} http://127.0.0.1:54323/hostname`, /^pod1$/);
  await asked(`curl --connect-timeout 5 --interface ${address} http://${address}:54323/hostname`, /^pod2$/);
  await asked(`echo hostname | nc -w 1 -u ${address} 54323`, /^pod3$/);
  await asked(`nc -vuz -w 5 ${address} 54323 && echo open`, /^open$/m);
});
