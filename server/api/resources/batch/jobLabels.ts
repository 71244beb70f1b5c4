import type { JobSpec } from "kubernetes-types/batch/v1";
import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";

/** Labels that identify the pods of a job: with a domain and, for old clients, without one. */
export function generatedLabels(vocabulary: Vocabulary, job: ApiObject): Record<string, string> {
  const uid = job.metadata.uid ?? "";
  const name = job.metadata.name ?? "";
  const prefix = vocabulary.render("batch.{labelDomain}");
  return {
    [`${prefix}/controller-uid`]: uid,
    [`${prefix}/job-name`]: name,
    "controller-uid": uid,
    "job-name": name,
  };
}

/** Labels the pods of a new job and sets a matching selector, unless the client manages the selector itself. */
export function generateSelector(vocabulary: Vocabulary, job: ApiObject): void {
  const spec = job["spec"] as JobSpec | undefined;
  if (spec === undefined || spec.manualSelector === true) return;
  const generated = generatedLabels(vocabulary, job);
  const { metadata } = spec.template;
  const labels = { ...generated, ...metadata?.labels };
  const uidLabel = Object.keys(generated)[0] ?? "";
  job["spec"] = {
    ...spec,
    selector: {
      ...spec.selector,
      matchLabels: { [uidLabel]: generated[uidLabel], ...spec.selector?.matchLabels },
    },
    template: { ...spec.template, metadata: { ...metadata, labels } },
  };
  // A job without labels gets those of its pods: defaulting has set its labels to the very object of the template.
  const own = job.metadata.labels;
  if (own === metadata?.labels || isEmptyMap(own ?? {})) job.metadata.labels = { ...labels };
}

/**
 * Whether a new job's labels were only defaulted from those of its pods. Then neither the client nor the template set
 * any label, so the labels have no field owner.
 */
export function hasLabelsOfPods(job: ApiObject): boolean {
  const template = (job["spec"] as JobSpec | undefined)?.template;
  if (!deepEqual(job.metadata.labels, template?.metadata?.labels)) return false;
  return !(job.metadata.managedFields ?? []).some(({ fieldsV1 }) =>
    Object.hasOwn(Object(fieldsV1?.["f:metadata"]), "f:labels"),
  );
}
