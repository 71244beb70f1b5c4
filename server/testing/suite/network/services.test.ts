import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ApiPlace, Item } from "../../conformance/apiPlace.ts";
import { condition, pod } from "../../conformance/bodies.ts";
import { type ClusterUnderTest, readyNodes, startClusterUnderTest } from "../../conformance/clusterUnderTest.ts";
import { AGNHOST, exec } from "../../conformance/containerOutput.ts";
import { at } from "../../conformance/shape.ts";

let cluster: ClusterUnderTest;
let place: ApiPlace;
beforeAll(async () => {
  cluster = await startClusterUnderTest();
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  place = await cluster.namespace();
});

const isReady = { status: { phase: "Running", conditions: [condition("Ready")] } };
async function run(
  name: string,
  spec: object = {},
  args: string[] = ["netexec"],
  labels = { app: name },
): Promise<Item> {
  const container = { name: "main", image: AGNHOST, args, ports: [{ containerPort: 8080 }] };
  await place.create("v1/pods", pod(name, { labels, containers: [container], ...spec }));
  return place.becomes(`v1/pods/${name}`, isReady);
}
const serve = (name: string, spec: object = {}, metadata: object = {}): Promise<Item> =>
  place.create("v1/services", {
    metadata: { name, ...metadata },
    spec: { selector: { app: "web" }, ports: [{ port: 80, targetPort: 8080 }], ...spec },
  });
const sh = async (from: string, line: string): Promise<string> =>
  (await exec(place, from, ["sh", "-c", line])).stdout.trim();
const curl = (from: string, url: string, options = ""): Promise<string> =>
  sh(from, `curl -s --max-time 2 ${options} ${url} || echo failed $?`);
const ipOf = (item: Item): string => at<string>(item, "status.podIP");
const nodeIp = async (name: string): Promise<string> =>
  at<{ type: string; address: string }[]>(await cluster.whole.get(`v1/nodes/${name}`), "status.addresses").find(
    ({ type }) => type === "InternalIP",
  )?.address ?? "";
const endpointsReady = (service: string, count = 1) =>
  place.becomes(`v1/endpoints/${service}`, {
    subsets: (subsets: unknown) => (at<unknown[]>(subsets, "0.addresses") ?? []).length === count,
  });

describe("[sig-network] Services", () => {
  test("should implement service.kubernetes.io/service-proxy-name and service.kubernetes.io/headless", async () => {
    await run("web");
    await run("client");
    for (const label of ["service-proxy-name", "headless"]) {
      const name = `web-${label}`;
      const { spec } = await serve(name, {}, { labels: { [`service.kubernetes.io/${label}`]: "" } });
      await endpointsReady(name).catch(() => undefined);
      const url = `http://${at<string>(spec, "clusterIP")}/hostname`;
      expect(await curl("client", url)).toContain("failed");
      await place.patch(`v1/services/${name}`, { metadata: { labels: { [`service.kubernetes.io/${label}`]: null } } });
      await endpointsReady(name);
      await expect.poll(() => curl("client", url)).toBe("web");
    }
  });

  test("should be rejected when no endpoints exist", async () => {
    await run("client");
    await serve("empty", { type: "NodePort", selector: { app: "none" } });
    expect(await curl("client", "http://empty/")).toBe("failed 7");
  });

  test("should respect internalTrafficPolicy=Local Pod to Pod", async () => {
    const [near = "", far = ""] = await readyNodes(cluster.whole);
    await run("web", { nodeName: near });
    await run("same", { nodeName: near });
    await run("other", { nodeName: far });
    await serve("web", { internalTrafficPolicy: "Local" });
    await endpointsReady("web");
    expect(await curl("same", "http://web/hostname")).toBe("web");
    expect(await curl("other", "http://web/hostname")).toContain("failed");
  });

  test("should support externalTrafficPolicy=Local for type=NodePort", async () => {
    const [near = "", far = ""] = await readyNodes(cluster.whole);
    await run("web", { nodeName: near });
    await run("client", { nodeName: far, hostNetwork: true }, ["netexec", "--http-port", "9090"]);
    const service = await serve("web", { type: "NodePort", externalTrafficPolicy: "Local" });
    await endpointsReady("web");
    const port = at<number>(service, "spec.ports.0.nodePort");
    expect(await curl("client", `http://${await nodeIp(near)}:${port}/hostname`)).toBe("web");
  });

  test("should fail health check node port if there are only terminating endpoints", async () => {
    const [near = "", far = ""] = await readyNodes(cluster.whole);
    await run("web", { nodeName: near, terminationGracePeriodSeconds: 100 }, ["netexec", "--delay-shutdown", "100"]);
    await run("client", { nodeName: far });
    const service = await serve("web", { type: "LoadBalancer", externalTrafficPolicy: "Local" });
    await endpointsReady("web");
    const port = at<number>(service, "spec.healthCheckNodePort");
    const health = async (node: string) =>
      curl("client", `http://${await nodeIp(node)}:${port}/healthz`, "-o /dev/null -w '%{http_code}'");
    expect(await health(near)).toBe("200");
    expect(await health(far)).toBe("503");
    expect(JSON.parse(await curl("client", `http://${await nodeIp(near)}:${port}/healthz`))).toMatchObject({
      service: { namespace: place.namespace, name: "web" },
      localEndpoints: 1,
    });
    await place.remove("v1/pods/web");
    await place.become("discovery.k8s.io/v1/endpointslices", (slices) =>
      slices.some((slice) => at(slice, "endpoints.0.conditions.terminating") === true),
    );
    await expect.poll(() => health(near)).toBe("503");
  });

  test("should fallback to terminating endpoints when there are no ready endpoints with internalTrafficPolicy=Cluster", async () => {
    await run("web", { terminationGracePeriodSeconds: 100 }, ["netexec", "--delay-shutdown", "100"]);
    await run("client");
    await serve("web");
    await endpointsReady("web");
    await place.remove("v1/pods/web");
    await place.become("discovery.k8s.io/v1/endpointslices", (slices) =>
      slices.some((slice) => at(slice, "endpoints.0.conditions.terminating") === true),
    );
    expect(await curl("client", "http://web/hostname")).toBe("web");
  });

  test("should be able to connect to terminating and unready endpoints if PublishNotReadyAddresses is true", async () => {
    const readinessProbe = { exec: { command: ["false"] }, periodSeconds: 1 };
    await place.create(
      "v1/pods",
      pod("web", {
        labels: { app: "web" },
        containers: [{ name: "main", image: AGNHOST, args: ["netexec"], readinessProbe }],
      }),
    );
    await place.becomes("v1/pods/web", { status: { phase: "Running" } });
    await run("client");
    await serve("published", { publishNotReadyAddresses: true });
    await serve("plain");
    await endpointsReady("published");
    expect(await curl("client", "http://published/hostname")).toBe("web");
    expect(await curl("client", "http://plain/hostname")).toBe("failed 7");
  });

  test("should allow pods to hairpin back to themselves through services, and preserve the source pod's address", async () => {
    const web = await run("web");
    const client = await run("client");
    await serve("shop");
    await endpointsReady("shop");
    expect(await curl("web", "http://shop/hostname")).toBe("web");
    expect(await curl("client", "http://shop/clientip")).toMatch(new RegExp(`^${ipOf(client)}:`));
    expect(ipOf(web)).not.toBe(ipOf(client));
  });

  test("should be possible to connect to a service via ExternalIP when the external IP is not assigned to a node", async () => {
    await run("web");
    await run("client");
    await serve("web", { externalIPs: ["203.0.113.250"] });
    await endpointsReady("web");
    expect(await curl("client", "http://203.0.113.250/hostname")).toBe("web");
  });

  test("should be able to update service type to NodePort listening on same port number but different protocols", async () => {
    await serve("both", { ports: [{ name: "tcp", port: 80, protocol: "TCP" }] });
    const ports = [
      { name: "tcp", port: 80, protocol: "TCP" },
      { name: "udp", port: 80, protocol: "UDP" },
    ];
    const changed = await place.update("v1/services/both", (service) => ({
      ...service,
      spec: { ...(service["spec"] as object), type: "NodePort", ports },
    }));
    expect(at<unknown[]>(changed, "spec.ports")).toHaveLength(2);
    expect(at(changed, "spec.ports.0.nodePort")).toEqual(expect.any(Number));
  });
});

test("[sig-network] [Feature:Traffic Distribution] when Service has trafficDistribution=PreferClose, it should route traffic to an endpoint that is close to the client", async () => {
  const [first = "", second = ""] = await readyNodes(cluster.whole);
  const zones = [
    [first, "a"],
    [second, "b"],
  ] as const;
  for (const [node, zone] of zones) {
    await cluster.whole.patch(`v1/nodes/${node}`, { metadata: { labels: { "topology.kubernetes.io/zone": zone } } });
  }
  for (const [node, zone] of zones) {
    await run(`web-${zone}`, { nodeName: node }, ["netexec"], { app: "web" });
    await run(`client-${zone}`, { nodeName: node });
  }
  await serve("close", { trafficDistribution: "PreferClose" });
  await endpointsReady("close", 2);
  await place.become("discovery.k8s.io/v1/endpointslices", (slices) =>
    slices.some(
      (slice) =>
        (at<{ hints?: object }[]>(slice, "endpoints") ?? []).filter(({ hints }) => hints !== undefined).length === 2,
    ),
  );
  for (const [, zone] of zones) {
    const answers = await sh(
      `client-${zone}`,
      "for i in 1 2 3 4 5 6; do curl -s http://close/hostname; echo; done | sort -u",
    );
    expect(answers).toBe(`web-${zone}`);
  }
  await serve("spread");
  await endpointsReady("spread", 2);
  const all = await sh("client-a", "for i in 1 2 3 4 5 6; do curl -s http://spread/hostname; echo; done | sort -u");
  expect(all.split("\n")).toEqual(["web-a", "web-b"]);
});

describe("[sig-network] Networking", () => {
  test("Granular Checks: Services should check kube-proxy urls", async () => {
    const [node = ""] = await readyNodes(cluster.whole);
    await run("host", { nodeName: node, hostNetwork: true }, ["netexec", "--http-port", "9090"]);
    expect(await curl("host", "http://localhost:10256/healthz", "-o /dev/null -w '%{http_code}'")).toBe("200");
    expect(await curl("host", "http://localhost:10249/proxyMode")).toBe("iptables");
    expect(await curl("host", `http://${await nodeIp(node)}:10256/healthz`, "-o /dev/null -w '%{http_code}'")).toBe(
      "200",
    );
  });

  test("[sig-auth] [Feature:NodeAuthenticator] The kubelet's main port 10250 should reject requests with no credentials", async () => {
    const [node = ""] = await readyNodes(cluster.whole);
    await run("client");
    const url = `https://${await nodeIp(node)}:10250/metrics`;
    expect(await curl("client", url, "-k -o /dev/null -w '%{http_code}'")).toBe("401");
    expect(await curl("client", `http://${await nodeIp(node)}:10255/pods`)).toBe("failed 7");
  });

  test("[sig-auth] [Feature:NodeAuthenticator] The kubelet can delegate ServiceAccount tokens to the API server", async () => {
    const [node = ""] = await readyNodes(cluster.whole);
    await run("client");
    const token = "/var/run/secrets/kubernetes.io/serviceaccount/token";
    const bearer = `-k -o /dev/null -w '%{http_code}' -H "Authorization: Bearer $(cat ${token})"`;
    const url = `https://${await nodeIp(node)}:10250/metrics`;
    expect(await curl("client", url, bearer)).toBe("403");
    const name = `metrics-${place.namespace}`;
    const rules = [{ apiGroups: [""], resources: ["nodes/metrics"], verbs: ["get"] }];
    await cluster.whole.create("rbac.authorization.k8s.io/v1/clusterroles", { metadata: { name }, rules });
    await cluster.whole.create("rbac.authorization.k8s.io/v1/clusterrolebindings", {
      metadata: { name },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name },
      subjects: [{ kind: "ServiceAccount", name: "default", namespace: place.namespace }],
    });
    await expect.poll(() => curl("client", url, bearer)).toBe("200");
  });

  test("should provide unchanging, static URL paths for kubernetes api services", async () => {
    for (const path of ["/healthz", "/api", "/apis", "/metrics", "/openapi/v2", "/version", "/swagger.json"]) {
      const { status } = await cluster.server.request("GET", path);
      expect([path, status < 500]).toEqual([path, true]);
    }
  });
});

describe("[sig-network] DNS", () => {
  test("should provide DNS for pods for Hostname and Subdomain, and keep long search lists", async () => {
    await run("host", { hostname: "dns-querier", subdomain: "sub" }, ["netexec"], { app: "web" });
    await serve("sub", { clusterIP: "None" });
    await endpointsReady("sub");
    expect(await sh("host", "hostname -f")).toBe(`dns-querier.sub.${place.namespace}.svc.cluster.local`);
    expect(await sh("host", `getent hosts dns-querier.sub.${place.namespace}.svc.cluster.local | cut -d' ' -f1`)).toBe(
      ipOf(await place.get("v1/pods/host")),
    );
    const searches = Array.from({ length: 6 }, (_, i) => `${"long".repeat(12)}${i}.example`);
    await run("long", {
      dnsPolicy: "None",
      dnsConfig: { nameservers: ["1.1.1.1"], searches, options: [{ name: "ndots", value: "2" }] },
    });
    expect(await sh("long", "cat /etc/resolv.conf")).toBe(
      `nameserver 1.1.1.1\nsearch ${searches.join(" ")}\noptions ndots:2`,
    );
  });
});

describe("[sig-network] EndpointSlice", () => {
  test("should support a Service with multiple endpoint IPs and ports specified in multiple EndpointSlices", async () => {
    const [first, second] = [await run("one"), await run("two")];
    await run("client");
    await place.create("v1/services", {
      metadata: { name: "custom" },
      spec: {
        ports: [
          { name: "a", port: 80 },
          { name: "b", port: 81 },
        ],
      },
    });
    for (const [i, address] of [ipOf(first), ipOf(second)].entries()) {
      await place.create("discovery.k8s.io/v1/endpointslices", {
        metadata: { name: `custom-${i}`, labels: { "kubernetes.io/service-name": "custom" } },
        addressType: "IPv4",
        endpoints: [{ addresses: [address] }],
        ports: [{ name: i === 0 ? "a" : "b", port: 8080 }],
      });
    }
    expect(await curl("client", "http://custom:80/hostname")).toBe("one");
    expect(await curl("client", "http://custom:81/hostname")).toBe("two");
  });
});
