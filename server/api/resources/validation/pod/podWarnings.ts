/** Warnings about valid pods. */

import type { Container, PodSpec } from "kubernetes-types/core/v1";
import { append } from "../../../../../shared/collections/append.ts";
import { child, index, key } from "../../../../../shared/fieldError.ts";
import { flatEach, flatSteps, isTurnDue, type Steps } from "../../../../../shared/steps.ts";
import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import { fractionWarnings } from "../claimWarnings.ts";
import { deprecatedLabelText, nodeLabelWarningsInSteps, nodeTermWarningsInSteps } from "../nodeLabels.ts";
import { portWarnings } from "./containers/portWarnings.ts";
import { visitContainers } from "./containers/visitContainers.ts";
import { podAnnotationNames } from "./podAnnotations.ts";
import { volumeWarnings } from "./volumes/volumeWarnings.ts";

interface PodLike {
  readonly metadata?: { readonly annotations?: Readonly<Record<string, string>> };
  readonly spec?: PodSpec | null;
}

const REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

/**
 * Warnings about a pod or a pod template, in the reference's order.
 * @param path of the template; empty for a pod
 */
export function* podWarnings({ metadata, spec }: PodLike, path: string, words: Vocabulary): Steps<string[]> {
  if (!spec) return [];
  const annotations = metadata?.annotations ?? {};
  const at = (field: string): string => child(child(path, "spec"), field);
  const grace = spec.terminationGracePeriodSeconds ?? 0;
  return [
    ...(yield* nodeLabelWarningsInSteps(spec.nodeSelector, at("nodeSelector"), words)),
    ...(yield* nodeAffinityWarnings(spec, at("affinity.nodeAffinity"), words)),
    ...(yield* spreadWarnings(spec, at("topologySpreadConstraints"), words)),
    ...deprecatedAnnotations(annotations, child(path, "metadata.annotations"), words),
    ...(yield* volumeWarnings(spec.volumes ?? [], at("volumes"))),
    ...(yield* duplicates(spec.hostAliases ?? [], "ip", at("hostAliases"))),
    ...(yield* duplicates(spec.imagePullSecrets ?? [], "name", at("imagePullSecrets"))),
    ...(yield* flatEach(spec.imagePullSecrets ?? [], ({ name = "" }, i) =>
      name === "" ? [`${index(at("imagePullSecrets"), i)}.name: invalid empty name ""`] : [],
    )),
    ...BYTES.flatMap((name) => fractionWarnings(spec.overhead?.[name], key(at("overhead"), name))),
    ...(yield* profileWarnings(spec, annotations, path, words)),
    ...(yield* portWarnings(spec, child(path, "spec"))),
    ...(grace < 0
      ? [`${at("terminationGracePeriodSeconds")}: must be >= 0; negative values are invalid and will be treated as 1`]
      : []),
    ...(yield* podAffinityWarnings(spec, at("affinity"))),
  ];
}

const BYTES = ["memory", "ephemeral-storage"];

function* nodeAffinityWarnings({ affinity }: PodSpec, path: string, words: Vocabulary): Steps<string[]> {
  const node = affinity?.nodeAffinity;
  const terms = child(child(path, REQUIRED), "nodeSelectorTerms");
  return [
    ...(yield* flatSteps(node?.[REQUIRED]?.nodeSelectorTerms ?? [], (term, i) =>
      nodeTermWarningsInSteps(term, index(terms, i), words),
    )),
    ...(yield* flatSteps(node?.[PREFERRED] ?? [], ({ preference }, i) =>
      nodeTermWarningsInSteps(preference, child(index(child(path, PREFERRED), i), "preference"), words),
    )),
  ];
}

const MATCHES_NONE = "a null labelSelector results in matching no pod";

function spreadWarnings({ topologySpreadConstraints }: PodSpec, path: string, words: Vocabulary): Steps<string[]> {
  return flatEach(topologySpreadConstraints ?? [], ({ topologyKey = "", labelSelector }, i) => {
    const text = deprecatedLabelText(topologyKey, words);
    const at = index(path, i);
    return [
      ...(text === undefined ? [] : [`${child(at, "topologyKey")}: ${topologyKey} is ${text}`]),
      ...(labelSelector ? [] : [`${child(at, "labelSelector")}: ${MATCHES_NONE}`]),
    ];
  });
}

function podAffinityWarnings({ affinity }: PodSpec, path: string): Steps<string[]> {
  return flatSteps(["podAffinity", "podAntiAffinity"] as const, function* (kind) {
    const at = child(path, kind);
    const terms = affinity?.[kind];
    return [
      ...(yield* flatEach(terms?.[REQUIRED] ?? [], ({ labelSelector }, i) =>
        labelSelector ? [] : [`${index(child(at, REQUIRED), i)}.labelSelector: ${MATCHES_NONE}`],
      )),
      ...(yield* flatEach(terms?.[PREFERRED] ?? [], ({ podAffinityTerm }, i) =>
        podAffinityTerm?.labelSelector
          ? []
          : [`${index(child(at, PREFERRED), i)}.podAffinityTerm.labelSelector: ${MATCHES_NONE}`],
      )),
    ];
  });
}

const DEPRECATED: readonly (readonly [name: string, text: string])[] = [
  ["scheduler.alpha.{labelDomain}/critical-pod", 'non-functional in v1.16+; use the "priorityClassName" field instead'],
  ["security.alpha.{labelDomain}/sysctls", 'non-functional in v1.11+; use the "sysctls" field instead'],
  ["security.alpha.{labelDomain}/unsafe-sysctls", 'non-functional in v1.11+; use the "sysctls" field instead'],
];

const deprecatedAnnotations = (
  annotations: Readonly<Record<string, string>>,
  path: string,
  words: Vocabulary,
): string[] =>
  DEPRECATED.map(([name, text]) => [words.render(name), text] as const)
    .filter(([name]) => annotations[name] !== undefined)
    .map(([name, text]) => `${key(path, name)}: ${text}`);

function duplicates<K extends string>(
  items: readonly { readonly [key in K]?: string }[],
  field: K,
  path: string,
): Steps<string[]> {
  const seen = new Set<string>();
  return flatEach(items, (item, i) => {
    const value = item[field] ?? "";
    const twice = seen.has(value);
    seen.add(value);
    return twice ? [`${child(index(path, i), field)}: duplicate ${field} ${JSON.stringify(value)}`] : [];
  });
}

/** Warnings about profiles that only an annotation names, and about each container. */
function* profileWarnings(
  spec: PodSpec,
  annotations: Readonly<Record<string, string>>,
  path: string,
  words: Vocabulary,
): Steps<string[]> {
  const names = podAnnotationNames(words);
  const named = (name: string): boolean => annotations[name] !== undefined;
  const at = (name: string): string => key(child(path, "metadata.annotations"), name);
  const seccomp = 'non-functional in v1.27+; use the "seccompProfile" field instead';
  const warnings: string[] = [];
  if (!spec.securityContext?.seccompProfile && named(names.seccompPod)) {
    warnings.push(`${at(names.seccompPod)}: ${seccomp}`);
  }
  for (const [container, where] of visitContainers(spec, child(path, "spec"))) {
    if (isTurnDue()) yield;
    const ofSeccomp = `${names.seccompContainer}${container.name}`;
    const ofAppArmor = `${names.appArmor}${container.name}`;
    if (!container.securityContext?.seccompProfile && named(ofSeccomp)) warnings.push(`${at(ofSeccomp)}: ${seccomp}`);
    const confined = spec.securityContext?.appArmorProfile ?? container.securityContext?.appArmorProfile;
    // Annotations of pods, unlike those of templates, are copied to fields, which has its own warning.
    if (path !== "" && !confined && named(ofAppArmor)) {
      warnings.push(`${at(ofAppArmor)}: deprecated since v1.30; use the "appArmorProfile" field instead`);
    }
    append(warnings, yield* containerWarnings(container, where));
  }
  return warnings;
}

function* containerWarnings({ resources, env }: Container, path: string): Steps<string[]> {
  const warnings = BYTES.flatMap((name) =>
    (["limits", "requests"] as const).flatMap((part) =>
      fractionWarnings(resources?.[part]?.[name], key(child(path, `resources.${part}`), name)),
    ),
  );
  const seen = new Set<string>();
  for (const [i, { name = "", value = "", valueFrom }] of (env ?? []).entries()) {
    if (isTurnDue()) yield;
    const reference = `$(${name})`;
    // A later variable may refer to an earlier one of the same name, but should not replace it.
    if (seen.has(name) && (valueFrom || value === reference || !value.includes(reference))) {
      const detail = `hides previous definition of ${JSON.stringify(name)}, which may be dropped when using apply`;
      warnings.push(`${index(child(path, "env"), i)}: ${detail}`);
    }
    seen.add(name);
  }
  return warnings;
}
