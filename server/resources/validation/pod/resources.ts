/** Rules of resource requests and limits. */

import type { ResourceRequirements } from "kubernetes-types/core/v1";
import { append } from "../../../../shared/append.ts";
import {
  child,
  duplicate,
  type FieldError,
  forbidden,
  index,
  invalid,
  key,
  notFound,
  required,
} from "../../../../shared/fieldError.ts";
import { isWholeQuantity, parseQuantity, QuantityError, quantityValue } from "../../../../shared/quantity.ts";
import { checkLabel, invalidBy } from "../names.ts";
import { amountOf, compareQuantities, validateResourceQuantity } from "../quantity.ts";
import { isHugePages, mayOvercommit, validateContainerResourceName } from "../resourceNames.ts";
import type { PodRules } from "./podRules.ts";

type Amounts = Readonly<Record<string, string | number>>;

const sorted = (amounts: Amounts | undefined | null): [string, string | number][] =>
  Object.entries(amounts ?? {}).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

function validateAmount(name: string, amount: string | number, path: string, rules: PodRules): FieldError[] {
  const errors = [...validateContainerResourceName(name, path, rules), ...validateResourceQuantity(name, amount, path)];
  return isHugePages(name) && !isWholePages(name, amount)
    ? [...errors, invalid(path, String(amount), `${amount} is not positive integer multiple of ${name}`)]
    : errors;
}

function isWholePages(name: string, amount: string | number): boolean {
  try {
    const size = parseQuantity(name.slice("hugepages-".length));
    const bytes = quantityValue(size);
    return isWholeQuantity(size) && bytes > 0n && quantityValue(amountOf(amount)) % bytes === 0n;
  } catch (error) {
    if (error instanceof QuantityError) return false;
    throw error;
  }
}

/** Field errors of a container's resources. @param scope the claims that its pod declares */
export function validateResourceRequirements(
  resources: ResourceRequirements | undefined | null,
  scope: { readonly claims: ReadonlySet<string>; readonly rules: PodRules },
  path: string,
): FieldError[] {
  const { rules } = scope;
  const limits: Amounts = resources?.limits ?? {};
  const limitsPath = child(path, "limits");
  const requestsPath = child(path, "requests");
  const errors = sorted(limits).flatMap(([name, amount]) => validateAmount(name, amount, key(limitsPath, name), rules));
  for (const [name, amount] of sorted(resources?.requests)) {
    // Whether there are whole pages is asked after the comparison with the limit, but nobody can tell.
    append(errors, validateAmount(name, amount, key(requestsPath, name), rules));
    const limit = limits[name];
    if (limit === undefined) {
      if (!mayOvercommit(name, rules)) {
        errors.push(required(limitsPath, "Limit must be set for non overcommitable resources"));
      }
      continue;
    }
    const order = compareQuantities(amount, limit);
    if (order !== 0 && !mayOvercommit(name, rules)) {
      errors.push(invalid(requestsPath, String(amount), `must be equal to ${name} limit of ${limit}`));
    } else if (order > 0) {
      errors.push(invalid(requestsPath, String(amount), `must be less than or equal to ${name} limit of ${limit}`));
    }
  }
  const names = [...Object.keys(limits), ...Object.keys(resources?.requests ?? {})];
  if (names.some(isHugePages) && !names.some((name) => name === "cpu" || name === "memory")) {
    errors.push(forbidden(path, "HugePages require cpu or memory"));
  }
  return [...errors, ...validateClaims(resources?.claims, scope.claims, child(path, "claims"))];
}

/** Field errors of what a pod costs beside its containers: checked as if it were limits. */
export function validateOverhead(overhead: Amounts | undefined | null, path: string, rules: PodRules): FieldError[] {
  return overhead === undefined || overhead === null
    ? []
    : validateResourceRequirements({ limits: overhead as Record<string, string> }, { claims: new Set(), rules }, path);
}

function validateClaims(
  claims: readonly { readonly name?: string; readonly request?: string }[] | undefined | null,
  declared: ReadonlySet<string>,
  path: string,
): FieldError[] {
  const seen = new Set<string>();
  return (claims ?? []).flatMap(({ name = "", request = "" }, i) => {
    const at = index(path, i);
    if (name === "") return [required(at)];
    const errors: FieldError[] = [];
    const id = request === "" ? name : `${name}/${request}`;
    if (seen.has(name)) errors.push(duplicate(at, name));
    else {
      if (request !== "") append(errors, invalidBy(child(at, "request"), request, checkLabel(request)));
      const overlaps = request === "" && [...seen].some((other) => other.startsWith(`${name}/`));
      if (seen.has(id) || overlaps) errors.push(duplicate(at, id));
      seen.add(id);
    }
    if (declared.has(name)) return errors;
    const known = declared.size === 0 ? " which is empty" : `: ${[...declared].sort().join(", ")}`;
    const missing = notFound(at, name);
    const why = `must be one of the names in pod.spec.resourceClaims${known}`;
    return [...errors, { ...missing, message: `${missing.message}: ${why}` }];
  });
}
