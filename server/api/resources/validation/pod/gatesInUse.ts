/** Feature gates that loosen rules of pods: values of a stored pod stay valid after their gate is turned off. */
import type { PodSpec } from "kubernetes-types/core/v1";
import { isTurnDue, type Steps } from "../../../../../shared/steps.ts";
import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import { checkEnvironmentName, checkStrictEnvironmentName } from "../../../../ground/formats/names/names.ts";
import { type Features, isOn } from "../../../registry/features.ts";
import { visitContainers } from "./containers/visitContainers.ts";
import { deletionCostIn, podAnnotationNames } from "./podAnnotations.ts";

/** A pod or a pod template. */
interface PodLike {
  readonly metadata?: { readonly annotations?: Readonly<Record<string, string>> };
  readonly spec?: PodSpec;
}

/**
 * The features for validating an object with a pod or a template: features that the stored object uses count as on.
 * @param pod the new state
 * @param old the stored state; undefined when it is new
 * @returns undefined for the defaults
 */
export function* featuresInUse(
  features: Features | undefined,
  pod: PodLike | undefined,
  old: PodLike | undefined,
  vocabulary: Vocabulary,
): Steps<Features | undefined> {
  if (old === undefined) return features;
  const known = withKeptCost(features, old.metadata?.annotations, vocabulary);
  const used = new Set<string>();
  for (const [gate, isUsed] of IN_USE) {
    if (!isOn(features, gate) && old.spec && (yield* isUsed(old.spec, pod?.spec))) used.add(gate);
  }
  return used.size === 0 ? known : { enabled: (gate) => used.has(gate) || isOn(known, gate) };
}

/** The features for validating a pod's annotations: a stored invalid deletion cost may stay. @param old as stored */
export function withKeptCost(
  features: Features | undefined,
  old: Readonly<Record<string, string>> | undefined,
  vocabulary: Vocabulary,
): Features | undefined {
  const cost = old?.[podAnnotationNames(vocabulary).deletionCost];
  if (cost === undefined || deletionCostIn(cost) !== undefined) return features;
  return { enabled: (gate) => gate !== "PodDeletionCost" && isOn(features, gate) };
}

type Usage = (old: PodSpec, spec: PodSpec | undefined) => Steps<boolean>;

const IN_USE: readonly (readonly [gate: string, isUsed: Usage])[] = [
  ["RelaxedEnvironmentVariableValidation", keepsRelaxedName],
  [
    "RelaxedDNSSearchValidation",
    function* ({ dnsConfig }) {
      return (dnsConfig?.searches ?? []).some((search) => search === "." || search.includes("_"));
    },
  ],
  ["PodLifecycleSleepActionAllowZero", sleepsNotAtAll],
];

/** Whether a stored variable is kept whose name only the relaxed rule permits. */
function* keepsRelaxedName(old: PodSpec, spec: PodSpec | undefined): Steps<boolean> {
  const before = yield* environmentNames(old);
  for (const name of spec === undefined ? [] : yield* environmentNames(spec)) {
    if (isTurnDue()) yield;
    if (!before.has(name) || checkEnvironmentName(name).length > 0) continue;
    if (checkStrictEnvironmentName(name).length > 0) return true;
  }
  return false;
}

function* environmentNames(spec: PodSpec): Steps<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const [{ env, envFrom }] of visitContainers(spec, "")) {
    for (const { name } of env ?? []) {
      if (isTurnDue()) yield;
      names.add(name ?? "");
    }
    for (const { prefix } of envFrom ?? []) {
      if (isTurnDue()) yield;
      names.add(prefix ?? "");
    }
  }
  return names;
}

function* sleepsNotAtAll(spec: PodSpec): Steps<boolean> {
  for (const [{ lifecycle }] of visitContainers(spec, "")) {
    if (isTurnDue()) yield;
    for (const handler of [lifecycle?.preStop, lifecycle?.postStart]) {
      if ((handler as { sleep?: { seconds?: number } } | undefined)?.sleep?.seconds === 0) return true;
    }
  }
  return false;
}
