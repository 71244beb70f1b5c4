import { afterEach, describe, expect, it } from "vitest";
import { type Cluster, startLivingCluster } from "../testing/cluster.ts";
import { freeAddress } from "./addressPools.ts";
import { type BalancedService, balancerChanges, type Ingress } from "./balancedService.ts";

describe("Load balancer addresses", () => {
  it("are allocated in order from the documentation ranges", () => {
    expect(freeAddress("IPv4", () => false, undefined)).toBe("203.0.113.1");
    expect(freeAddress("IPv4", (address) => address.startsWith("203."), undefined)).toBe("198.51.100.1");
    expect(freeAddress("IPv6", () => false, undefined)).toBe("2001:db8::1");
    expect(() => freeAddress("IPv4", () => true, undefined)).toThrow("no IPv4 address is left");
  });

  it("honor a requested address if it is free", () => {
    expect(freeAddress("IPv4", () => false, "192.0.2.7")).toBe("192.0.2.7");
    expect(() => freeAddress("IPv4", () => true, "192.0.2.7")).toThrow("already in use");
    expect(() => freeAddress("IPv4", () => false, "192.0.2.255")).not.toThrow();
    expect(() => freeAddress("IPv4", () => false, "10.0.0.1")).toThrow("is not an address of the simulated");
  });
});

it("detects which changes of a service affect its load balancer", () => {
  const service = (spec: object): BalancedService => ({ metadata: { name: "s" }, spec }) as BalancedService;
  const balanced = (more: object = {}): BalancedService => service({ type: "LoadBalancer", ...more });
  expect([...balancerChanges(service({ type: "ClusterIP" }), balanced())]).toEqual([
    ["Type", "LoadBalancer -> ClusterIP"],
  ]);
  expect([...balancerChanges(balanced({ loadBalancerSourceRanges: ["10.0.0.0/8"] }), balanced())]).toEqual([
    ["LoadBalancerSourceRanges", "[] -> [10.0.0.0/8]"],
  ]);
  expect([...balancerChanges(balanced({ externalIPs: ["1.2.3.4"] }), balanced())]).toEqual([
    ["ExternalIP", "Count: 0 -> 1"],
  ]);
  expect([...balancerChanges(balanced(), balanced())]).toEqual([]);
});

describe("Services of type LoadBalancer", () => {
  let cluster: Cluster;
  afterEach(() => cluster.stop());
  const FINALIZER = "service.kubernetes.io/load-balancer-cleanup";
  const ingressOf = ({ status }: BalancedService): Ingress[] => status?.loadBalancer?.ingress ?? [];
  const make = (name: string, more: object = {}): Promise<BalancedService> =>
    cluster.make({
      apiVersion: "v1",
      kind: "Service",
      metadata: { name },
      spec: { type: "LoadBalancer", ports: [{ port: 80 }], ...more },
    });
  const becomes = (name: string, holds: (service: BalancedService) => boolean): Promise<BalancedService> =>
    cluster.becomes<BalancedService>(`v1/services/${name}`, holds);

  it("get an address, keep it, and release it", async () => {
    cluster = await startLivingCluster(["service-lb-controller"]);
    await make("a");
    const a = await becomes("a", (service) => ingressOf(service).length > 0);
    expect(ingressOf(a)).toEqual([{ ip: "203.0.113.1", ipMode: "VIP" }]);
    expect(a.metadata.finalizers).toEqual([FINALIZER]);
    const steps = ["EnsuringLoadBalancer: Ensuring load balancer", "EnsuredLoadBalancer: Ensured load balancer"];
    expect(await cluster.recorded("a", ...steps)).toEqual(steps);
    await make("b", { loadBalancerIP: "203.0.113.1" });
    await cluster.become("v1/events", (events) =>
      events.some(
        ({ message }) =>
          message ===
          "Error syncing load balancer: failed to ensure load balancer: loadBalancerIP 203.0.113.1 is already in use",
      ),
    );
    await cluster.patch("v1/services/a", { spec: { type: "ClusterIP" } });
    const freed = await becomes("a", ({ metadata }) => metadata.finalizers === undefined);
    expect(ingressOf(freed)).toEqual([]);
    await cluster.become("v1/events", (events) =>
      events.some(({ message }) => message === "LoadBalancer -> ClusterIP"),
    );
    expect(ingressOf(await becomes("b", (service) => ingressOf(service).length > 0))[0]?.ip).toBe("203.0.113.1");
    await cluster.remove("v1/services/b");
    await cluster.become("v1/services", (services) => !services.some(({ metadata }) => metadata.name === "b"));
    await cluster.become("v1/events", (events) =>
      events.some(
        ({ reason, involvedObject }) =>
          reason === "DeletedLoadBalancer" && (involvedObject as { name?: string }).name === "b",
      ),
    );
  });

  it("are ignored if they set a load balancer class", async () => {
    cluster = await startLivingCluster(["service-lb-controller"]);
    await make("other", { loadBalancerClass: "example.com/balancer" });
    await make("own");
    await becomes("own", (service) => ingressOf(service).length > 0);
    const other = await cluster.get<BalancedService>("v1/services/other");
    expect(other?.metadata.finalizers).toBeUndefined();
    expect(other?.status).toEqual({ loadBalancer: {} });
  });
});
