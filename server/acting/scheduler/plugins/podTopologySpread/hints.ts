import type { QueueingHint } from "../../framework/plugin.ts";
import type { PodInfo } from "../../model/podInfo.ts";
import { isCounted, type SpreadConstraint } from "../../model/spreadConstraints.ts";

/** Hints for pods that would violate a topology spread. */
export function podTopologySpreadHints(constraintsOf: (pod: PodInfo) => readonly SpreadConstraint[]): QueueingHint[] {
  const counts = (waiting: PodInfo, pod: PodInfo | undefined): boolean =>
    pod !== undefined &&
    pod.namespace === waiting.namespace &&
    constraintsOf(waiting).some((constraint) => isCounted(constraint, pod));
  return [
    // A new pod may raise the minimum count; a deleted one makes room in its own domain.
    { on: ["PodAdd", "PodDelete"], helps: (waiting, { pod }) => counts(waiting, pod) },
    {
      on: ["PodLabel"],
      helps: (waiting, { pod, oldPod }) => pod?.key === waiting.key || counts(waiting, pod) !== counts(waiting, oldPod),
    },
    {
      // Removing a domain without pods may raise the minimum count.
      on: ["NodeAdd", "NodeDelete", "NodeLabel", "NodeTaint"],
      helps(waiting, { node, oldNode }) {
        const keys = constraintsOf(waiting).map(({ topologyKey }) => topologyKey);
        const hasAll = (labels: Record<string, string> = {}): boolean =>
          keys.every((key) => Object.hasOwn(labels, key));
        if (oldNode === undefined) return hasAll(node?.metadata?.labels);
        const isSame = keys.every((key) => node?.metadata?.labels?.[key] === oldNode.metadata?.labels?.[key]);
        return !isSame || hasAll(node?.metadata?.labels);
      },
    },
  ];
}
