import type { DaemonSetSpec, DaemonSetStatus } from "kubernetes-types/apps/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { asPod } from "../pods/podState.ts";

/** A stored daemon set. */
export interface DaemonSet extends ApiObject {
  readonly spec: DaemonSetSpec;
  readonly status?: DaemonSetStatus;
}

/** The labels that identify the template of a pod. */
export const HASH_LABEL = "controller-revision-hash";
const GENERATION_LABEL = "pod-template-generation";
const GENERATION_ANNOTATION = "deprecated.daemonset.template.generation";

/** The label values of pods with the current template. */
export interface TemplateMark {
  readonly hash: string;
  readonly generation: string | undefined;
}

export const templateMark = ({ metadata }: DaemonSet, hash: string): TemplateMark => ({
  hash,
  generation: metadata.annotations?.[GENERATION_ANNOTATION],
});

export const labelsOf = ({ hash, generation }: TemplateMark): Record<string, string> => ({
  ...(generation === undefined ? {} : { [GENERATION_LABEL]: generation }),
  [HASH_LABEL]: hash,
});

/** Whether a pod has the current template. */
export const isUpdated = ({ metadata }: ApiObject, { hash, generation }: TemplateMark): boolean =>
  (generation !== undefined && metadata.labels?.[GENERATION_LABEL] === generation) ||
  metadata.labels?.[HASH_LABEL] === hash;

/** The node that a daemon pod runs on, or is bound for by its affinity. */
export function targetNode(pod: ApiObject): string | undefined {
  const { nodeName, affinity } = asPod(pod).spec ?? {};
  if (nodeName !== undefined && nodeName !== "") return nodeName;
  const terms = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  for (const { matchFields = [] } of terms) {
    for (const { key, operator, values = [] } of matchFields) {
      if (key === "metadata.name" && operator === "In" && values.length === 1) return values[0];
    }
  }
  return undefined;
}
