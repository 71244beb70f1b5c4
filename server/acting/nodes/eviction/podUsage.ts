import type { Pod } from "kubernetes-types/core/v1";
import { amountIn } from "../../../ground/formats/amountIn.ts";
import { measured } from "../metrics/podUsage.ts";
import type { NodeAgentParts } from "../nodeAgentParts.ts";
import { isOnNode } from "../storage/storageLimits.ts";
import { type MeasureStorage, storageUse } from "../storage/storageUse.ts";
import type { EvictionParts } from "./pressureEviction.ts";

/** What pods use of a resource according to the node's metrics, and the node's capacity for it. */
export const podUsage = (
  { work, time, profile }: Pick<NodeAgentParts, "work" | "time" | "profile">,
  measure: MeasureStorage,
): Pick<EvictionParts, "usage" | "capacity"> => ({
  capacity: (resource) => amountIn(profile.capacity[resource] ?? "0", false),
  async usage(life, resource) {
    if (resource === "memory") {
      const pod = { ...life.pod, status: life.status } as Pod;
      const known = measured(pod, { work, now: time.now() }).filter((each) => each !== undefined);
      return new Map(known.map(({ name, usage }) => [name, usage.bytes]));
    }
    const volumes = (life.pod.spec.volumes ?? []).filter(isOnNode).map(({ name }) => name);
    return (await storageUse(life, volumes, measure)).containers;
  },
});
