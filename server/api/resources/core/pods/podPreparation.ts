/** Fields of a new pod that the server derives from its other fields. */

import type { AppArmorProfile, PodAffinityTerm, PodSpec } from "kubernetes-types/core/v1";
import { deepEqual } from "../../../../../shared/collections/deepEqual.ts";
import { key } from "../../../../../shared/fieldError.ts";
import { isEmptyMap } from "../../../../../shared/json/largeMaps.ts";
import type { ObjectMeta } from "../../../../../shared/object.ts";
import { isTurnDue, type Steps } from "../../../../../shared/steps.ts";
import type { WriteContext } from "../../../registry/strategy.ts";
import { validateAppArmorProfile } from "../../validation/pod/confinement.ts";
import { visitContainers } from "../../validation/pod/containers/visitContainers.ts";
import { podAnnotationNames } from "../../validation/pod/podAnnotations.ts";

/** The parts of a pod that are used here; changed in place. */
interface NewPod {
  readonly metadata: ObjectMeta;
  readonly spec?: PodSpec;
}

/** Adds expressions to the selectors of affinity terms that match labels of the pod itself (`matchLabelKeys`). */
export function* fillAffinitySelectors({ metadata, spec }: NewPod): Steps<void> {
  const labels = metadata.labels ?? {};
  for (const kind of ["podAffinity", "podAntiAffinity"] as const) {
    const affinity = spec?.affinity?.[kind];
    for (const { podAffinityTerm } of affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []) {
      if (isTurnDue()) yield;
      fillTerm(podAffinityTerm, labels);
    }
    for (const term of affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []) {
      if (isTurnDue()) yield;
      fillTerm(term, labels);
    }
  }
}

function fillTerm(term: PodAffinityTerm | undefined, labels: Readonly<Record<string, string>>): void {
  const selector = term?.labelSelector;
  if (!term || !selector) return;
  const added = [
    ...(term.matchLabelKeys ?? []).map((name) => ({ name, operator: "In" })),
    ...(term.mismatchLabelKeys ?? []).map((name) => ({ name, operator: "NotIn" })),
  ].flatMap(({ name, operator }) => {
    const value = labels[name];
    return value === undefined ? [] : [{ key: name, operator, values: [value] }];
  });
  if (added.length > 0) selector.matchExpressions = [...(selector.matchExpressions ?? []), ...added];
}

/** AppArmor profiles are in fields and, for older nodes, in annotations. Each form is derived from the other. */
export function* syncAppArmor(context: WriteContext, { metadata, spec }: NewPod): Steps<void> {
  if (!spec || spec.os?.name === "windows") return;
  const prefix = podAnnotationNames(context.vocabulary).appArmor;
  const ofPod = spec.securityContext?.appArmorProfile ?? undefined;
  const added: Record<string, string> = {};
  for (const [container] of visitContainers(spec, "")) {
    if (isTurnDue()) yield;
    const name = `${prefix}${container.name ?? ""}`;
    const annotation = metadata.annotations?.[name] ?? added[name];
    const own = container.securityContext?.appArmorProfile ?? undefined;
    if (annotation === undefined) {
      const text = annotationOf(own ?? ofPod);
      if (text !== undefined) added[name] = text;
      continue;
    }
    if (own !== undefined) continue;
    const profile = profileOf(annotation);
    const differs = profile !== undefined && !deepEqual(profile, ofPod);
    if (differs) container.securityContext = { ...container.securityContext, appArmorProfile: profile };
    if (differs || profile === undefined) {
      const at = key("metadata.annotations", name);
      context.warn(`${at}: deprecated since v1.30; use the "appArmorProfile" field instead`);
    }
  }
  if (!isEmptyMap(added)) metadata.annotations = { ...metadata.annotations, ...added };
}

function annotationOf(profile: AppArmorProfile | undefined): string | undefined {
  switch (profile?.type) {
    case "Unconfined":
      return "unconfined";
    case "RuntimeDefault":
      return "runtime/default";
    case "Localhost":
      return profile.localhostProfile ? `localhost/${profile.localhostProfile}` : undefined;
    default:
      return undefined;
  }
}

function profileOf(annotation: string): AppArmorProfile | undefined {
  if (annotation === "unconfined") return { type: "Unconfined" };
  if (annotation === "runtime/default") return { type: "RuntimeDefault" };
  const local = /^localhost\/(.+)$/s.exec(annotation)?.[1];
  if (local === undefined) return undefined;
  const profile: AppArmorProfile = { type: "Localhost", localhostProfile: local };
  return validateAppArmorProfile(profile, "").length === 0 ? profile : undefined;
}
