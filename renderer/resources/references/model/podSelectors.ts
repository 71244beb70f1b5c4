import type { ApiObject } from "../../../../shared/object.ts";
import { fromStructured, type LabelSelector } from "../../../../shared/selectors/labelSelector.ts";
import { at, isFields, listAt, textAt, textsAt } from "../../kinds/read.ts";

/** Kinds that consist of pods, with the path of their pods' labels, which pod selectors can match. */
const POD_LABELS: Readonly<Record<string, string>> = {
  "/pods": "metadata.labels",
  "/replicationcontrollers": "spec.template.metadata.labels",
  "apps/deployments": "spec.template.metadata.labels",
  "apps/statefulsets": "spec.template.metadata.labels",
  "apps/daemonsets": "spec.template.metadata.labels",
  "apps/replicasets": "spec.template.metadata.labels",
  "batch/jobs": "spec.template.metadata.labels",
  "batch/cronjobs": "spec.jobTemplate.spec.template.metadata.labels",
};
/** Keys of the kinds that a pod selector can match. */
export const PODS_AND_TEMPLATES = Object.keys(POD_LABELS);

/** The labels for matching pod selectors; undefined for kinds without pods. */
export function podLabelsOf(key: string, object: ApiObject): Readonly<Record<string, string>> | undefined {
  const path = POD_LABELS[key];
  return path === undefined ? undefined : textsOf(at(object, path));
}

/** The string members of a map. */
export function textsOf(value: unknown): Record<string, string> {
  const entries = Object.entries(isFields(value) ? value : {});
  return Object.fromEntries(entries.flatMap(([key, text]) => (typeof text === "string" ? [[key, text]] : [])));
}

/** A structured selector; undefined if the field is missing, which selects nothing. */
export function structured(value: unknown): LabelSelector | undefined {
  if (!isFields(value)) return undefined;
  return fromStructured({
    matchLabels: textsOf(value["matchLabels"]),
    matchExpressions: listAt(value, "matchExpressions").map((each) => ({
      key: textAt(each, "key"),
      operator: textAt(each, "operator"),
      values: textsAt(each, "values"),
    })),
  });
}
