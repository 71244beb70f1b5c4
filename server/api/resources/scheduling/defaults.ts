import type { ApiObject } from "../../../../shared/object.ts";

const systemClass = (name: string, value: number, description: string): ApiObject => ({
  apiVersion: "scheduling.{domain}/v1",
  kind: "PriorityClass",
  metadata: { name },
  value,
  description,
  preemptionPolicy: "PreemptLowerPriority",
});

/** The priority classes of pods that a cluster or a node cannot do without. Their names and values are reserved. */
export const systemPriorityClasses: readonly ApiObject[] = [
  systemClass(
    "system-node-critical",
    2_000_001_000,
    "Used for system critical pods that must not be moved from their current node.",
  ),
  systemClass(
    "system-cluster-critical",
    2_000_000_000,
    "Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.",
  ),
];
