/** Rules of resource requests and limits. */

import type { ResourceRequirements } from "kubernetes-types/core/v1";
import { append } from "../../../../../../shared/collections/append.ts";
import { errorsOfEach } from "../../../../../../shared/errorsOfEach.ts";
import {
  child,
  duplicate,
  type FieldError,
  forbidden,
  invalid,
  key,
  notFound,
  required,
} from "../../../../../../shared/fieldError.ts";
import { isWholeQuantity, parseQuantity, QuantityError, quantityValue } from "../../../../../../shared/quantity.ts";
import { sortedEntries, sortInSteps } from "../../../../../../shared/sortInSteps.ts";
import { isTurnDue, type Steps } from "../../../../../../shared/steps.ts";
import { checkLabel, invalidBy } from "../../../../../ground/formats/names/names.ts";
import { amountOf, compareQuantities, validateResourceQuantity } from "../../../../../ground/formats/quantity.ts";
import { isHugePages, mayOvercommit, validateContainerResourceName } from "../../resourceNames.ts";
import type { PodRules } from "../podRules.ts";

type Amounts = Readonly<Record<string, string | number>>;

const validateAmount = (name: string, amount: string | number, path: string, rules: PodRules): FieldError[] => [
  ...validateContainerResourceName(name, path, rules),
  ...validateResourceQuantity(name, amount, path),
];

const validatePages = (name: string, amount: string | number, path: string): FieldError[] =>
  isHugePages(name) && !isWholePages(name, amount)
    ? [invalid(path, String(amount), `${amount} is not positive integer multiple of ${name}`)]
    : [];

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
export function* validateResourceRequirements(
  resources: ResourceRequirements | undefined | null,
  scope: { readonly claims: ReadonlySet<string>; readonly rules: PodRules },
  path: string,
): Steps<FieldError[]> {
  const { rules } = scope;
  const limits: Amounts = resources?.limits ?? {};
  const limitsPath = child(path, "limits");
  const requestsPath = child(path, "requests");
  const ofLimits = yield* errorsOfEach(yield* sortedEntries(limits), limitsPath, ([name, amount]) => [
    ...validateAmount(name, amount, key(limitsPath, name), rules),
    ...validatePages(name, amount, key(limitsPath, name)),
  ]);
  const ofRequests = yield* errorsOfEach(yield* sortedEntries(resources?.requests), requestsPath, ([name, amount]) => {
    const at = key(requestsPath, name);
    return [
      ...validateAmount(name, amount, at, rules),
      ...validateAgainstLimit(name, amount, limits[name]),
      ...validatePages(name, amount, at),
    ];
  });
  function validateAgainstLimit(name: string, amount: string | number, limit: string | number | undefined) {
    const fixed = !mayOvercommit(name, rules);
    if (limit === undefined) {
      return fixed ? [required(limitsPath, "Limit must be set for non overcommitable resources")] : [];
    }
    const order = compareQuantities(amount, limit);
    if (order !== 0 && fixed)
      return [invalid(requestsPath, String(amount), `must be equal to ${name} limit of ${limit}`)];
    const detail = `must be less than or equal to ${name} limit of ${limit}`;
    return order > 0 ? [invalid(requestsPath, String(amount), detail)] : [];
  }
  return [
    ...ofLimits,
    ...ofRequests,
    ...(yield* validateHugePages(resources, path)),
    ...(yield* validateClaims(resources?.claims, scope.claims, child(path, "claims"))),
  ];
}

function* validateHugePages(resources: ResourceRequirements | undefined | null, path: string): Steps<FieldError[]> {
  const { limits, requests } = resources ?? {};
  let huge = false;
  for (const amounts of [limits ?? {}, requests ?? {}]) {
    if (Object.hasOwn(amounts, "cpu") || Object.hasOwn(amounts, "memory")) return [];
    for (const name in amounts) {
      if (isTurnDue()) yield;
      huge ||= isHugePages(name);
    }
  }
  return huge ? [forbidden(path, "HugePages require cpu or memory")] : [];
}

/** Field errors of a pod's overhead, which is validated like limits. */
export function* validateOverhead(
  overhead: Amounts | undefined | null,
  path: string,
  rules: PodRules,
): Steps<FieldError[]> {
  return overhead === undefined || overhead === null
    ? []
    : yield* validateResourceRequirements(
        { limits: overhead as Record<string, string> },
        { claims: new Set(), rules },
        path,
      );
}

function* validateClaims(
  claims: readonly { readonly name?: string; readonly request?: string }[] | undefined | null,
  declared: ReadonlySet<string>,
  path: string,
): Steps<FieldError[]> {
  if ((claims ?? []).length === 0) return [];
  const seen = new Set<string>();
  /** Prefixes of the seen ids up to a slash: normally the names of claims whose single requests were seen. */
  const withRequest = new Set<string>();
  const known = declared.size === 0 ? " which is empty" : `: ${(yield* sortInSteps(declared)).join(", ")}`;
  return yield* errorsOfEach(claims, path, ({ name = "", request = "" }, at) => {
    if (name === "") return [required(at)];
    const errors: FieldError[] = [];
    const id = request === "" ? name : `${name}/${request}`;
    if (seen.has(name)) errors.push(duplicate(at, name));
    else {
      if (request !== "") append(errors, invalidBy(child(at, "request"), request, checkLabel(request)));
      const overlaps = request === "" && withRequest.has(name);
      if (seen.has(id) || overlaps) errors.push(duplicate(at, id));
      seen.add(id);
      for (let at = id.indexOf("/"); at >= 0; at = id.indexOf("/", at + 1)) withRequest.add(id.slice(0, at));
    }
    if (declared.has(name)) return errors;
    const missing = notFound(at, name);
    const detail = `must be one of the names in pod.spec.resourceClaims${known}`;
    return [...errors, { ...missing, message: `${missing.message}: ${detail}` }];
  });
}
