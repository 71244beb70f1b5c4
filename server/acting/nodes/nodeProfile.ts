import type { Taint } from "kubernetes-types/core/v1";

/** The properties of a simulated node. */
export interface NodeProfile {
  /** Quantities by resource: `cpu`, `memory`, `pods`, `ephemeral-storage`, extended ones. */
  readonly capacity: Readonly<Record<string, string>>;
  /** The part of the capacity that pods can use, where it is less: the node reserves the rest for itself. */
  readonly allocatable: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
  /** Minimum and maximum milliseconds that pulling an image takes; the actual time depends on the image's name. */
  readonly pullTime: readonly [number, number];
  /** Milliseconds from a container's creation until its program runs. */
  readonly startTime: number;
  /** Runtime class handlers that the node's runtime supports. */
  readonly runtimeHandlers: readonly string[];
}

export const DEFAULT_PROFILE: NodeProfile = {
  capacity: { cpu: "4", memory: "8Gi", "ephemeral-storage": "50Gi", pods: "110" },
  allocatable: {},
  labels: {},
  taints: [],
  pullTime: [150, 600],
  startTime: 30,
  // The default handler, and the one that the reference's tests expect.
  runtimeHandlers: ["runc", "test-handler"],
};
