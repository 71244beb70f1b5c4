import type { Taint } from "kubernetes-types/core/v1";

/** What a simulated node is like. */
export interface NodeProfile {
  /** Quantities by resource: `cpu`, `memory`, `pods`, `ephemeral-storage`, extended ones. */
  readonly capacity: Readonly<Record<string, string>>;
  /** What of it pods can be given, where that is less: the node keeps the rest for itself. */
  readonly allocatable: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
  /** Milliseconds that pulling an image takes, at least and at most; which, depends on the image's name. */
  readonly pullTime: readonly [number, number];
  /** Milliseconds from a container's creation until its program runs. */
  readonly startTime: number;
  /** Handlers of runtime classes that the node's runtime knows. */
  readonly runtimeHandlers: readonly string[];
}

export const DEFAULT_PROFILE: NodeProfile = {
  capacity: { cpu: "4", memory: "8Gi", "ephemeral-storage": "50Gi", pods: "110" },
  allocatable: {},
  labels: {},
  taints: [],
  pullTime: [150, 600],
  startTime: 30,
  // The usual one, and that which the reference's tests expect.
  runtimeHandlers: ["runc", "test-handler"],
};
