/**
 * Names of countable things: which ones the product knows, and what others must look like. The reference has a type of its own
 * for them, which messages show without quotes.
 */

import type { FieldError } from "../../../../shared/fieldError.ts";
import { checkQualifiedName } from "../../../../shared/text/qualifiedName.ts";
import { invalidText } from "../../../ground/formats/wording/goText.ts";
import { type PodRules, wordsOf } from "./pod/podRules.ts";

const CONTAINER = new Set(["cpu", "memory", "ephemeral-storage"]);
/** What quotas count without a domain. */
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

/** Memory in pages of the size that the name tells. */
export const isHugePages = (name: string): boolean => name.startsWith("hugepages-");
const isHugePagesQuota = (name: string): boolean => isHugePages(name) || name.startsWith("requests.hugepages-");

/** Whether quotas know the name. */
export const isQuotaResource = (name: string): boolean => QUOTA.has(name) || isHugePagesQuota(name);
/** Whether a name without a domain is known at all. */
const isStandard = (name: string): boolean => name === "storage" || isQuotaResource(name);

/** Names that belong to the product itself: without a domain, or of its own domain. */
export const isNative = (name: string, rules: PodRules): boolean =>
  !name.includes("/") || name.includes(`${wordsOf(rules).labelDomain}/`);

/** Resources that may be promised more often than they exist. */
export const mayOvercommit = (name: string, rules: PodRules): boolean => isNative(name, rules) && !isHugePages(name);

/** Field errors of the name of any resource: known, or of a domain. */
export function validateResourceName(name: string, path: string): FieldError[] {
  const errors = checkQualifiedName(name).map((why) => invalidText(path, name, why));
  return errors.length > 0 || name.includes("/") || isStandard(name)
    ? errors
    : [invalidText(path, name, "must be a standard resource type or fully qualified")];
}

/** Field errors of the name of a resource that a container asks for. */
export function validateContainerResourceName(name: string, path: string, rules: PodRules): FieldError[] {
  const errors = validateResourceName(name, path);
  if (!name.includes("/")) {
    return CONTAINER.has(name) || isHugePages(name)
      ? errors
      : [...errors, invalidText(path, name, "must be a standard resource for containers")];
  }
  // Quotas put a prefix before the name, for which there must be room, and which must not be there already.
  const extended = !name.startsWith("requests.") && checkQualifiedName(`requests.${name}`).length === 0;
  return isNative(name, rules) || extended
    ? errors
    : [...errors, invalidText(path, name, "doesn't follow extended resource name standard")];
}

/** Field errors of the name of a resource that a quota bounds. */
export function validateQuotaResourceName(name: string, path: string): FieldError[] {
  const errors = validateResourceName(name, path);
  return name.includes("/") || isQuotaResource(name)
    ? errors
    : [...errors, invalidText(path, name, "must be a standard resource for quota")];
}
