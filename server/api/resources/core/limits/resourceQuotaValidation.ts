/** Rules of resource quotas. */

import type {
  ResourceQuotaSpec,
  ResourceQuotaStatus,
  ScopedResourceSelectorRequirement,
} from "kubernetes-types/core/v1";
import { append } from "../../../../../shared/collections/append.ts";
import { equalInSteps } from "../../../../../shared/collections/deepEqual.ts";
import { errorsOfEach } from "../../../../../shared/errorsOfEach.ts";
import { child, type FieldError, invalid, key, required } from "../../../../../shared/fieldError.ts";
import { sortedEntries, sortInSteps } from "../../../../../shared/sortInSteps.ts";
import type { Steps } from "../../../../../shared/steps.ts";
import { quoted } from "../../../../../shared/text/quoted.ts";
import { validateResourceQuantity } from "../../../../ground/formats/quantity.ts";
import { invalidText, structList, structText, textList } from "../../../../ground/formats/wording/goText.ts";
import { isQuotaResource, validateQuotaResourceName } from "../../validation/resourceNames.ts";

const SCOPES = new Set([
  "BestEffort",
  "CrossNamespacePodAffinity",
  "NotBestEffort",
  "NotTerminating",
  "PriorityClass",
  "Terminating",
]);
/** Resources of pods. Scopes that select pods by their properties apply to no other resources. */
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

/** Field errors of a quota's limits and scopes. */
export function* quotaErrors(spec: ResourceQuotaSpec, path: string): Steps<FieldError[]> {
  const bounds = new Bounds(spec);
  return [
    ...(yield* amountErrors(spec.hard, child(path, "hard"))),
    ...(yield* scopeErrors(spec, bounds, path)),
    ...(yield* selectorErrors(spec, bounds, path)),
  ];
}

/** Field errors of the recorded usage. */
export function* quotaStatusErrors(status: ResourceQuotaStatus): Steps<FieldError[]> {
  return [...(yield* amountErrors(status.hard, "status.hard")), ...(yield* amountErrors(status.used, "status.used"))];
}

function* amountErrors(amounts: Amounts | undefined, path: string): Steps<FieldError[]> {
  return yield* errorsOfEach(yield* sortedEntries(amounts), "", ([name, amount]) => {
    const at = key(path, name);
    return [...validateQuotaResourceName(name, at), ...validateResourceQuantity(name, amount, at)];
  });
}

/** The limited resources of a quota. Each scope is checked once, however often the quota names it. */
class Bounds {
  readonly #names: readonly string[];
  readonly #uncovered = new Map<string, number>();

  constructor({ hard }: ResourceQuotaSpec) {
    this.#names = Object.keys(hard ?? {});
  }

  /** How many of the resources the scope does not apply to; 0 for an unknown scope. */
  uncoveredBy(scope: string): number {
    if (!SCOPES.has(scope)) return 0;
    let count = this.#uncovered.get(scope);
    if (count === undefined) {
      count = this.#names.filter((name) => isQuotaResource(name) && !isCovered(name, scope)).length;
      this.#uncovered.set(scope, count);
    }
    return count;
  }

  /** One error for each such resource. */
  *errors(scope: string, path: string, shown: string): Generator<FieldError> {
    const count = this.uncoveredBy(scope);
    for (let i = 0; i < count; i++) yield invalidText(path, shown, "unsupported scope applied to resource");
  }
}

function* scopeErrors(spec: ResourceQuotaSpec, bounds: Bounds, path: string): Steps<FieldError[]> {
  const scopes = spec.scopes ?? [];
  const at = child(path, "scopes");
  const shown = textList(scopes, "core.ResourceQuotaScope");
  const errors = yield* errorsOfEach(scopes, at, function* (scope) {
    if (!SCOPES.has(scope)) yield invalidText(at, shown, "unsupported scope");
    yield* bounds.errors(scope, at, shown);
  });
  return [...errors, ...validateConflicts(scopes, at, shown)];
}

const validateConflicts = (scopes: readonly string[], path: string, shown: string): FieldError[] =>
  [
    ["BestEffort", "NotBestEffort"],
    ["Terminating", "NotTerminating"],
  ]
    .filter((pair) => pair.every((scope) => scopes.includes(scope)))
    .map(() => invalidText(path, shown, "conflicting scopes"));

const isCovered = (name: string, scope: string): boolean =>
  name === "pods" || (scope !== "BestEffort" && POD_RESOURCES.has(name));

function* selectorErrors(spec: ResourceQuotaSpec, bounds: Bounds, path: string): Steps<FieldError[]> {
  const at = child(path, "scopeSelector.matchExpressions");
  const requirements = spec.scopeSelector?.matchExpressions ?? [];
  const shown = structText("core.ScopeSelector", {
    MatchExpressions: structList(REQUIREMENT, requirements, requirementText),
  });
  return [
    ...(yield* errorsOfEach(requirements, at, (requirement) => validateRequirement(requirement, at, bounds, shown))),
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
  bounds: Bounds,
  shown: string,
): FieldError[] {
  const count = (values ?? []).length;
  const errors: FieldError[] = [];
  if (!SCOPES.has(scopeName)) {
    errors.push(invalid(child(path, "scopeName"), scopeName ?? "", "unsupported scope"));
  }
  append(errors, bounds.errors(scopeName, path, shown));
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

/** The scopes of a quota are immutable. */
export function* scopeChangeErrors(spec: ResourceQuotaSpec, old: ResourceQuotaSpec): Steps<FieldError[]> {
  const scopesOf = ({ scopes }: ResourceQuotaSpec) => sortInSteps(new Set(scopes ?? []));
  const isSame = yield* equalInSteps(yield* scopesOf(spec), yield* scopesOf(old));
  return isSame
    ? []
    : [invalidText("spec.scopes", textList(spec.scopes, "core.ResourceQuotaScope"), "field is immutable")];
}
