import type { Affinity, PodSpec, PodTemplateSpec, Toleration } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { podFromTemplate } from "../pods/podControl.ts";
import { type DaemonSet, labelsOf, type TemplateMark } from "./kinds.ts";

/** Taints that daemon pods tolerate, because they serve the node itself. */
const TOLERATED: readonly (readonly [string, string])[] = [
  ["not-ready", "NoExecute"],
  ["unreachable", "NoExecute"],
  ["disk-pressure", "NoSchedule"],
  ["memory-pressure", "NoSchedule"],
  ["pid-pressure", "NoSchedule"],
  ["unschedulable", "NoSchedule"],
];

/**
 * The tolerations of a daemon pod: those of its template, followed by those of all daemon pods that are missing there.
 */
export function daemonTolerations({ tolerations = [], hostNetwork }: PodSpec, vocabulary: Vocabulary): Toleration[] {
  const added = [...TOLERATED, ...(hostNetwork === true ? [["network-unavailable", "NoSchedule"] as const] : [])].map(
    ([name, effect]): Toleration => ({
      key: vocabulary.render(`node.{labelDomain}/${name}`),
      operator: "Exists",
      effect,
    }),
  );
  const isSame = (a: Toleration, b: Toleration): boolean =>
    a.key === b.key && a.effect === b.effect && a.operator === b.operator && (a.value ?? "") === (b.value ?? "");
  return [
    ...tolerations.map((known) => added.find((each) => isSame(known, each)) ?? known),
    ...added.filter((each) => !tolerations.some((known) => isSame(known, each))),
  ];
}

/** The pod for a node. */
export function daemonPod(set: DaemonSet, node: string, mark: TemplateMark, vocabulary: Vocabulary): ApiObject {
  const template = set.spec.template as PodTemplateSpec;
  const pod = podFromTemplate(template, set);
  const spec = template.spec as PodSpec;
  return {
    ...pod,
    metadata: { ...pod.metadata, labels: { ...pod.metadata.labels, ...labelsOf(mark) } },
    spec: { ...spec, tolerations: daemonTolerations(spec, vocabulary), affinity: onlyOn(node, spec.affinity) },
  };
}

/** Replaces the template's required node affinity by an affinity to one node; the template's was checked before. */
function onlyOn(node: string, affinity: Affinity = {}): Affinity {
  const { nodeAffinity } = affinity;
  const nodeSelectorTerms = [{ matchFields: [{ key: "metadata.name", operator: "In", values: [node] }] }];
  return {
    ...affinity,
    nodeAffinity: { ...nodeAffinity, requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } },
  };
}
