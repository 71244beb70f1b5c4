/** Rules of resource quotas. */

import type {
  ResourceQuotaSpec,
  ResourceQuotaStatus,
  ScopedResourceSelectorRequirement,
} from "kubernetes-types/core/v1";
import { append } from "../../../../../shared/append.ts";
import { deepEqual } from "../../../../../shared/deepEqual.ts";
import { child, type FieldError, invalid, key, required } from "../../../../../shared/fieldError.ts";
import { quoted } from "../../../../../shared/quoted.ts";
import { invalidText, structList, structText, textList } from "../../../../ground/formats/goText.ts";
import { validateResourceQuantity } from "../../../../ground/formats/quantity.ts";
import { isQuotaResource, validateQuotaResourceName } from "../../validation/resourceNames.ts";

const SCOPES = new Set([
  "BestEffort",
  "CrossNamespacePodAffinity",
  "NotBestEffort",
  "NotTerminating",
  "PriorityClass",
  "Terminating",
]);
/** Scopes that only divide pods cannot bound anything else. */
const POD_RESOURCES = new Set([
  "cpu",
  "limits.cpu",
  "limits.memory",
  "memory",
  "pods",
  "requests.cpu",
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
      return [...validateQuotaResourceName(name, at), ...validateResourceQuantity(name, amount, at)];
    });
}

function validateScopes(spec: ResourceQuotaSpec, path: string): FieldError[] {
  const scopes = spec.scopes ?? [];
  const at = child(path, "scopes");
  const shown = textList(scopes, "core.ResourceQuotaScope");
  const errors: FieldError[] = [];
  for (const scope of scopes) {
    if (!SCOPES.has(scope)) errors.push(invalidText(at, shown, "unsupported scope"));
    append(errors, validateCover(spec, scope, at, shown));
  }
  return [...errors, ...validateConflicts(scopes, at, shown)];
}

/** Each resource that the scope cannot divide. */
const validateCover = (spec: ResourceQuotaSpec, scope: string, path: string, shown: string): FieldError[] =>
  Object.keys(spec.hard ?? {})
    .filter((name) => SCOPES.has(scope) && isQuotaResource(name) && !isCovered(name, scope))
    .map(() => invalidText(path, shown, "unsupported scope applied to resource"));

const validateConflicts = (scopes: readonly string[], path: string, shown: string): FieldError[] =>
  [
    ["BestEffort", "NotBestEffort"],
    ["Terminating", "NotTerminating"],
  ]
    .filter((pair) => pair.every((scope) => scopes.includes(scope)))
    .map(() => invalidText(path, shown, "conflicting scopes"));

const isCovered = (name: string, scope: string): boolean =>
  name === "pods" || (scope !== "BestEffort" && POD_RESOURCES.has(name));

function validateSelector(spec: ResourceQuotaSpec, path: string): FieldError[] {
  const at = child(path, "scopeSelector.matchExpressions");
  const requirements = spec.scopeSelector?.matchExpressions ?? [];
  const shown = structText("core.ScopeSelector", {
    MatchExpressions: structList(REQUIREMENT, requirements.map(requirementText)),
  });
  return [
    ...requirements.flatMap((requirement) => validateRequirement(requirement, at, spec, shown)),
    ...validateConflicts(
      requirements.map(({ scopeName }) => scopeName),
      at,
      textList(spec.scopes, "core.ResourceQuotaScope"),
    ),
  ];
}

const REQUIREMENT = "core.ScopedResourceSelectorRequirement";

const requirementText = ({ scopeName, operator, values }: ScopedResourceSelectorRequirement): string =>
  structText(REQUIREMENT, {
    ScopeName: quoted(scopeName ?? ""),
    Operator: quoted(operator ?? ""),
    Values: textList(values),
  });

function validateRequirement(
  { scopeName, operator, values }: ScopedResourceSelectorRequirement,
  path: string,
  spec: ResourceQuotaSpec,
  shown: string,
): FieldError[] {
  const count = (values ?? []).length;
  const errors: FieldError[] = [];
  if (!SCOPES.has(scopeName)) {
    errors.push(invalid(child(path, "scopeName"), scopeName ?? "", "unsupported scope"));
  }
  append(errors, validateCover(spec, scopeName, path, shown));
  if (SCOPES.has(scopeName) && scopeName !== "PriorityClass" && (operator as string) !== "Exists") {
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
