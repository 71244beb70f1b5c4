import { expect, it } from "vitest";
import type { NodePod } from "../pods/podParts.ts";
import { type AdmissionScene, admitPod } from "./rejection.ts";

const CRITICAL = 2_000_000_000;

function pod(spec: object, { name = "p", qosClass = "Burstable" } = {}): NodePod {
  const containers = [{ name: "c", image: "i" }];
  return { metadata: { name }, spec: { containers, ...spec }, status: { qosClass } } as unknown as NodePod;
}
const asking = (requests: object, more: object = {}): object => ({
  containers: [{ name: "c", image: "i", resources: { requests } }],
  ...more,
});
const onPort = (port: object): NodePod => pod({ containers: [{ name: "c", ports: [{ containerPort: 80, ...port }] }] });

function verdict(wanted: NodePod, running: readonly NodePod[] = [], more: Partial<AdmissionScene> = {}) {
  const node = {
    metadata: { name: "n", labels: { disk: "ssd" } },
    spec: {},
    status: { allocatable: { cpu: "2", memory: "1Gi", "ephemeral-storage": "1Gi", pods: "3", "example.com/gpu": "1" } },
  };
  const labels = { osLabel: "example.io/os", memoryTaint: "example.io/memory-pressure" };
  return admitPod(wanted, { node, running, pressures: [], ...labels, ...more });
}

it.each([
  ["cpu", { cpu: "1500m" }, { cpu: "1" }, "requested: 1000, used: 1500, capacity: 2000"],
  ["memory", { memory: "1Gi" }, { memory: "1" }, "requested: 1, used: 1073741824, capacity: 1073741824"],
  ["ephemeral-storage", {}, { "ephemeral-storage": "2Gi" }, "requested: 2147483648, used: 0, capacity: 1073741824"],
  ["example.com/gpu", { "example.com/gpu": "1" }, { "example.com/gpu": "1" }, "requested: 1, used: 1, capacity: 1"],
])("rejects a pod when there is too little %s", (resource, used, requests, numbers) => {
  expect(verdict(pod(asking(requests)), [pod(asking(used))])).toEqual({
    reason: `OutOf${resource}`,
    message: `Node didn't have enough resource: ${resource}, ${numbers}`,
  });
});

it("rejects pods beyond the node's pod limit and ignores unknown resources", () => {
  const many = [pod({}), pod({}), pod({})];
  const message = "Node didn't have enough resource: pods, requested: 1, used: 3, capacity: 3";
  expect(verdict(pod({}), many)).toEqual({ reason: "OutOfpods", message });
  expect(verdict(pod({}), many.slice(1))).toBeUndefined();
  expect(verdict(pod(asking({ "example.com/other": "4" })))).toBeUndefined();
});

it("rejects a pod that node affinity or a NoExecute taint excludes", () => {
  const message = "Predicate NodeAffinity failed: node(s) didn't match Pod's node affinity/selector";
  expect(verdict(pod({ nodeSelector: { disk: "hdd" } }))).toEqual({ reason: "NodeAffinity", message });
  expect(verdict(pod({ nodeSelector: { disk: "ssd" } }))).toBeUndefined();
  const tainted = (effect: "NoExecute" | "NoSchedule") => ({ node: { spec: { taints: [{ key: "k", effect }] } } });
  expect(verdict(pod({}), [], { node: { ...ROOMY, ...tainted("NoExecute").node } })).toEqual({
    reason: "TaintToleration",
    message: "Predicate TaintToleration failed: node(s) had taints that the pod didn't tolerate",
  });
  expect(verdict(pod({}), [], { node: { ...ROOMY, ...tainted("NoSchedule").node } })).toBeUndefined();
});
const ROOMY = { metadata: { name: "n" }, status: { allocatable: { pods: "9" } } };

it("rejects a pod of another operating system or with unsafe sysctls", () => {
  const { message, reason } = verdict(pod({ os: { name: "windows" } })) as { message: string; reason: string };
  expect([reason, message]).toEqual(["PodOSNotSupported", "Failed to admit pod as the OS field doesn't match node OS"]);
  const labelled = { ...pod({}), metadata: { name: "p", labels: { "example.io/os": "windows" } } };
  expect(verdict(labelled)).toMatchObject({ reason: "PodOSSelectorNodeLabelDoesNotMatch" });
  const sysctls = [{ name: "kernel/msgmax", value: "1" }];
  expect(verdict(pod({ securityContext: { sysctls } }))).toEqual({
    reason: "SysctlForbidden",
    message: 'forbidden sysctl: "kernel.msgmax" not allowlisted',
  });
});

it("admits only critical pods under disk pressure and no best-effort pods under memory pressure", () => {
  const message = "The node had condition: [DiskPressure]. ";
  expect(verdict(pod({}), [], { pressures: ["DiskPressure"] })).toEqual({ reason: "Evicted", message });
  expect(verdict(pod({ priority: CRITICAL }), [], { pressures: ["DiskPressure"] })).toBeUndefined();
  const short = { pressures: ["MemoryPressure"] };
  expect(verdict(pod({}), [], short)).toBeUndefined();
  expect(verdict(pod({}, { qosClass: "BestEffort" }), [], short)).toMatchObject({ reason: "Evicted" });
  const tolerations = [{ key: "example.io/memory-pressure", operator: "Exists" }];
  expect(verdict(pod({ tolerations }, { qosClass: "BestEffort" }), [], short)).toBeUndefined();
});

it("preempts pods of the lowest QoS class that free enough for a critical pod", () => {
  const loose = pod({}, { name: "loose", qosClass: "BestEffort" });
  const small = pod(asking({ cpu: "400m" }), { name: "small" });
  const large = pod(asking({ cpu: "1" }), { name: "large" });
  const firm = pod(asking({ cpu: "500m" }), { name: "firm", qosClass: "Guaranteed" });
  const critical = (cpu: string) => pod(asking({ cpu }, { priority: CRITICAL }));
  const node = { metadata: { name: "n" }, status: { allocatable: { cpu: "2", pods: "9" } } };
  const gone = (cpu: string): unknown => {
    const found = verdict(critical(cpu), [loose, small, large, firm], { node });
    return found !== undefined && "victims" in found ? found.victims.map(({ metadata }) => metadata.name) : found;
  };
  expect(gone("300m")).toEqual(["small"]);
  expect(gone("900m")).toEqual(["large"]);
  expect(gone("1300m")).toEqual(["large", "small"]);
  expect(gone("2")).toEqual(["large", "small", "firm"]);
  const detail = "no set of running pods found to reclaim resources: [(res: cpu, q: 1000), ]";
  expect(gone("3")).toEqual({
    reason: "UnexpectedAdmissionError",
    message: `Unexpected error while attempting to recover from admission failure: preemption: error finding a set of pods to preempt: ${detail}`,
  });
  expect(verdict(pod({ priority: CRITICAL, nodeSelector: { a: "b" } }), [], { node })).toMatchObject({
    reason: "NodeAffinity",
  });
});

it("rejects a pod whose host port is in use", () => {
  expect(verdict(onPort({ containerPort: 90, hostPort: 80 }), [onPort({ hostPort: 80 })])).toEqual({
    reason: "NodePorts",
    message: "Predicate NodePorts failed: node(s) didn't have free ports for the requested pod ports",
  });
});

it("admits pods with other ports, addresses or protocols, or without host ports", () => {
  const taken = [onPort({ hostPort: 80, hostIP: "127.0.0.1" })];
  for (const port of [{}, { hostPort: 81 }, { hostPort: 80, hostIP: "10.0.0.1" }, { hostPort: 80, protocol: "UDP" }]) {
    expect(verdict(onPort(port), taken)).toBeUndefined();
  }
});
