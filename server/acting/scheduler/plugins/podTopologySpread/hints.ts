import type { QueueingHint } from "../../framework/plugin.ts";
import type { PodInfo } from "../../model/podInfo.ts";
import { isCounted, type SpreadConstraint } from "../../model/spreadConstraints.ts";

/** What may help pods that would make a spread too uneven. */
export function podTopologySpreadHints(constraintsOf: (pod: PodInfo) => readonly SpreadConstraint[]): QueueingHint[] {
  const counts = (waiting: PodInfo, pod: PodInfo | undefined): boolean =>
    pod !== undefined &&
    pod.namespace === waiting.namespace &&
    constraintsOf(waiting).some((constraint) => isCounted(constraint, pod));
  return [
    // A pod that comes lifts the place with the fewest; one that goes makes room in its own.
    { on: ["PodAdd", "PodDelete"], helps: (waiting, { pod }) => counts(waiting, pod) },
    {
      on: ["PodLabel"],
      helps: (waiting, { pod, oldPod }) => pod?.key === waiting.key || counts(waiting, pod) !== counts(waiting, oldPod),
    },
    {
      // A place without pods that goes does not hold back the others any more.
      on: ["NodeAdd", "NodeDelete", "NodeLabel", "NodeTaint"],
      helps(waiting, { node, oldNode }) {
        const keys = constraintsOf(waiting).map(({ topologyKey }) => topologyKey);
        const hasAll = (labels: Record<string, string> = {}): boolean => keys.every((key) => key in labels);
        if (oldNode === undefined) return hasAll(node?.metadata?.labels);
        const isSame = keys.every((key) => node?.metadata?.labels?.[key] === oldNode.metadata?.labels?.[key]);
        return !isSame || hasAll(node?.metadata?.labels);
      },
    },
  ];
}
