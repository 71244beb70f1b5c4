/** Drops fields of pod statuses whose features are off, as is done for pod specs. */
import type { ContainerStatus, PodSpec, PodStatus } from "kubernetes-types/core/v1";
import { each, type Steps } from "../../../../../shared/steps.ts";
import { type Features, isOn } from "../../../registry/features.ts";
import { usesFeature } from "../../validation/pod/disabledFields.ts";

interface StatusFeature {
  readonly gates: readonly [string, ...string[]];
  /** Members of container statuses. */
  readonly ofContainers?: readonly string[];
  /** Members of the pod status itself. */
  readonly own?: readonly string[];
  /** Keep the fields for a pod whose spec already uses the feature, even when the feature is off. */
  readonly ofUsers: boolean;
}

const FEATURES: readonly StatusFeature[] = [
  { gates: ["InPlacePodVerticalScaling"], ofContainers: ["resources"], own: ["resize"], ofUsers: true },
  {
    gates: ["InPlacePodVerticalScaling", "InPlacePodVerticalScalingAllocatedStatus"],
    ofContainers: ["allocatedResources"],
    ofUsers: false,
  },
  { gates: ["DynamicResourceAllocation"], own: ["resourceClaimStatuses"], ofUsers: true },
  { gates: ["RecursiveReadOnlyMounts"], ofContainers: ["volumeMounts"], ofUsers: true },
  { gates: ["ResourceHealthStatus"], ofContainers: ["allocatedResourcesStatus"], ofUsers: false },
  { gates: ["SupplementalGroupsPolicy"], ofContainers: ["user"], ofUsers: true },
];

const LISTS = ["containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses"] as const;

/**
 * Removes the fields of features that are off from a pod's status.
 * @param status changed in place; its members may be shared with the stored pod, so they are copied before a change
 * @param old the stored spec
 */
export function* dropDisabledStatusFields(
  status: PodStatus,
  old: PodSpec | undefined,
  features: Features | undefined,
): Steps<void> {
  for (const { gates, ofContainers = [], own = [], ofUsers } of FEATURES) {
    if (gates.every((gate) => isOn(features, gate))) continue;
    if (ofUsers && old !== undefined && (yield* usesFeature(old, gates[0]))) continue;
    for (const field of own) delete (status as Record<string, unknown>)[field];
    for (const list of ofContainers.length === 0 ? [] : LISTS) {
      const containers = status[list];
      if (containers) status[list] = yield* each(containers, (container) => without(container, ofContainers));
    }
  }
}

/** A container status without some of its members; the same object when it has none of them. */
function without(container: ContainerStatus, fields: readonly string[]): ContainerStatus {
  if (!fields.some((field) => field in container)) return container;
  return Object.fromEntries(Object.entries(container).filter(([name]) => !fields.includes(name))) as ContainerStatus;
}
