/**
 * Rules of annotations with a meaning for pods: confinement profiles in their old form, the deletion cost, mirror pods.
 */

import type { AppArmorProfile, PodSpec, SeccompProfile, Toleration } from "kubernetes-types/core/v1";
import { append } from "../../../../../shared/collections/append.ts";
import { errorsOfEach } from "../../../../../shared/errorsOfEach.ts";
import { child, type FieldError, FieldErrorList, forbidden, invalid, key } from "../../../../../shared/fieldError.ts";
import { sortInSteps } from "../../../../../shared/sortInSteps.ts";
import { isTurnDue, type Steps } from "../../../../../shared/steps.ts";
import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import { isOn } from "../../../registry/features.ts";
import { recordsIn } from "../annotationJson.ts";
import { visitContainers } from "./containers/visitContainers.ts";
import { validateDescendingPath } from "./paths.ts";
import { tolerationErrors } from "./placement/tolerations.ts";
import { type PodRules, wordsOf } from "./podRules.ts";

type Annotations = Readonly<Record<string, string>>;

/** The names of the annotations. */
export interface PodAnnotationNames {
  readonly mirror: string;
  /** The predecessor of the `tolerations` field. */
  readonly tolerations: string;
  readonly deletionCost: string;
  readonly seccompPod: string;
  /** Prefix, followed by a container's name. */
  readonly seccompContainer: string;
  /** Prefix, followed by a container's name. */
  readonly appArmor: string;
}

/** The annotations' names in a vocabulary. */
export const podAnnotationNames = (words: Vocabulary): PodAnnotationNames => ({
  mirror: words.render("{labelDomain}/config.mirror"),
  tolerations: words.render("scheduler.alpha.{labelDomain}/tolerations"),
  deletionCost: words.render("controller.{labelDomain}/pod-deletion-cost"),
  seccompPod: words.render("seccomp.security.alpha.{labelDomain}/pod"),
  seccompContainer: words.render("container.seccomp.security.alpha.{labelDomain}/"),
  appArmor: words.render("container.apparmor.security.beta.{labelDomain}/"),
});

/** @param path of the annotations */
export function* validatePodAnnotations(
  annotations: Annotations | undefined | null,
  spec: PodSpec | undefined | null,
  path: string,
  rules: PodRules,
): Steps<FieldError[]> {
  if (annotations === undefined || annotations === null) return [];
  const names = podAnnotationNames(wordsOf(rules));
  const errors: FieldError[] = [];
  const mirror = annotations[names.mirror];
  if (mirror !== undefined && (spec?.nodeName ?? "") === "") {
    errors.push(invalid(key(path, names.mirror), mirror, "must set spec.nodeName if mirror pod annotation is set"));
  }
  append(errors, yield* tolerationsIn(annotations[names.tolerations] ?? "", names.tolerations, path));
  const cost = annotations[names.deletionCost];
  if (cost !== undefined && isOn(rules.features, "PodDeletionCost") && deletionCostIn(cost) === undefined) {
    errors.push(invalid(key(path, names.deletionCost), cost, "must be a 32bit integer"));
  }
  const pod = annotations[names.seccompPod];
  if (pod !== undefined) append(errors, validateSeccompName(pod, child(path, names.seccompPod)));
  const ofSeccomp = yield* namesWith(names.seccompContainer, annotations);
  const ofAppArmor = yield* namesWith(names.appArmor, annotations);
  append(
    errors,
    yield* errorsOfEach(ofSeccomp, path, (name) => validateSeccompName(annotations[name] ?? "", child(path, name))),
  );
  if (ofAppArmor.length === 0) return errors;
  const containers = yield* containerNames(spec);
  const ofProfiles = errorsOfEach(ofAppArmor, path, (name) => {
    const container = name.slice(names.appArmor.length);
    const profile = annotations[name] ?? "";
    const known = containers.has(container) ? [] : [invalid(key(path, name), container, "container not found")];
    if (/^(runtime\/default|unconfined|localhost\/.*|)$/s.test(profile)) return known;
    const detail = `invalid AppArmor profile name: ${JSON.stringify(profile)}`;
    return [...known, invalid(key(path, name), profile, detail)];
  });
  return [...errors, ...(yield* ofProfiles)];
}

/** Names of annotations with a prefix, in their order. */
function* namesWith(prefix: string, annotations: Annotations): Steps<string[]> {
  const names: string[] = [];
  for (const name in annotations) {
    if (isTurnDue()) yield;
    if (name.startsWith(prefix)) names.push(name);
  }
  return yield* sortInSteps(names);
}

function* containerNames(spec: PodSpec | undefined | null): Steps<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const [{ name }] of spec ? visitContainers(spec, "") : []) {
    if (isTurnDue()) yield;
    names.add(name ?? "");
  }
  return names;
}

/**
 * The deletion cost that a text means: a 32-bit integer. Undefined for any other text, such as one with a leading plus
 * or zero; as in the reference, zeros may follow a minus sign.
 */
export function deletionCostIn(text: string): number | undefined {
  const cost = /^(0|[1-9][0-9]*|-[0-9]+)$/.test(text) ? Number(text) : Number.NaN;
  return cost >= -(2 ** 31) && cost < 2 ** 31 ? cost : undefined;
}

function* tolerationsIn(text: string, name: string, path: string): Steps<FieldError[]> {
  if (text === "") return [];
  const read = recordsIn(text, "v1.Toleration");
  if ("problem" in read) return [invalid(path, name, read.problem)];
  return yield* tolerationErrors(read.items as readonly Toleration[], child(path, name));
}

function validateSeccompName(name: string, path: string): FieldError[] {
  if (["runtime/default", "docker/default", "unconfined"].includes(name)) return [];
  const local = /^localhost\/(.*)$/s.exec(name)?.[1];
  return local === undefined
    ? [invalid(path, name, "must be a valid seccomp profile")]
    : validateDescendingPath(local, path);
}

/** Field errors of changes to immutable annotations of a pod. @param path of the annotations */
export function validatePodAnnotationsKept(
  annotations: Annotations = {},
  old: Annotations = {},
  path: string,
  words: Vocabulary,
): FieldError[] {
  const { appArmor, mirror } = podAnnotationNames(words);
  const nounOf = (name: string): string | undefined =>
    name.startsWith(appArmor) ? "AppArmor annotations" : name === mirror ? "mirror pod annotation" : undefined;
  const changed = Object.keys(old).filter((name) => annotations[name] !== old[name]);
  const added = Object.keys(annotations).filter((name) => !Object.hasOwn(old, name));
  const refuse = (names: readonly string[], verb: string): FieldError[] =>
    names.flatMap((name) => {
      const noun = nounOf(name);
      return noun === undefined ? [] : [forbidden(key(path, name), `may not ${verb} ${noun}`)];
    });
  return [...refuse(changed.sort(), "remove or update"), ...refuse(added.sort(), "add")];
}

interface Profile {
  readonly type?: string;
  readonly localhostProfile?: string | null;
}

/** An annotation and a field for the same profile must agree. @param path of the spec */
export function* validateProfilesAgree(
  annotations: Annotations | undefined | null,
  spec: PodSpec | undefined | null,
  path: string,
  words: Vocabulary,
): Steps<FieldError[]> {
  if (annotations === undefined || annotations === null || !spec) return [];
  const names = podAnnotationNames(words);
  const own: SeccompProfile | undefined | null = spec.securityContext?.seccompProfile;
  const found = new FieldErrorList();
  found.addAll(agreement(annotations[names.seccompPod], own, "seccomp", child(path, "securityContext.seccompProfile")));
  for (const [{ name, securityContext }, at] of visitContainers(spec, path)) {
    if (isTurnDue()) yield;
    const profile = securityContext?.seccompProfile;
    const where = child(at, "securityContext.seccompProfile");
    found.addAll(agreement(annotations[`${names.seccompContainer}${name}`], profile, "seccomp", where));
  }
  if (spec.os?.name === "windows") return found.errors;
  for (const [{ name, securityContext }, at] of visitContainers(spec, path)) {
    if (isTurnDue()) yield;
    const profile: AppArmorProfile | undefined | null =
      securityContext?.appArmorProfile ?? spec.securityContext?.appArmorProfile;
    const where = child(at, "securityContext.appArmorProfile");
    found.addAll(agreement(annotations[`${names.appArmor}${name}`], profile, "apparmor", where));
  }
  return found.errors;
}

function agreement(
  annotation: string | undefined,
  profile: Profile | undefined | null,
  noun: "seccomp" | "apparmor",
  path: string,
): FieldError[] {
  if (annotation === undefined || !profile) return [];
  const wrongType = [forbidden(child(path, "type"), `${noun} type in annotation and field must match`)];
  switch (profile.type) {
    case "Unconfined":
      return annotation === "unconfined" ? [] : wrongType;
    case "RuntimeDefault":
      return annotation === "runtime/default" || (noun === "seccomp" && annotation === "docker/default")
        ? []
        : wrongType;
    case "Localhost":
      if (!annotation.startsWith("localhost/")) return wrongType;
      return annotation.slice("localhost/".length) === profile.localhostProfile
        ? []
        : [forbidden(child(path, "localhostProfile"), `${noun} profile in annotation and field must match`)];
    default:
      return [];
  }
}
