import type { Container, PodSpec } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { podFromTemplate } from "../pods/podControl.ts";
import { isIndexed, type Job, type JobNames } from "./kinds.ts";

/** Maximum length of a generated name's prefix: a longer one is truncated, which would cut off the index. */
const LONGEST_PREFIX = 58;

const INDEX_VARIABLE = "JOB_COMPLETION_INDEX";

/** How often an index has failed, and how many of these failures the failure policy ignores. */
export interface Failures {
  readonly failures: number;
  readonly ignored: number;
}

/**
 * A pod of a job, with the finalizer that keeps it until it is counted.
 * @param before the failures of its index so far
 */
export function jobPod(job: Job, names: JobNames, index?: number, before?: Failures): ApiObject {
  const pod = podFromTemplate(job.spec.template, job);
  const { metadata } = pod;
  const known = metadata.finalizers ?? [];
  const finalizers = known.includes(names.finalizer) ? known : [...known, names.finalizer];
  if (index === undefined || !isIndexed(job)) return { ...pod, metadata: { ...metadata, finalizers } };
  const { name = "" } = job.metadata;
  const text = String(index);
  const counted = before === undefined ? {} : { [names.failures]: String(before.failures) };
  const ignored = (before?.ignored ?? 0) === 0 ? {} : { [names.ignored]: String(before?.ignored) };
  return {
    ...pod,
    metadata: {
      ...metadata,
      generateName: `${name.slice(0, LONGEST_PREFIX - text.length - 2)}-${text}-`,
      finalizers,
      labels: { ...metadata.labels, [names.index]: text },
      annotations: { ...metadata.annotations, [names.index]: text, ...counted, ...ignored },
    },
    spec: indexedSpec(pod["spec"] as PodSpec, `${name}-${text}`, names),
  };
}

function indexedSpec(spec: PodSpec, hostname: string, { index }: JobNames): PodSpec {
  const variable = { name: INDEX_VARIABLE, valueFrom: { fieldRef: { fieldPath: `metadata.labels['${index}']` } } };
  const withIndex = (container: Container): Container =>
    (container.env ?? []).some(({ name }) => name === INDEX_VARIABLE)
      ? container
      : { ...container, env: [...(container.env ?? []), variable] };
  return {
    ...spec,
    hostname,
    containers: spec.containers.map(withIndex),
    ...(spec.initContainers === undefined ? {} : { initContainers: spec.initContainers.map(withIndex) }),
  };
}
