import type { PodSpec, PodTemplateSpec, Volume } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { podFromTemplate } from "../pods/podControl.ts";
import type { Claim, StatefulSet } from "./kinds.ts";

/** Labels that tell a pod's place in its set. */
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

/** The pod of a number, as a template wants it: with a name, a host name and volumes of its own. */
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

/** The volumes of claims replace those of the same name in the template. */
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

/** Whether a pod says of itself what it is. */
export function hasIdentity(set: StatefulSet, pod: ApiObject, labels: IdentityLabels): boolean {
  const { name = "", namespace, labels: own } = pod.metadata;
  return namespace === set.metadata.namespace && own?.[labels.name] === name;
}
