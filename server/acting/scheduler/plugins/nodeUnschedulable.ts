import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { tolerates } from "../../placement/tolerations.ts";
import { type Plugin, unresolvable } from "../framework/plugin.ts";
import type { PodInfo } from "../model/podInfo.ts";

const UNSCHEDULABLE = unresolvable("node(s) were unschedulable");

/** Excludes cordoned nodes, except for pods that tolerate the corresponding taint. */
export function nodeUnschedulable(vocabulary: Vocabulary): Plugin {
  const taint = { key: vocabulary.render("node.{labelDomain}/unschedulable"), effect: "NoSchedule" };
  const toleratesCordon = ({ spec }: PodInfo): boolean =>
    (spec.tolerations ?? []).some((toleration) => tolerates(toleration, taint));
  return {
    name: "NodeUnschedulable",
    prepareFilter: (pod) =>
      toleratesCordon(pod)
        ? undefined
        : { filter: ({ node }) => (node.spec?.unschedulable === true ? UNSCHEDULABLE : undefined) },
    hints: [
      {
        on: ["NodeAdd", "NodeTaint"],
        helps: (_pod, { node, oldNode }) =>
          node?.spec?.unschedulable !== true && (oldNode === undefined || oldNode.spec?.unschedulable === true),
      },
      { on: ["PodTolerations"], helps: (pod, event) => event.pod?.key === pod.key && toleratesCordon(event.pod) },
    ],
  };
}
