import type { Node } from "kubernetes-types/core/v1";
import { REPELLING, tolerates, untoleratedTaint } from "../../placement/tolerations.ts";
import { normalizeByHighest, type Plugin, type Rejection, unresolvable } from "../framework/plugin.ts";
import type { PodInfo } from "../model/podInfo.ts";

const PREFER_NOT = "PreferNoSchedule";

const repels = (node: Node | undefined, { spec }: PodInfo): boolean =>
  untoleratedTaint(node?.spec?.taints ?? [], spec.tolerations ?? [], REPELLING) !== undefined;

/** Excludes nodes with taints that a pod does not tolerate. */
export const taintToleration: Plugin = {
  name: "TaintToleration",
  prepareFilter({ spec }) {
    const tolerations = spec.tolerations ?? [];
    return {
      filter({ taints }): Rejection | undefined {
        if (taints.length === 0) return undefined;
        const taint = untoleratedTaint(taints, tolerations, REPELLING);
        return taint && unresolvable(`node(s) had untolerated taint {${taint.key}: ${taint.value ?? ""}}`);
      },
    };
  },
  prepareScore({ spec }) {
    const tolerations = (spec.tolerations ?? []).filter(({ effect = "" }) => effect === "" || effect === PREFER_NOT);
    return {
      score({ taints }) {
        let count = 0;
        for (const taint of taints) {
          if (taint.effect === PREFER_NOT && !tolerations.some((toleration) => tolerates(toleration, taint))) count++;
        }
        return count;
      },
      normalize: (scores) => normalizeByHighest(scores, true),
    };
  },
  hints: [
    {
      on: ["NodeAdd", "NodeTaint"],
      helps: (pod, { node, oldNode }) => !repels(node, pod) && (oldNode === undefined || repels(oldNode, pod)),
    },
    { on: ["PodTolerations"], helps: (pod, event) => event.pod?.key === pod.key },
  ],
};
