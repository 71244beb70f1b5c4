/** Rules of resource requests and limits. */
import type { ResourceRequirements } from "kubernetes-types/core/v1";
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
import { checkQualifiedName, invalidBy } from "../names.ts";
import { compareQuantities, validateResourceQuantity } from "../quantity.ts";
import { type PodRules, wordsOf } from "./podRules.ts";

type Amounts = Readonly<Record<string, string | number>>;

const CONTAINER_RESOURCES = new Set(["cpu", "memory", "ephemeral-storage"]);
const isHugePages = (name: string): boolean => name.startsWith("hugepages-");

/** Names that belong to the product itself: without a domain, or of its own domain. */
const isNative = (name: string, rules: PodRules): boolean =>
  !name.includes("/") || name.includes(`${wordsOf(rules).render("{labelDomain}")}/`);

/** Resources that may be promised more often than they exist. */
const mayOvercommit = (name: string, rules: PodRules): boolean => isNative(name, rules) && !isHugePages(name);

/** A resource that a container may ask for. */
export function validateContainerResourceName(name: string, path: string, rules: PodRules): FieldError[] {
  const errors = invalidBy(path, name, checkQualifiedName(name));
  if (errors.length > 0) return errors;
  if (!name.includes("/")) {
    return CONTAINER_RESOURCES.has(name) || isHugePages(name)
      ? []
      : [
          invalid(path, name, "must be a standard resource type or fully qualified"),
          invalid(path, name, "must be a standard resource for containers"),
        ];
  }
  return !isNative(name, rules) && name.startsWith("requests.")
    ? [invalid(path, name, "doesn't follow extended resource name standard")]
    : [];
}

/** Names and amounts of a plain resource list. */
export function validateResourceAmounts(
  amounts: Amounts | undefined | null,
  path: string,
  rules: PodRules,
): FieldError[] {
  return sorted(amounts).flatMap(([name, amount]) => [
    ...validateContainerResourceName(name, key(path, name), rules),
    ...validateResourceQuantity(name, amount, key(path, name)),
  ]);
}

const sorted = (amounts: Amounts | undefined | null): [string, string | number][] =>
  Object.entries(amounts ?? {}).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

/** Limits, requests below them, and claims that the pod declares. */
export function validateResourceRequirements(
  resources: ResourceRequirements | undefined | null,
  scope: { readonly claims: ReadonlySet<string>; readonly rules: PodRules },
  path: string,
): FieldError[] {
  const { rules } = scope;
  const limits: Amounts = resources?.limits ?? {};
  const limitsPath = child(path, "limits");
  const requestsPath = child(path, "requests");
  const errors = validateResourceAmounts(limits, limitsPath, rules);
  for (const [name, amount] of sorted(resources?.requests)) {
    errors.push(...validateResourceAmounts({ [name]: amount }, requestsPath, rules));
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

function validateClaims(
  claims: readonly { readonly name?: string }[] | undefined | null,
  declared: ReadonlySet<string>,
  path: string,
): FieldError[] {
  const seen = new Set<string>();
  return (claims ?? []).flatMap(({ name = "" }, i) => {
    const at = index(path, i);
    if (name === "") return [required(child(at, "name"))];
    if (seen.has(name)) return [duplicate(at, name)];
    seen.add(name);
    return declared.has(name) ? [] : [notFound(at, name)];
  });
}
