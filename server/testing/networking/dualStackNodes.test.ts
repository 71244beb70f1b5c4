import { afterAll, beforeAll, expect, it } from "vitest";
import { type ClusterUnderTest, readyNodes, startClusterUnderTest } from "../conformance/clusterUnderTest.ts";
import { AGNHOST, BUSYBOX, ending, execOutput } from "../conformance/containerOutput.ts";
import { at } from "../conformance/shape.ts";

/** The address type of a slice and the addresses of its only endpoint; undefined for another number of endpoints. */
function endpointOf(slice: object): readonly [string, readonly string[]] | undefined {
  const [endpoint, ...others] = at<{ readonly addresses: string[] }[]>(slice, "endpoints");
  if (endpoint === undefined || others.length > 0) return undefined;
  return [at<string>(slice, "addressType"), endpoint.addresses];
}

let cluster: ClusterUnderTest;
beforeAll(async () => {
  cluster = await startClusterUnderTest({ serviceClusterIpRange: "10.97.0.0/16,fd00:10:96::/112" });
});
afterAll(() => cluster.stop());

it("nodes, pods and services have addresses of both families, and each address is reachable", async () => {
  const place = await cluster.namespace();
  await readyNodes(cluster.whole);
  const node = await cluster.whole.get("v1/nodes/node-1");
  expect(at(node, "status.addresses")).toEqual([
    { type: "InternalIP", address: "192.168.100.2" },
    { type: "InternalIP", address: "fd00:192:168:100::2" },
    { type: "Hostname", address: "node-1" },
  ]);
  expect(at(node, "spec.podCIDRs")).toEqual(["10.244.0.0/24", "fd00:10:244::/64"]);

  await place.create("v1/services", {
    metadata: { name: "web" },
    spec: { ipFamilyPolicy: "RequireDualStack", selector: { app: "web" }, ports: [{ port: 80, targetPort: 8080 }] },
  });
  const web = ending("web", { image: AGNHOST, args: ["netexec"] }, { restartPolicy: "Always" });
  await place.create("v1/pods", { ...web, metadata: { name: "web", labels: { app: "web" } } });
  const pod = await place.becomes("v1/pods/web", { status: { containerStatuses: [{ ready: true }] } });
  const podIPs = at<{ ip: string }[]>(pod, "status.podIPs").map(({ ip }) => ip);
  expect(podIPs).toEqual([expect.stringMatching(/^10\.244\./), expect.stringMatching(/^fd00:10:24\d:/)]);
  expect(at(pod, "status.hostIPs")).toHaveLength(2);

  const slices = await place.become(
    "discovery.k8s.io/v1/endpointslices?labelSelector=kubernetes.io%2Fservice-name%3Dweb",
    (items) => items.flatMap((item) => endpointOf(item) ?? []).length === 4,
  );
  const byFamily = Object.fromEntries(slices.flatMap((slice) => [endpointOf(slice) ?? []]));
  expect(byFamily).toEqual({ IPv4: [podIPs[0]], IPv6: [podIPs[1]] });

  const env = ["podIPs", "hostIPs"].map((name) => ({
    name,
    valueFrom: { fieldRef: { fieldPath: `status.${name}` } },
  }));
  await place.create("v1/pods", ending("client", { image: BUSYBOX, command: ["sleep", "3600"], env }));
  await place.becomes("v1/pods/client", { status: { containerStatuses: [{ ready: true }] } });
  const shell = async (line: string): Promise<string> => (await execOutput(place, "client", ["sh", "-c", line])).trim();
  const clusterIPs = at<string[]>(await place.get("v1/services/web"), "spec.clusterIPs");
  for (const address of [clusterIPs[0], `[${clusterIPs[1]}]`, `${podIPs[0]}:8080`, `[${podIPs[1]}]:8080`]) {
    expect(await shell(`wget -qO- http://${address}/hostname`)).toBe("web");
  }
  expect(await shell("grep nameserver /etc/resolv.conf; nslookup web | head -2")).toBe(
    "nameserver 10.97.0.10\nServer:\t\t10.97.0.10\nAddress:\t10.97.0.10:53",
  );
  for (const address of clusterIPs) {
    expect(await shell(`dig +short -x ${address}`)).toMatch(/^web\.\S+\.svc\.cluster\.local\.$/);
  }
  expect(await shell("echo $podIPs; grep -c client /etc/hosts")).toMatch(/^10\.244\.\S+,fd00:10:24\S+\n2$/);
  expect(await shell("echo $hostIPs")).toMatch(/^192\.168\.100\.\d+,fd00:192:168:100::\d+$/);
});

it("a node reports its status again without changing its addresses", async () => {
  await readyNodes(cluster.whole);
  const addresses = at(await cluster.whole.get("v1/nodes/node-2"), "status.addresses");
  // The agent answers added capacity with a new report.
  await cluster.whole.patch("v1/nodes/node-2/status", { status: { capacity: { "example.com/gpu": "2" } } });
  const node = await cluster.whole.becomes("v1/nodes/node-2", { status: { allocatable: { "example.com/gpu": "2" } } });
  expect(at(node, "status.addresses")).toEqual(addresses);
});
