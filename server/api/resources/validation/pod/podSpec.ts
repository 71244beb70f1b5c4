/** Rules of pod specs, in templates and in pods. */

import type { PodSpec } from "kubernetes-types/core/v1";
import { errorsOfEach, errorsWithin } from "../../../../../shared/errorsOfEach.ts";
import {
  child,
  duplicate,
  type FieldError,
  forbidden,
  invalid,
  notSupported,
  required,
} from "../../../../../shared/fieldError.ts";
import { isTurnDue, type Steps } from "../../../../../shared/steps.ts";
import { checkQualifiedName, checkSubdomain } from "../../../../../shared/text/qualifiedName.ts";
import { rangeMessage } from "../../../../../shared/text/regexText.ts";
import { labelErrors } from "../../../../ground/formats/names/labels.ts";
import { checkLabel, invalidBy } from "../../../../ground/formats/names/names.ts";
import { validateChoice } from "./choice.ts";
import { validateContainers, validateHostNetworkPorts, validateImageSpaces } from "./containers/containers.ts";
import { validateEphemeralContainers } from "./containers/ephemeralContainers.ts";
import { validateInitContainers } from "./containers/initContainers.ts";
import { validateOverhead } from "./containers/resources.ts";
import { validateDnsConfig, validateHostAliases } from "./dns.ts";
import { validateAffinity } from "./placement/affinity.ts";
import { tolerationErrors } from "./placement/tolerations.ts";
import { validateTopologySpread } from "./placement/topologySpread.ts";
import type { PodRules } from "./podRules.ts";
import { validateResourceClaims } from "./resourceClaims.ts";
import { validateHostUsers, validatePodSecurityContext } from "./securityContext.ts";
import { validateVolumes } from "./volumes/volumes.ts";
import { validateHostProcess, validateOsFields } from "./windows.ts";

const MAX_SECONDS = 2147483647;

/**
 * Field errors of a pod's spec, in the reference's order.
 * @param path of the spec
 * @param pod metadata of a pod; undefined in templates, which are looser in a few things
 */
export function* validatePodSpec(
  spec: PodSpec | undefined | null,
  path: string,
  rules: PodRules = {},
  pod?: { readonly name?: string },
): Steps<FieldError[]> {
  if (spec === undefined || spec === null) return [required(child(path, "containers"))];
  const at = (field: string): string => child(path, field);
  const volumes = yield* validateVolumes(spec.volumes, at("volumes"), rules, pod?.name);
  const scope = {
    volumes: volumes.names,
    claims: yield* claimNames(spec.resourceClaims),
    graceSeconds: spec.terminationGracePeriodSeconds ?? 30,
    hostUsers: spec.hostUsers !== false,
    restartPolicy: spec.restartPolicy,
    rules,
  };
  return [
    ...volumes.errors,
    ...(yield* validateResourceClaims(spec.resourceClaims, at("resourceClaims"))),
    ...(yield* validateContainers(spec.containers, scope, at("containers"))),
    ...(yield* validateInitContainers(spec.initContainers, spec.containers ?? [], scope, at("initContainers"))),
    ...(yield* validateEphemeralContainers(spec.ephemeralContainers, spec, scope, at("ephemeralContainers"))),
    ...(spec.hostNetwork === true
      ? yield* validateHostNetworkPorts(spec.containers, at("containers"), pod !== undefined)
      : []),
    ...validateChoice(spec.restartPolicy, ["Always", "OnFailure", "Never"], at("restartPolicy")),
    ...validateChoice(spec.dnsPolicy, ["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"], at("dnsPolicy")),
    ...(yield* labelErrors(spec.nodeSelector, at("nodeSelector"))),
    ...(yield* validatePodSecurityContext(spec, path)),
    ...(yield* validateAffinity(spec.affinity, at("affinity"))),
    ...(yield* validateDnsConfig(spec.dnsConfig, spec.dnsPolicy, at("dnsConfig"), rules)),
    ...(yield* validateGates(spec, path)),
    ...(yield* validateTopologySpread(spec.topologySpreadConstraints, at("topologySpreadConstraints"))),
    ...(yield* validateHostProcess(spec, path)),
    ...validateHostUsers(spec, path),
    ...validateScalars(spec, path),
    ...(yield* tolerationErrors(spec.tolerations, at("tolerations"))),
    ...(yield* validateHostAliases(spec.hostAliases, at("hostAliases"))),
    ...named(spec.priorityClassName, at("priorityClassName"), checkSubdomain),
    ...invalidBy(at("runtimeClassName"), spec.runtimeClassName ?? "", checkOptional(spec.runtimeClassName)),
    ...validatePreemption(spec.preemptionPolicy, at("preemptionPolicy")),
    ...(yield* validateOverhead(spec.overhead, at("overhead"), rules)),
    ...(yield* validateOs(spec, path)),
  ];
}

/** Field errors of what templates may contain but pods may not. @param path of the spec */
export function* validatePodOnly(spec: PodSpec | undefined | null, path: string): Steps<FieldError[]> {
  const { containers, initContainers, serviceAccountName = "" } = spec ?? {};
  const volumes = serviceAccountName === "" ? spec?.volumes : [];
  return [
    ...(yield* errorsWithin(volumes, child(path, "volumes"), ({ projected }, volume) =>
      errorsOfEach(projected?.sources, child(volume, "projected.sources"), ({ serviceAccountToken }, source) =>
        serviceAccountToken ? [forbidden(child(source, "serviceAccountToken"), NEEDS_ACCOUNT)] : [],
      ),
    )),
    ...(yield* errorsOfEach(containers, child(path, "containers"), validateImageSpaces)),
    ...(yield* errorsOfEach(initContainers, child(path, "initContainers"), validateImageSpaces)),
  ];
}

const NEEDS_ACCOUNT = "must not be specified when serviceAccountName is not set";

function* claimNames(claims: PodSpec["resourceClaims"]): Steps<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const { name } of claims ?? []) {
    if (isTurnDue()) yield;
    if (name) names.add(name);
  }
  return names;
}

function named(value: string | undefined | null, path: string, check: (value: string) => string[]): FieldError[] {
  return value === undefined || value === null || value === "" ? [] : invalidBy(path, value, check(value));
}

const checkOptional = (value: string | undefined | null): string[] =>
  value === undefined || value === null ? [] : checkSubdomain(value);

const validatePreemption = (policy: string | undefined | null, path: string): FieldError[] =>
  policy === undefined || policy === null ? [] : validateChoice(policy, ["PreemptLowerPriority", "Never"], path);

function* validateOs(spec: PodSpec, path: string): Steps<FieldError[]> {
  if (spec.os === undefined || spec.os === null) return [];
  const name: string = spec.os.name ?? "";
  if (name === "") return [required(child(path, "os.name"), "cannot be empty")];
  return name === "linux" || name === "windows"
    ? yield* validateOsFields(spec, path)
    : [notSupported(child(path, "os"), name, ["linux", "windows"])];
}

function validateScalars(spec: PodSpec, path: string): FieldError[] {
  const errors = [
    ...named(spec.serviceAccountName, child(path, "serviceAccountName"), checkSubdomain),
    ...named(spec.nodeName, child(path, "nodeName"), checkSubdomain),
  ];
  const deadline = spec.activeDeadlineSeconds;
  if (deadline !== undefined && deadline !== null && (deadline < 1 || deadline > MAX_SECONDS)) {
    errors.push(invalid(child(path, "activeDeadlineSeconds"), deadline, rangeMessage(1, MAX_SECONDS)));
  }
  return [
    ...errors,
    ...named(spec.hostname, child(path, "hostname"), checkLabel),
    ...named(spec.subdomain, child(path, "subdomain"), checkLabel),
  ];
}

function* validateGates({ readinessGates, schedulingGates }: PodSpec, path: string): Steps<FieldError[]> {
  const seen = new Set<string>();
  return [
    ...(yield* errorsOfEach(readinessGates, child(path, "readinessGates"), ({ conditionType }, at) =>
      invalidBy(child(at, "conditionType"), conditionType ?? "", checkQualifiedName(conditionType ?? "")),
    )),
    ...(yield* errorsOfEach(schedulingGates, child(path, "schedulingGates"), ({ name = "" }, at) => {
      const errors = invalidBy(at, name, checkQualifiedName(name));
      if (seen.has(name)) errors.push(duplicate(at, name));
      seen.add(name);
      return errors;
    })),
  ];
}
