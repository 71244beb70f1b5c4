import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatQuantity, parseQuantity } from "../../../../shared/quantity.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { addUsage, type Usage, usageOf, usageText } from "./quotaUsage.ts";

const core = (resource: string) => ({ group: "", resource });
const texts = (usage: Usage): Record<string, string> =>
  Object.fromEntries([...usage].map(([name, amount]) => [name, formatQuantity(amount)]));
const use = (resource: string, object: Record<string, unknown>, group = "") =>
  texts(usageOf({ group, resource }, { metadata: {}, ...object }, createVocabulary()));

describe("usageOf", () => {
  it.each(["configmaps", "secrets", "replicationcontrollers", "resourcequotas"])(
    "counts %s under both names",
    (name) => {
      expect(use(name, {})).toEqual({ [`count/${name}`]: "1", [name]: "1" });
    },
  );

  it("counts other resources under count/ only", () => {
    expect(use("deployments", {}, "apps")).toEqual({ "count/deployments.apps": "1" });
    expect(use("pods", {}, "metrics.k8s.io")).toEqual({ "count/pods.metrics.k8s.io": "1" });
    expect(use("endpoints", {})).toEqual({ "count/endpoints": "1" });
  });

  it("counts devices by device class", () => {
    const request = (deviceClassName: string, parts: object) => ({ name: "r", deviceClassName, ...parts });
    const requests = [
      request("gpu", { allocationMode: "ExactCount", count: 2 }),
      request("gpu", { allocationMode: "ExactCount", count: 3 }),
      request("nic", { allocationMode: "All" }),
      request("tpu", { allocationMode: "Other", count: 7 }),
    ];
    expect(use("resourceclaims", { spec: { devices: { requests } } }, "resource.k8s.io")).toEqual({
      "count/resourceclaims.resource.k8s.io": "1",
      "gpu.deviceclass.resource.k8s.io/devices": "5",
      "nic.deviceclass.resource.k8s.io/devices": "32",
      "tpu.deviceclass.resource.k8s.io/devices": "0",
    });
    expect(use("resourceclaims", { spec: { devices: { requests } } }, "example.com")).toEqual({
      "count/resourceclaims.example.com": "1",
    });
  });

  const spec = {
    overhead: { cpu: "250m", memory: "16Mi" },
    containers: [
      {
        name: "c",
        resources: {
          requests: { cpu: "750m", "hugepages-2Mi": "4Mi", "example.com/gpu": "2" },
          limits: { cpu: "1" },
        },
      },
    ],
  };

  it("sums a pod including overhead, which adds no limit of its own", () => {
    expect(use("pods", { spec })).toEqual({
      "count/pods": "1",
      pods: "1",
      cpu: "1",
      "requests.cpu": "1",
      memory: "16Mi",
      "requests.memory": "16Mi",
      "hugepages-2Mi": "4Mi",
      "requests.hugepages-2Mi": "4Mi",
      "requests.example.com/gpu": "2",
      "limits.cpu": "1250m",
    });
  });

  it.each(["Succeeded", "Failed"])("counts a %s pod only as a stored object", (phase) => {
    expect(use("pods", { spec, status: { phase } })).toEqual({ "count/pods": "1" });
  });

  it.each([
    [{}, undefined, undefined],
    [{ type: "ClusterIP", ports: [{}, {}] }, undefined, undefined],
    [{ type: "NodePort", ports: [{}, {}] }, undefined, "2"],
    [{ type: "LoadBalancer", ports: [{}] }, "1", "1"],
    [{ type: "LoadBalancer", ports: [{}, { nodePort: 30000 }], allocateLoadBalancerNodePorts: false }, "1", "1"],
  ])("counts service %j", (service, loadBalancers, nodePorts) => {
    const usage = use("services", { spec: service });
    expect(usage["services"]).toBe("1");
    expect(usage["services.loadbalancers"]).toBe(loadBalancers);
    expect(usage["services.nodeports"]).toBe(nodePorts);
  });

  it("counts a claim's storage requests", () => {
    const claim = { spec: { resources: { requests: { storage: "5Gi" } } } };
    expect(use("persistentvolumeclaims", claim)).toMatchObject({
      persistentvolumeclaims: "1",
      "requests.storage": "5Gi",
    });
    expect(use("persistentvolumeclaims", {})).not.toHaveProperty(["requests.storage"]);
  });

  it("does not modify the object", () => {
    const pod = Object.freeze({ metadata: {} });
    expect(() => usageOf(core("pods"), pod, createVocabulary())).not.toThrow();
  });
});

describe("addUsage", () => {
  const usage = fc
    .dictionary(fc.constantFrom("cpu", "pods", "memory"), fc.nat(10_000))
    .map((amounts) => new Map(Object.entries(amounts).map(([name, n]) => [name, parseQuantity(`${n}m`)])));

  it("is commutative, has a zero element, and does not modify its arguments", () => {
    fc.assert(
      fc.property(usage, usage, (a, b) => {
        const before = [texts(a), texts(b)];
        expect(texts(addUsage(a, b))).toEqual(texts(addUsage(b, a)));
        expect(texts(addUsage(a, new Map()))).toEqual(texts(a));
        expect([texts(a), texts(b)]).toEqual(before);
      }),
    );
  });
});

describe("usageText", () => {
  it("is sorted by name", () => {
    const amounts: Record<string, string> = { pods: "2", "requests.cpu": "0.5", "count/x": "1" };
    expect(usageText(Object.keys(amounts), (name) => parseQuantity(amounts[name] ?? "0"))).toBe(
      "count/x=1,pods=2,requests.cpu=500m",
    );
  });
});

describe("Resized pods", () => {
  const pods = { group: "", resource: "pods" };
  const used = (status: object): string[] => {
    const resources = { requests: { cpu: "1" }, limits: { cpu: "3" } };
    const pod = { metadata: { name: "p" }, spec: { containers: [{ name: "c", resources }] }, status };
    const found = usageOf(pods, pod, createVocabulary());
    return ["requests.cpu", "limits.cpu"].map((name) => formatQuantity(found.get(name) ?? parseQuantity("0")));
  };
  const has = { name: "c", resources: { requests: { cpu: "2" }, limits: { cpu: "2" } } };
  it.each([
    ["count the requests and limits of the spec without a reported status", {}, ["1", "3"]],
    ["count the larger of the specified and the actual resources", { containerStatuses: [has] }, ["2", "3"]],
    [
      "count the allocated requests if they are larger",
      { containerStatuses: [{ ...has, allocatedResources: { cpu: "4" } }] },
      ["4", "3"],
    ],
    [
      "count the actual resources if the resize is infeasible",
      { resize: "Infeasible", containerStatuses: [has] },
      ["2", "2"],
    ],
  ])("%s", (_title, status, expected) => expect(used(status)).toEqual(expected));
});
