import type { Node, PodSpec } from "kubernetes-types/core/v1";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { requiredNodes } from "../../placement/nodeSelection.ts";
import { REPELLING, untoleratedTaint } from "../../placement/tolerations.ts";
import { daemonTolerations } from "./daemonPod.ts";
import type { DaemonSet } from "./kinds.ts";

/** Whether a daemon pod belongs on a node. */
export interface Fit {
  readonly starts: boolean;
  /** Whether an existing one may stay. */
  readonly stays: boolean;
}

/** Returns a function that judges nodes for a daemon set. */
export function nodeFit({ spec }: DaemonSet, vocabulary: Vocabulary): (node: Node) => Fit {
  const pod = spec.template?.spec as PodSpec;
  const isWanted = requiredNodes(pod) ?? (() => true);
  const tolerations = daemonTolerations(pod, vocabulary);
  return (node) => {
    const { name } = node.metadata ?? {};
    const isOther = pod.nodeName !== undefined && pod.nodeName !== "" && pod.nodeName !== name;
    if (isOther || !isWanted(node)) return { starts: false, stays: false };
    const taints = node.spec?.taints ?? [];
    const isRepelled = untoleratedTaint(taints, tolerations, REPELLING) !== undefined;
    if (!isRepelled) return { starts: true, stays: true };
    return { starts: false, stays: untoleratedTaint(taints, tolerations, ["NoExecute"]) === undefined };
  };
}
