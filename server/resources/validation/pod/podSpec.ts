/** Rules of pods, in templates and on their own. */

import type { PodSpec } from "kubernetes-types/core/v1";
import { append } from "../../../../shared/append.ts";
import {
  child,
  duplicate,
  type FieldError,
  forbidden,
  index,
  invalid,
  notSupported,
  required,
} from "../../../../shared/fieldError.ts";
import { checkQualifiedName, checkSubdomain } from "../../../../shared/qualifiedName.ts";
import { rangeMessage } from "../../../../shared/regexText.ts";
import { validateLabels } from "../labels.ts";
import { checkLabel, invalidBy } from "../names.ts";
import { validateAffinity } from "./affinity.ts";
import { validateChoice } from "./choice.ts";
import { validateContainers, validateHostNetworkPorts, validateImageSpaces } from "./containers.ts";
import { validateDnsConfig, validateHostAliases } from "./dns.ts";
import { validateEphemeralContainers } from "./ephemeralContainers.ts";
import { validateInitContainers } from "./initContainers.ts";
import type { PodRules } from "./podRules.ts";
import { validateResourceClaims } from "./resourceClaims.ts";
import { validateOverhead } from "./resources.ts";
import { validateHostUsers, validatePodSecurityContext } from "./securityContext.ts";
import { validateTolerations } from "./tolerations.ts";
import { validateTopologySpread } from "./topologySpread.ts";
import { validateVolumes } from "./volumes.ts";
import { validateHostProcess, validateOsFields } from "./windows.ts";

const MAX_SECONDS = 2147483647;

/**
 * Field errors of a pod's spec, in the reference's order.
 * @param path of the spec
 * @param pod metadata of a pod; undefined in templates, which are looser in a few things
 */
export function validatePodSpec(
  spec: PodSpec | undefined | null,
  path: string,
  rules: PodRules = {},
  pod?: { readonly name?: string },
): FieldError[] {
  if (spec === undefined || spec === null) return [required(child(path, "containers"))];
  const at = (field: string): string => child(path, field);
  const volumes = validateVolumes(spec.volumes, at("volumes"), rules, pod?.name);
  const scope = {
    volumes: volumes.names,
    claims: new Set((spec.resourceClaims ?? []).flatMap(({ name }) => (name ? [name] : []))),
    graceSeconds: spec.terminationGracePeriodSeconds ?? 30,
    hostUsers: spec.hostUsers !== false,
    rules,
  };
  return [
    ...volumes.errors,
    ...validateResourceClaims(spec.resourceClaims, at("resourceClaims")),
    ...validateContainers(spec.containers, scope, at("containers")),
    ...validateInitContainers(spec.initContainers, spec.containers ?? [], scope, at("initContainers")),
    ...validateEphemeralContainers(spec.ephemeralContainers, spec, scope, at("ephemeralContainers")),
    ...(spec.hostNetwork === true
      ? validateHostNetworkPorts(spec.containers, at("containers"), pod !== undefined)
      : []),
    ...validateChoice(spec.restartPolicy, ["Always", "OnFailure", "Never"], at("restartPolicy")),
    ...validateChoice(spec.dnsPolicy, ["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"], at("dnsPolicy")),
    ...validateLabels(spec.nodeSelector, at("nodeSelector")),
    ...validatePodSecurityContext(spec, path),
    ...validateAffinity(spec.affinity, at("affinity")),
    ...validateDnsConfig(spec.dnsConfig, spec.dnsPolicy, at("dnsConfig")),
    ...validateGates(spec, path),
    ...validateTopologySpread(spec.topologySpreadConstraints, at("topologySpreadConstraints")),
    ...validateHostProcess(spec, path),
    ...validateHostUsers(spec, path),
    ...validateScalars(spec, path),
    ...validateTolerations(spec.tolerations, at("tolerations")),
    ...validateHostAliases(spec.hostAliases, at("hostAliases")),
    ...named(spec.priorityClassName, at("priorityClassName"), checkSubdomain),
    ...invalidBy(at("runtimeClassName"), spec.runtimeClassName ?? "", checkOptional(spec.runtimeClassName)),
    ...validatePreemption(spec.preemptionPolicy, at("preemptionPolicy")),
    ...validateOverhead(spec.overhead, at("overhead"), rules),
    ...validateOs(spec, path),
  ];
}

/** Field errors of what pods may not say although templates may. @param path of the spec */
export function validatePodOnly(spec: PodSpec | undefined | null, path: string): FieldError[] {
  const errors: FieldError[] = [];
  if ((spec?.serviceAccountName ?? "") === "") {
    for (const [i, { projected }] of (spec?.volumes ?? []).entries()) {
      for (const [j, { serviceAccountToken }] of (projected?.sources ?? []).entries()) {
        if (!serviceAccountToken) continue;
        const at = `${child(path, "volumes")}[${i}].projected.sources[${j}].serviceAccountToken`;
        errors.push(forbidden(at, "must not be specified when serviceAccountName is not set"));
      }
    }
  }
  for (const list of ["containers", "initContainers"] as const) {
    for (const [i, container] of (spec?.[list] ?? []).entries()) {
      append(errors, validateImageSpaces(container, index(child(path, list), i)));
    }
  }
  return errors;
}

function named(value: string | undefined | null, path: string, check: (value: string) => string[]): FieldError[] {
  return value === undefined || value === null || value === "" ? [] : invalidBy(path, value, check(value));
}

const checkOptional = (value: string | undefined | null): string[] =>
  value === undefined || value === null ? [] : checkSubdomain(value);

const validatePreemption = (policy: string | undefined | null, path: string): FieldError[] =>
  policy === undefined || policy === null ? [] : validateChoice(policy, ["PreemptLowerPriority", "Never"], path);

function validateOs(spec: PodSpec, path: string): FieldError[] {
  if (spec.os === undefined || spec.os === null) return [];
  const name: string = spec.os.name ?? "";
  if (name === "") return [required(child(path, "os.name"), "cannot be empty")];
  return name === "linux" || name === "windows"
    ? validateOsFields(spec, path)
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

function validateGates(spec: PodSpec, path: string): FieldError[] {
  const errors = (spec.readinessGates ?? []).flatMap(({ conditionType }, i) =>
    invalidBy(
      child(index(child(path, "readinessGates"), i), "conditionType"),
      conditionType ?? "",
      checkQualifiedName(conditionType ?? ""),
    ),
  );
  const seen = new Set<string>();
  for (const [i, { name = "" }] of (spec.schedulingGates ?? []).entries()) {
    const at = index(child(path, "schedulingGates"), i);
    append(errors, invalidBy(at, name, checkQualifiedName(name)));
    if (seen.has(name)) errors.push(duplicate(at, name));
    seen.add(name);
  }
  return errors;
}
