/**
 * Names of resources: the known ones, and the rules for others. The reference has a type for these names, which
 * messages print without quotes.
 */

import type { FieldError } from "../../../../shared/fieldError.ts";
import { checkQualifiedName } from "../../../../shared/text/qualifiedName.ts";
import { invalidText } from "../../../ground/formats/wording/goText.ts";
import { type PodRules, wordsOf } from "./pod/podRules.ts";

const CONTAINER = new Set(["cpu", "memory", "ephemeral-storage"]);
/** Names without a domain that quotas may limit. */
const QUOTA = new Set([
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

/** Whether the name is that of memory in huge pages; the name contains the page size. */
export const isHugePages = (name: string): boolean => name.startsWith("hugepages-");
const isHugePagesQuota = (name: string): boolean => isHugePages(name) || name.startsWith("requests.hugepages-");

/** Whether quotas may limit the name. */
export const isQuotaResource = (name: string): boolean => QUOTA.has(name) || isHugePagesQuota(name);
/** Whether a name without a domain is known. */
const isStandard = (name: string): boolean => name === "storage" || isQuotaResource(name);

/** Whether the name is native: without a domain, or in the product's own domain. */
export const isNative = (name: string, rules: PodRules): boolean =>
  !name.includes("/") || name.includes(`${wordsOf(rules).labelDomain}/`);

/** Whether the resource may be overcommitted, so that limits may exceed requests. */
export const mayOvercommit = (name: string, rules: PodRules): boolean => isNative(name, rules) && !isHugePages(name);

/** Field errors of a resource name: it must be known or have a domain. */
export function validateResourceName(name: string, path: string): FieldError[] {
  const errors = checkQualifiedName(name).map((detail) => invalidText(path, name, detail));
  return errors.length > 0 || name.includes("/") || isStandard(name)
    ? errors
    : [invalidText(path, name, "must be a standard resource type or fully qualified")];
}

/** Field errors of the name of a resource that a container requests. */
export function validateContainerResourceName(name: string, path: string, rules: PodRules): FieldError[] {
  const errors = validateResourceName(name, path);
  if (!name.includes("/")) {
    return CONTAINER.has(name) || isHugePages(name)
      ? errors
      : [...errors, invalidText(path, name, "must be a standard resource for containers")];
  }
  // Quotas add a prefix to the name, so it must not have the prefix already, and must not be too long with it.
  const extended = !name.startsWith("requests.") && checkQualifiedName(`requests.${name}`).length === 0;
  return isNative(name, rules) || extended
    ? errors
    : [...errors, invalidText(path, name, "doesn't follow extended resource name standard")];
}

/** Field errors of the name of a resource that a quota limits. */
export function validateQuotaResourceName(name: string, path: string): FieldError[] {
  const errors = validateResourceName(name, path);
  return name.includes("/") || isQuotaResource(name)
    ? errors
    : [...errors, invalidText(path, name, "must be a standard resource for quota")];
}
