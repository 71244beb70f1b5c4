import type { PodSpec, PodTemplateSpec, Volume } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { podFromTemplate } from "../pods/podControl.ts";
import { asPod } from "../pods/podState.ts";
import type { Claim, StatefulSet } from "./kinds.ts";

/** Labels that identify a pod's place in its set. */
export interface IdentityLabels {
  readonly name: string;
  readonly index: string;
  readonly revision: string;
}

export const identityLabels = (vocabulary: Vocabulary): IdentityLabels => ({
  name: vocabulary.render("statefulset.{labelDomain}/pod-name"),
  index: vocabulary.render("apps.{labelDomain}/pod-index"),
  revision: "controller-revision-hash",
});

/** The pod for an ordinal: a template with its own name, host name and volumes. */
export function statefulPod(
  set: StatefulSet,
  template: PodTemplateSpec,
  ordinal: number,
  revision: string,
  labels: IdentityLabels,
): ApiObject {
  const pod = podFromTemplate(template, set);
  const name = `${set.metadata.name}-${ordinal}`;
  const spec = template.spec as PodSpec;
  return {
    ...pod,
    metadata: {
      ...pod.metadata,
      name,
      labels: {
        ...pod.metadata.labels,
        [labels.name]: name,
        [labels.index]: String(ordinal),
        [labels.revision]: revision,
      },
    },
    spec: { ...spec, hostname: name, subdomain: set.spec.serviceName, ...volumesOf(set, spec, ordinal) },
  };
}

/** Volumes of claims replace those of the same name in the template. */
function volumesOf(set: StatefulSet, { volumes = [] }: PodSpec, ordinal: number): { readonly volumes?: Volume[] } {
  const templates = (set.spec.volumeClaimTemplates ?? []) as Claim[];
  const claimed = templates.map((template): Volume => {
    const claimName = claimNameOf(set, template, ordinal);
    return { name: template.metadata.name ?? "", persistentVolumeClaim: { claimName } };
  });
  const all = [...claimed, ...volumes.filter(({ name }) => !claimed.some((each) => each.name === name))];
  return all.length === 0 ? {} : { volumes: all };
}

export const claimNameOf = (set: StatefulSet, template: ApiObject, ordinal: number): string =>
  `${template.metadata.name}-${set.metadata.name}-${ordinal}`;

/** Labels and volumes that a pod of a set must have because of its ordinal. */
export interface MissingParts {
  readonly metadata?: { readonly labels: Record<string, string> };
  readonly spec?: { readonly volumes?: Volume[] };
}

/** The labels and volumes that an existing pod lacks; undefined when it has all of them. */
export function missingParts(
  set: StatefulSet,
  pod: ApiObject,
  ordinal: number,
  labels: IdentityLabels,
): MissingParts | undefined {
  const { name = "", labels: own } = pod.metadata;
  const spec = asPod(pod).spec as PodSpec;
  const isNamed = own?.[labels.name] === name;
  const hasStorage = ((set.spec.volumeClaimTemplates ?? []) as Claim[]).every((template) => {
    const volume = spec.volumes?.find((each) => each.name === template.metadata.name);
    return volume?.persistentVolumeClaim?.claimName === claimNameOf(set, template, ordinal);
  });
  if (isNamed && hasStorage) return undefined;
  return {
    ...(isNamed ? {} : { metadata: { labels: { [labels.name]: name, [labels.index]: String(ordinal) } } }),
    ...(hasStorage ? {} : { spec: volumesOf(set, spec, ordinal) }),
  };
}
