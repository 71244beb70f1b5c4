/** Rules of resource quotas. */

import type {
  ResourceQuotaSpec,
  ResourceQuotaStatus,
  ScopedResourceSelectorRequirement,
} from "kubernetes-types/core/v1";
import { deepEqual } from "../../../shared/deepEqual.ts";
import { child, type FieldError, invalid, key, required } from "../../../shared/fieldError.ts";
import { invalidText, textList } from "../validation/goText.ts";
import { checkQualifiedName, invalidBy } from "../validation/names.ts";
import { validateResourceQuantity } from "../validation/quantity.ts";

const SCOPES = new Set([
  "BestEffort",
  "CrossNamespacePodAffinity",
  "NotBestEffort",
  "NotTerminating",
  "PriorityClass",
  "Terminating",
]);
/** Resources that quotas count under a plain name. */
const PLAIN = new Set([
  "configmaps",
  "cpu",
  "ephemeral-storage",
  "limits.cpu",
  "limits.ephemeral-storage",
  "limits.memory",
  "memory",
  "persistentvolumeclaims",
  "pods",
  "replicationcontrollers",
  "requests.cpu",
  "requests.ephemeral-storage",
  "requests.memory",
  "requests.storage",
  "resourcequotas",
  "secrets",
  "services",
  "services.loadbalancers",
  "services.nodeports",
]);
/** Scopes that only divide pods cannot bound anything else. */
const POD_RESOURCES = new Set([
  "cpu",
  "ephemeral-storage",
  "limits.cpu",
  "limits.ephemeral-storage",
  "limits.memory",
  "memory",
  "pods",
  "requests.cpu",
  "requests.ephemeral-storage",
  "requests.memory",
]);

type Amounts = Readonly<Record<string, string>>;

/** Field errors of a quota's bounds and scopes. */
export function validateQuotaSpec(spec: ResourceQuotaSpec, path: string): FieldError[] {
  return [
    ...validateAmounts(spec.hard, child(path, "hard")),
    ...validateScopes(spec, path),
    ...validateSelector(spec, path),
  ];
}

/** Field errors of the recorded use. */
export function validateQuotaStatus(status: ResourceQuotaStatus): FieldError[] {
  return [...validateAmounts(status.hard, "status.hard"), ...validateAmounts(status.used, "status.used")];
}

function validateAmounts(amounts: Amounts | undefined, path: string): FieldError[] {
  return Object.entries(amounts ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, amount]) => {
      const at = key(path, name);
      const errors = invalidBy(at, name, checkQualifiedName(name));
      const known = PLAIN.has(name) || name.includes("/") || /^(requests\.|limits\.)?hugepages-/.test(name);
      if (errors.length === 0 && !known) {
        errors.push(invalid(at, name, "must be a standard resource type or fully qualified"));
        errors.push(invalid(at, name, "must be a standard resource for quota"));
      }
      return [...errors, ...validateResourceQuantity(name, amount, at)];
    });
}

function validateScopes(spec: ResourceQuotaSpec, path: string): FieldError[] {
  const scopes = spec.scopes ?? [];
  const at = child(path, "scopes");
  const shown = textList(scopes, "core.ResourceQuotaScope");
  const errors: FieldError[] = [];
  for (const scope of scopes) {
    if (!SCOPES.has(scope)) {
      errors.push(invalidText(at, shown, "unsupported scope"));
      continue;
    }
    if (Object.keys(spec.hard ?? {}).some((name) => !isCovered(name, scope))) {
      errors.push(invalidText(at, shown, "unsupported scope applied to resource"));
    }
  }
  for (const pair of [
    ["BestEffort", "NotBestEffort"],
    ["Terminating", "NotTerminating"],
  ]) {
    if (pair.every((scope) => scopes.includes(scope))) {
      errors.push(invalidText(at, shown, "conflicting scopes"));
    }
  }
  return errors;
}

const isCovered = (name: string, scope: string): boolean =>
  scope === "BestEffort"
    ? name === "pods"
    : POD_RESOURCES.has(name) || name.includes("/") || name.includes("hugepages-");

function validateSelector(spec: ResourceQuotaSpec, path: string): FieldError[] {
  const at = child(path, "scopeSelector.matchExpressions");
  return (spec.scopeSelector?.matchExpressions ?? []).flatMap((requirement) => validateRequirement(requirement, at));
}

function validateRequirement(
  { scopeName, operator, values }: ScopedResourceSelectorRequirement,
  path: string,
): FieldError[] {
  const count = (values ?? []).length;
  const errors: FieldError[] = [];
  if (!SCOPES.has(scopeName)) {
    errors.push(invalid(child(path, "scopeName"), scopeName ?? "", "unsupported scope"));
  } else if (scopeName !== "PriorityClass" && (operator as string) !== "Exists") {
    errors.push(
      invalid(
        child(path, "operator"),
        operator ?? "",
        "must be 'Exist' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity",
      ),
    );
  }
  switch (operator as string) {
    case "In":
    case "NotIn":
      if (count === 0) {
        errors.push(
          required(
            child(path, "values"),
            "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector",
          ),
        );
      }
      break;
    case "Exists":
    case "DoesNotExist":
      if (count !== 0) {
        errors.push(
          invalidText(
            child(path, "values"),
            textList(values),
            "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector",
          ),
        );
      }
      break;
    default:
      errors.push(invalid(child(path, "operator"), operator ?? "", "not a valid selector operator"));
  }
  return errors;
}

/** What a quota counts stays for its life. */
export function validateScopesUnchanged(spec: ResourceQuotaSpec, old: ResourceQuotaSpec): FieldError[] {
  const sorted = (scopes: string[] | undefined): string[] => [...(scopes ?? [])].sort();
  return deepEqual(sorted(spec.scopes), sorted(old.scopes))
    ? []
    : [invalidText("spec.scopes", textList(spec.scopes, "core.ResourceQuotaScope"), "field is immutable")];
}
