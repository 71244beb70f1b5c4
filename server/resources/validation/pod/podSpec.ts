import type { PodSpec } from "kubernetes-types/core/v1";
import { child, type FieldError, index, invalid, required } from "../../../../shared/fieldError.ts";
import { validateLabels } from "../labels.ts";
import { checkLabel, checkQualifiedName, checkSubdomain, invalidBy } from "../names.ts";
import { rangeMessage } from "../regexText.ts";
import { validateAffinity } from "./affinity.ts";
import { validateChoice, validateOptionalChoice } from "./choice.ts";
import { validateContainers, validateHostNetworkPorts } from "./containers.ts";
import { validateDnsConfig, validateHostAliases } from "./dns.ts";
import { validateEphemeralContainers } from "./ephemeralContainers.ts";
import { validateInitContainers } from "./initContainers.ts";
import type { PodRules } from "./podRules.ts";
import { validateResourceAmounts } from "./resources.ts";
import { validatePodSecurityContext } from "./securityContext.ts";
import { validateTolerations } from "./tolerations.ts";
import { validateTopologySpread } from "./topologySpread.ts";
import { validateVolumes } from "./volumes.ts";

const MAX_SECONDS = 2147483647;

/** Field errors of a pod's spec, defaulted, in the reference's order. An absent spec lacks containers. */
export function validatePodSpec(spec: PodSpec | undefined | null, path: string, rules: PodRules = {}): FieldError[] {
  if (spec === undefined || spec === null) return [required(child(path, "containers"))];
  const at = (field: string): string => child(path, field);
  const volumes = validateVolumes(spec.volumes, at("volumes"));
  const scope = {
    volumes: volumes.names,
    claims: new Set((spec.resourceClaims ?? []).map(({ name }) => name)),
    graceSeconds: spec.terminationGracePeriodSeconds ?? 30,
    rules,
  };
  return [
    ...volumes.errors,
    ...validateContainers(spec.containers, scope, at("containers")),
    ...validateInitContainers(spec.initContainers, spec.containers ?? [], scope, at("initContainers")),
    ...validateEphemeralContainers(spec.ephemeralContainers, spec, scope, at("ephemeralContainers")),
    ...validateChoice(spec.restartPolicy, ["Always", "OnFailure", "Never"], at("restartPolicy")),
    ...validateChoice(spec.dnsPolicy, ["ClusterFirst", "ClusterFirstWithHostNet", "Default", "None"], at("dnsPolicy")),
    ...validateLabels(spec.nodeSelector, at("nodeSelector")),
    ...(spec.hostNetwork === true ? validateHostNetworkPorts(spec.containers, at("containers")) : []),
    ...validatePodSecurityContext(spec, path),
    ...validateAffinity(spec.affinity, at("affinity")),
    ...validateDnsConfig(spec.dnsConfig, spec.dnsPolicy, at("dnsConfig")),
    ...validateGates(spec, path),
    ...validateTopologySpread(spec.topologySpreadConstraints, at("topologySpreadConstraints")),
    ...validateScalars(spec, path),
    ...validateTolerations(spec.tolerations, at("tolerations")),
    ...validateHostAliases(spec.hostAliases, at("hostAliases")),
    ...named(spec.priorityClassName, at("priorityClassName"), checkSubdomain),
    ...named(spec.runtimeClassName, at("runtimeClassName"), checkSubdomain),
    ...validateOptionalChoice(spec.preemptionPolicy, ["Never", "PreemptLowerPriority"], at("preemptionPolicy")),
    ...validateResourceAmounts(spec.overhead, at("overhead"), rules),
    ...(spec.os === undefined || spec.os === null
      ? []
      : validateChoice(spec.os.name, ["linux", "windows"], at("os.name"))),
  ];
}

function named(value: string | undefined | null, path: string, check: (value: string) => string[]): FieldError[] {
  return value === undefined || value === null || value === "" ? [] : invalidBy(path, value, check(value));
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
    errors.push(...invalidBy(child(at, "name"), name, checkQualifiedName(name)));
    if (seen.has(name)) errors.push({ type: "FieldValueDuplicate", field: at, message: `Duplicate value: "${name}"` });
    seen.add(name);
  }
  return errors;
}
