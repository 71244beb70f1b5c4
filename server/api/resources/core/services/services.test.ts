import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../../shared/object.ts";
import { isApiError } from "../../../../../shared/status.ts";
import { immediately } from "../../../../../shared/steps.ts";
import type { WriteContext } from "../../../registry/strategy.ts";
import { service, testContext, texts } from "../../testing/objects.ts";
import { strategyErrors } from "../../testing/strategyErrors.ts";
import { allocateAll, releaseAll } from "./allocators.ts";
import { takeInSteps } from "./serviceAllocation.ts";
import { externalText, portsText } from "./serviceCells.ts";
import { serviceStrategy } from "./serviceStrategy.ts";

const takeAddresses = immediately(takeInSteps);

type Spec = Record<string, unknown> & { ports?: { nodePort?: number; port: number }[] };
const specOf = (object: ApiObject): Spec => object["spec"] as Spec;

function create(context: WriteContext, object: ApiObject): ApiObject {
  const reservation = takeAddresses(context, object, undefined);
  serviceStrategy.prepareForCreate?.(context, object);
  expect(texts(strategyErrors(serviceStrategy, context, object))).toEqual([]);
  allocateAll(context.allocators, object);
  reservation.release(true);
  return object;
}

function update(context: WriteContext, old: ApiObject, change: Record<string, unknown>): ApiObject {
  const object = structuredClone({ ...old, spec: { ...specOf(old), ...change } });
  const reservation = takeAddresses(context, object, old);
  serviceStrategy.prepareForUpdate?.(context, object, old);
  expect(texts(strategyErrors(serviceStrategy, context, object, old))).toEqual([]);
  allocateAll(context.allocators, object);
  releaseAll(context.allocators, old);
  reservation.release(true);
  return object;
}

const refusals = (context: WriteContext, object: ApiObject, old: ApiObject): string[] => {
  takeAddresses(context, object, old);
  serviceStrategy.prepareForUpdate?.(context, object, old);
  return texts(strategyErrors(serviceStrategy, context, object, old));
};

function thrownText(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (isApiError(error)) return error.message;
    throw error;
  }
  return "";
}

describe("Allocation", () => {
  it("assigns and releases addresses and ports", () => {
    const context = testContext();
    const web = create(context, service({ type: "NodePort", ports: [{ port: 80 }] }));
    expect(specOf(web)).toMatchObject({
      clusterIP: "10.0.0.1",
      clusterIPs: ["10.0.0.1"],
      ipFamilies: ["IPv4"],
      ipFamilyPolicy: "SingleStack",
    });
    expect(specOf(web).ports?.[0]?.nodePort).toBe(30000);
    const plain = update(context, web, { type: "ClusterIP" });
    expect(specOf(plain).ports?.[0]).not.toHaveProperty("nodePort");
    expect(specOf(plain)).not.toHaveProperty("externalTrafficPolicy");
    expect(context.allocators.nodePorts.allocate("30000")).toBe(true);
    releaseAll(context.allocators, plain);
    expect(context.allocators.clusterIPs.allocate("10.0.0.1")).toBe(true);
  });

  it("drops the addresses of a load balancer with its type, but not its conditions", () => {
    const context = testContext();
    const balancer = create(context, service({ type: "LoadBalancer", ports: [{ port: 80 }] }));
    const conditions = [{ type: "Ready", status: "True" }];
    balancer["status"] = { loadBalancer: { ingress: [{ ip: "192.0.2.1" }] }, conditions };
    expect(update(context, balancer, { type: "LoadBalancer" })["status"]).toEqual(balancer["status"]);
    expect(update(context, balancer, { type: "ClusterIP" })["status"]).toEqual({ loadBalancer: {}, conditions });
  });

  it("keeps values omitted by an update", () => {
    const context = testContext();
    const web = create(context, service({ type: "NodePort", ports: [{ name: "a", port: 80 }] }));
    const again = service({ type: "NodePort", ports: [{ name: "a", port: 81 }] });
    takeAddresses(context, again, web).release(false);
    expect(specOf(again)).toMatchObject({ clusterIP: "10.0.0.1", clusterIPs: ["10.0.0.1"] });
    expect(specOf(again).ports?.[0]?.nodePort).toBe(30000);
  });

  it("assigns nothing to headless and ExternalName services", () => {
    const context = testContext();
    expect(specOf(create(context, service({ clusterIP: "None", selector: { a: "b" } })))).toMatchObject({
      clusterIPs: ["None"],
      ipFamilies: ["IPv4"],
    });
    const external = create(context, service({ type: "ExternalName", externalName: "a.b" }));
    expect(specOf(external)).not.toHaveProperty("clusterIP");
    expect(specOf(external)).not.toHaveProperty("ipFamilies");
  });

  it("releases the address when the type changes to ExternalName", () => {
    const context = testContext();
    const web = create(context, service());
    const next = update(context, web, { type: "ExternalName", externalName: "x.y" });
    for (const field of ["clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy", "internalTrafficPolicy"]) {
      expect(specOf(next)).not.toHaveProperty(field);
    }
    expect(context.allocators.clusterIPs.allocate("10.0.0.1")).toBe(true);
  });

  it("rejects values taken or out of range and rolls back partial allocations", () => {
    const context = testContext();
    context.allocators.nodePorts.allocate("30001");
    const object = service({
      type: "NodePort",
      ports: [
        { name: "a", port: 80 },
        { name: "b", port: 81, nodePort: 30001 },
      ],
    });
    expect(thrownText(() => takeAddresses(context, object, undefined))).toBe(
      'Service "s" is invalid: spec.ports[1].nodePort: Invalid value: 30001: provided port is already allocated',
    );
    expect(context.allocators.clusterIPs.allocate("10.0.0.1")).toBe(true);
    expect(context.allocators.nodePorts.allocate("30000")).toBe(true);
    const foreign = service({ clusterIP: "192.0.2.1" });
    expect(thrownText(() => takeAddresses(context, foreign, undefined))).toBe(
      'Service "s" is invalid: spec.clusterIPs: Invalid value: []string{"192.0.2.1"}: failed to allocate IP 192.0.2.1: the provided IP (192.0.2.1) is not in the valid range. The range of valid IPs is 10.0.0.0/28',
    );
    const padded = service({ clusterIP: "192.000.2.001" });
    expect(thrownText(() => takeAddresses(context, padded, undefined))).toContain(
      "failed to allocate IP 192.000.2.001: the provided IP (192.0.2.1) is not",
    );
  });

  it("shares a node port only between different protocols of the same port", () => {
    const context = testContext();
    const port = (name: string, number: number, more: object = {}): object => ({ name, port: number, ...more });
    const ports = [port("a", 53), port("b", 53, { protocol: "UDP", nodePort: 30002 })];
    expect(specOf(create(context, service({ type: "NodePort", ports }))).ports?.map((p) => p.nodePort)).toEqual([
      30002, 30002,
    ]);
    const twice = [port("a", 80, { nodePort: 30003 }), port("b", 81, { nodePort: 30003 })];
    expect(thrownText(() => takeAddresses(context, service({ type: "NodePort", ports: twice }), undefined))).toBe(
      'Service "s" is invalid: spec.ports[1].nodePort: Invalid value: 30003: provided port is already allocated',
    );
    const web = create(context, service({ type: "NodePort", ports: [port("a", 80)] }));
    expect(
      thrownText(() =>
        update(context, web, {
          ports: [...(specOf(web).ports ?? []), port("b", 81, { protocol: "TCP", targetPort: 81 })],
        }),
      ),
    ).toBe("");
    expect(
      thrownText(() =>
        update(context, web, { ports: twice.map((p) => ({ protocol: "TCP", targetPort: 1, ...p, nodePort: 30000 })) }),
      ),
    ).toBe("duplicate nodePort: {TCP 30000}");
  });

  it("rejects a health check node port that is taken or out of range", () => {
    const context = testContext();
    context.allocators.nodePorts.allocate("30001");
    const local = (healthCheckNodePort: number): ApiObject =>
      service({ type: "LoadBalancer", externalTrafficPolicy: "Local", healthCheckNodePort });
    const text = (port: number): string => thrownText(() => takeAddresses(context, local(port), undefined));
    expect(text(30001)).toBe(
      "Internal error occurred: failed to allocate requested HealthCheck NodePort 30001: provided port is already allocated",
    );
    expect(text(80)).toBe(
      "Internal error occurred: failed to allocate requested HealthCheck NodePort 80: provided port is not in the valid range. The range of valid ports is 30000-30003",
    );
  });

  it("shows tentative values in a dry run without allocating them", () => {
    const context = { ...testContext(), dryRun: true };
    context.allocators.nodePorts.allocate("30001");
    context.allocators.clusterIPs.allocate("10.0.0.1");
    const ports = [
      { name: "a", port: 80 },
      { name: "b", port: 81 },
    ];
    const object = service({ type: "NodePort", ports });
    takeAddresses(context, object, undefined).release(false);
    expect(specOf(object)).toMatchObject({ clusterIP: "10.0.0.0", ports: [{ nodePort: 32769 }, { nodePort: 32770 }] });
    const given = service({ clusterIP: "10.0.0.1" });
    expect(thrownText(() => takeAddresses(context, given, undefined))).toBe("");
    const taken = service({ type: "NodePort", ports: [{ port: 80, nodePort: 30001 }] });
    expect(thrownText(() => takeAddresses(context, taken, undefined))).toBe(
      'Service "s" is invalid: spec.ports[0].nodePort: Invalid value: 30001: provided port is already allocated',
    );
    expect(context.allocators.clusterIPs.allocateNext()).toBe("10.0.0.2");
    expect(context.allocators.nodePorts.allocateNext()).toBe("30000");
  });

  it("reports an exhausted range", () => {
    const context = testContext();
    while (context.allocators.clusterIPs.allocateNext() !== undefined);
    const object = service();
    expect(thrownText(() => takeAddresses(context, object, undefined))).toBe(
      "Internal error occurred: failed to allocate a serviceIP: range is full",
    );
  });

  it("releases the allocations of a failed write", () => {
    const context = testContext();
    const object = service();
    takeAddresses(context, object, undefined).release(false);
    expect(context.allocators.clusterIPs.allocate("10.0.0.1")).toBe(true);
  });
});

describe("Updates", () => {
  it("keep the address", () => {
    const context = testContext();
    const web = create(context, service());
    const other = structuredClone({ ...web, spec: { ...specOf(web), clusterIP: "None", clusterIPs: ["None"] } });
    expect(refusals(context, other, web)).toEqual([
      'spec.clusterIPs[0]: Invalid value: []string{"None"}: may not change once set',
    ]);
  });

  it("do not change the address by clusterIP alone", () => {
    const context = testContext();
    const web = create(context, service());
    expect(refusals(context, service({ clusterIP: "10.0.0.9" }), web)).toEqual([
      'spec.clusterIPs[0]: Invalid value: []string{"10.0.0.9"}: may not change once set',
    ]);
  });

  it("release a load balancer's node ports only if they are omitted", () => {
    const context = testContext();
    const web = create(context, service({ type: "LoadBalancer", ports: [{ port: 80 }] }));
    const kept = update(context, web, { allocateLoadBalancerNodePorts: false });
    expect(specOf(kept).ports?.[0]?.nodePort).toBe(30000);
    const ports = [{ port: 80, targetPort: 80, protocol: "TCP" }];
    expect(specOf(update(context, kept, { ports })).ports?.[0]).not.toHaveProperty("nodePort");
    expect(context.allocators.nodePorts.allocate("30000")).toBe(true);
  });

  it("keep the health check node port", () => {
    const context = testContext();
    const local = { type: "LoadBalancer", externalTrafficPolicy: "Local", allocateLoadBalancerNodePorts: false };
    const web = create(context, service(local));
    const other = structuredClone({
      ...web,
      spec: { ...specOf(web), healthCheckNodePort: 30003, sessionAffinity: "x" },
    });
    expect(refusals(context, other, web)).toEqual([
      "spec.healthCheckNodePort: Forbidden: field is immutable",
      'spec.sessionAffinity: Unsupported value: "x": supported values: "ClientIP", "None"',
    ]);
  });

  it("reject node ports for types without them", () => {
    const context = testContext();
    const web = create(context, service());
    const other = structuredClone({
      ...web,
      spec: { ...specOf(web), ports: [{ port: 80, targetPort: 80, protocol: "TCP", nodePort: 30003 }] },
    });
    expect(refusals(context, other, web)).toEqual([
      "spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'",
    ]);
  });
});

describe("Cells", () => {
  it("show ports", () => {
    expect(portsText([{ port: 80 }, { port: 53, protocol: "UDP", nodePort: 30053 }])).toBe("80/TCP,53:30053/UDP");
    expect(portsText(undefined)).toBe("<none>");
  });

  it("show external addresses", () => {
    expect(externalText({ spec: { type: "ClusterIP", externalIPs: ["1.2.3.4", "1.2.3.5"] } })).toBe("1.2.3.4,1.2.3.5");
    expect(externalText({ spec: { type: "LoadBalancer" } })).toBe("<pending>");
    expect(
      externalText({
        spec: { type: "LoadBalancer", externalIPs: ["9.9.9.9"] },
        status: { loadBalancer: { ingress: [{ ip: "2.2.2.2" }, { hostname: "a.b" }] } },
      }),
    ).toBe("2.2.2.2,a.b,9.9.9.9");
    expect(externalText({ spec: { type: "ExternalName", externalName: "db" } })).toBe("db");
    expect(externalText({})).toBe("<unknown>");
  });
});
