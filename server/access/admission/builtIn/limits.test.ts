import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareQuantity, parseQuantity } from "../../../../shared/quantity.ts";
import { immediately } from "../../../../shared/steps.ts";
import { addAmounts, checkClaim, type Limit, podProblems, podResources } from "./limits.ts";
import type { Container, Resources } from "./podSpec.ts";

const checkPod = immediately(podProblems);

const container = (requests: Record<string, string>, more: Partial<Container> = {}): Container => ({
  name: "c",
  resources: { requests },
  ...more,
});
const sidecar = (requests: Record<string, string>): Container => container(requests, { restartPolicy: "Always" });

describe("podResources", () => {
  it.each<[string, Container[], Container[], Record<string, string>]>([
    ["returns nothing without containers", [], [], {}],
    [
      "sums the requests of containers",
      [container({ cpu: "100m" }), container({ cpu: "400m", memory: "1Gi" })],
      [],
      { cpu: "500m", memory: "1Gi" },
    ],
    [
      "takes the maximum of the init containers' requests",
      [container({ cpu: "1" })],
      [container({ cpu: "2" }), container({ cpu: "3" })],
      { cpu: "3" },
    ],
    [
      "takes the containers' sum if it exceeds the requests of init containers",
      [container({ cpu: "4" })],
      [container({ cpu: "3" })],
      { cpu: "4" },
    ],
    [
      "adds the requests of sidecars to those of containers",
      [container({ cpu: "1" })],
      [sidecar({ cpu: "2" })],
      { cpu: "3" },
    ],
    [
      "adds the requests of a sidecar to those of later init containers",
      [container({ cpu: "1" })],
      [sidecar({ cpu: "1" }), container({ cpu: "5" })],
      { cpu: "6" },
    ],
    [
      "does not add the requests of a sidecar to those of earlier init containers",
      [container({ cpu: "1" })],
      [container({ cpu: "5" }), sidecar({ cpu: "1" })],
      { cpu: "5" },
    ],
    [
      "takes the maximum of each resource separately",
      [container({ cpu: "1" })],
      [container({ memory: "1Mi" })],
      { cpu: "1", memory: "1Mi" },
    ],
  ])("%s", (_title, containers, initContainers, requests) => {
    expect(podResources(containers, initContainers)).toEqual({ requests, limits: {} });
  });

  const cpus = fc.array(
    fc.nat(5000).map((n) => container({ cpu: `${n}m` })),
    { maxLength: 5 },
  );
  const value = (resources: Resources) => parseQuantity(resources.requests?.["cpu"] ?? "0");

  it("is independent of container order and monotonic in added containers", () => {
    fc.assert(
      fc.property(cpus, cpus, fc.nat(5000), (containers, init, extra) => {
        const total = value(podResources(containers, init));
        expect(compareQuantity(value(podResources([...containers].reverse(), init)), total)).toBe(0);
        const more = container({ cpu: `${extra}m` });
        expect(compareQuantity(value(podResources([...containers, more], init)), total)).toBeGreaterThanOrEqual(0);
        expect(compareQuantity(value(podResources(containers, [...init, more])), total)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

it("sums many containers in one pass", () => {
  const containers = Array.from({ length: 40_000 }, (_, i) => ({
    name: `c${i}`,
    resources: { requests: { [`example.com/r${i}`]: "1" } },
  }));
  const { requests = {} } = podResources(containers, containers);
  expect(Object.keys(requests)).toHaveLength(containers.length);
});

describe("addAmounts", () => {
  it("adds amounts by name without modifying its arguments", () => {
    const a = { cpu: "500m", memory: "1Gi" };
    expect(addAmounts(a, { cpu: "1500m", "example.com/gpu": "1" })).toEqual({
      cpu: "2",
      memory: "1Gi",
      "example.com/gpu": "1",
    });
    expect(a).toEqual({ cpu: "500m", memory: "1Gi" });
  });
});

describe("checkPod", () => {
  const pod = (...resources: Resources[]) => ({
    metadata: {},
    spec: { containers: resources.map((each, i) => ({ name: `c${i}`, resources: each })) },
  });
  const ratio: Limit = { type: "Container", maxLimitRequestRatio: { cpu: "2" } };

  it.each<[Limit, Resources, string[]]>([
    [{ type: "Container", min: { cpu: "1" } }, { requests: { cpu: "1" } }, []],
    [
      { type: "Container", min: { cpu: "1" } },
      { requests: { cpu: "1" }, limits: { cpu: "900m" } },
      ["minimum cpu usage per Container is 1, but limit is 900m"],
    ],
    [{ type: "Container", max: { cpu: "1" } }, { limits: { cpu: "1000m" } }, []],
    [
      { type: "Container", max: { cpu: "1" } },
      { limits: { cpu: "1" }, requests: { cpu: "2" } },
      ["maximum cpu usage per Container is 1, but request is 2"],
    ],
    [ratio, { limits: { cpu: "2" }, requests: { cpu: "1" } }, []],
    [
      ratio,
      { limits: { cpu: "2" } },
      ["cpu max limit to request ratio per Container is 2, but no request is specified or request is 0"],
    ],
    [
      ratio,
      { requests: { cpu: "2" } },
      ["cpu max limit to request ratio per Container is 2, but no limit is specified or limit is 0"],
    ],
    [
      { type: "Container", maxLimitRequestRatio: { cpu: "1500m" } },
      { limits: { cpu: "2" }, requests: { cpu: "1" } },
      ["cpu max limit to request ratio per Container is 1500m, but provided ratio is 2.000000"],
    ],
    // The reference compares milli-units as floating-point numbers.
    [
      { type: "Container", maxLimitRequestRatio: { cpu: "16.1" } },
      { limits: { cpu: "1610m" }, requests: { cpu: "100m" } },
      ["cpu max limit to request ratio per Container is 16100m, but provided ratio is 16.100000"],
    ],
    [{ type: "PersistentVolumeClaim", min: { storage: "1Gi" } }, {}, []],
  ])("%j with limit %j", (limit, resources, problems) => {
    expect(checkPod(pod(resources), limit)).toEqual(problems);
  });

  it("checks each container separately but a pod by its sum", () => {
    const half = { limits: { cpu: "600m" } };
    expect(checkPod(pod(half, half), { type: "Container", max: { cpu: "1" } })).toEqual([]);
    expect(checkPod(pod(half, half), { type: "Pod", max: { cpu: "1" } })).toEqual([
      "maximum cpu usage per Pod is 1, but limit is 1200m",
    ]);
    const init = { metadata: {}, spec: { initContainers: [{ name: "i", resources: { limits: { cpu: "2" } } }] } };
    expect(checkPod(init, { type: "Container", max: { cpu: "1" } })).toHaveLength(1);
  });
});

describe("checkClaim", () => {
  const claim = (storage?: string) => ({
    metadata: {},
    spec: { resources: { requests: storage === undefined ? {} : { storage } } },
  });
  const limit: Limit = { type: "PersistentVolumeClaim", min: { storage: "1Gi" }, max: { storage: "2Gi" } };

  it.each<[string | undefined, string[]]>([
    ["1Gi", []],
    ["2048Mi", []],
    ["1000Mi", ["minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 1000Mi"]],
    ["3Gi", ["maximum storage usage per PersistentVolumeClaim is 2Gi, but request is 3Gi"]],
    [
      undefined,
      [
        "minimum storage usage per PersistentVolumeClaim is 1Gi.  No request is specified",
        "maximum storage usage per PersistentVolumeClaim is 2Gi.  No request is specified",
      ],
    ],
  ])("checks %s", (storage, problems) => {
    expect(checkClaim(claim(storage), limit)).toEqual(problems);
    expect(checkClaim(claim(storage), { ...limit, type: "Pod" })).toEqual([]);
  });
});
