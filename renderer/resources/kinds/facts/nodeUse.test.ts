import { expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { resourcesOfNode } from "./nodeUse.ts";

const amounts = { cpu: "4", memory: "8Gi", pods: "110", "nvidia.com/gpu": "2" };
const node: ApiObject = {
  metadata: { name: "n1" },
  status: { capacity: amounts, allocatable: { ...amounts, memory: "4Gi" } },
};
const pod = (phase: string, resources: object): ApiObject => ({
  metadata: { name: "p" },
  spec: { nodeName: "n1", containers: [{ name: "a", resources }] },
  status: { phase },
});

it("sums requests and limits of the pods running on a node for any resource", () => {
  const pods = [
    pod("Running", {
      requests: { cpu: "500m", memory: "1Gi", "nvidia.com/gpu": "1" },
      limits: { cpu: "6", memory: "3Gi", "nvidia.com/gpu": "1" },
    }),
    pod("Pending", { requests: { cpu: "250m" } }),
    pod("Succeeded", { requests: { cpu: "2" } }),
  ];
  const [cpu, memory, count, gpu] = resourcesOfNode(node, pods);
  expect(cpu).toMatchObject({ name: "cpu", requests: "750m", limits: "6", requestShare: 0.1875, limitShare: 1.5 });
  expect(memory).toMatchObject({ capacity: "8 Gi", allocatable: "4 Gi", requests: "1 Gi", requestShare: 0.25 });
  expect(count).toMatchObject({ name: "pods", requests: "2", limits: "", allocatable: "110" });
  expect(gpu).toMatchObject({ name: "nvidia.com/gpu", requests: "1", allocatable: "2", requestShare: 0.5 });
});

it("is empty until the node reports resources", () => {
  expect(resourcesOfNode({ metadata: { name: "n1" } }, [])).toEqual([]);
});
