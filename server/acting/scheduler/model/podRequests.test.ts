import type { Container, PodSpec, PodStatus } from "kubernetes-types/core/v1";
import { describe, expect, it } from "vitest";
import { ASSUMED_CPU, ASSUMED_MEMORY, podRequests } from "./podRequests.ts";

const container = (cpu: string | undefined, more: Partial<Container> = {}): Container => ({
  name: "c",
  ...(cpu === undefined ? {} : { resources: { requests: { cpu } } }),
  ...more,
});
const cpuOf = (spec: PodSpec): number => podRequests(spec).cpu;

describe("podRequests", () => {
  it("sums containers and takes the maximum with init containers", () => {
    expect(cpuOf({ containers: [container("100m"), container("1")] })).toBe(1100);
    expect(cpuOf({ initContainers: [container("2")], containers: [container("1")] })).toBe(2000);
    expect(cpuOf({ initContainers: [container("500m")], containers: [container("1")] })).toBe(1000);
  });

  it("counts sidecars permanently and together with the init containers after them", () => {
    const sidecar = container("500m", { restartPolicy: "Always" });
    expect(cpuOf({ initContainers: [sidecar], containers: [container("1")] })).toBe(1500);
    expect(cpuOf({ initContainers: [sidecar, container("2")], containers: [container("1")] })).toBe(2500);
    expect(cpuOf({ initContainers: [container("2"), sidecar], containers: [container("1")] })).toBe(2000);
  });

  it("adds overhead and uses pod-level requests", () => {
    const spec = { containers: [container("1")], overhead: { cpu: "250m" } };
    expect(cpuOf(spec)).toBe(1250);
    expect(cpuOf({ ...spec, resources: { requests: { cpu: "3" } } } as PodSpec)).toBe(3250);
  });

  it("assumes default requests for containers without any when scoring nodes", () => {
    const { cpu, memory } = podRequests({ containers: [container(undefined), container("1")] }, true);
    expect([cpu, memory]).toEqual([ASSUMED_CPU + 1000, 2 * ASSUMED_MEMORY]);
  });

  it("supports resources of any name", () => {
    const requests = { "example.com/gpu": "2", memory: "1Ki", "ephemeral-storage": "1k" };
    const { extended, memory, ephemeralStorage } = podRequests({
      containers: [{ name: "c", resources: { requests } }],
    });
    expect([extended.get("example.com/gpu"), memory, ephemeralStorage]).toEqual([2, 1024, 1000]);
  });

  it.each<[string, object | undefined, number]>([
    ["the specified requests without a status", undefined, 1000],
    ["the specified requests if the status reports no resources", { containerStatuses: [{ name: "c" }] }, 1000],
    [
      "the specified requests if the actual ones are smaller",
      { containerStatuses: [{ name: "c", resources: { requests: { cpu: "500m" } } }] },
      1000,
    ],
    [
      "the actual requests if they are larger",
      { containerStatuses: [{ name: "c", resources: { requests: { cpu: "2" } } }] },
      2000,
    ],
    [
      "the allocated requests if they are larger",
      { containerStatuses: [{ name: "c", resources: {}, allocatedResources: { cpu: "3" } }] },
      3000,
    ],
    [
      "the actual requests if the resize is infeasible",
      { resize: "Infeasible", containerStatuses: [{ name: "c", resources: { requests: { cpu: "500m" } } }] },
      500,
    ],
  ])("during a resize, counts %s", (_title, status, cpu) => {
    const spec: PodSpec = { containers: [{ name: "c", resources: { requests: { cpu: "1" } } }] };
    expect(podRequests(spec, false, status as PodStatus | undefined).cpu).toBe(cpu);
  });
});
