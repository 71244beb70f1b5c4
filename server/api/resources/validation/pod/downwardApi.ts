/** Rules of references to fields of the pod itself, in variables and in files. */

import type { ObjectFieldSelector, ResourceFieldSelector } from "kubernetes-types/core/v1";
import { child, type FieldError, invalid, notSupported, required } from "../../../../../shared/fieldError.ts";
import { formatQuantity } from "../../../../../shared/quantity.ts";
import { checkQualifiedName } from "../../../../../shared/text/qualifiedName.ts";
import { invalidBy } from "../../../../ground/formats/names/names.ts";
import { amountOf, compareQuantities } from "../../../../ground/formats/quantity.ts";

/** Fields that an environment variable may refer to. */
export const ENVIRONMENT_FIELDS: readonly string[] = [
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
  "spec.nodeName",
  "spec.serviceAccountName",
  "status.hostIP",
  "status.hostIPs",
  "status.podIP",
  "status.podIPs",
];
/** Fields that a file may refer to. */
export const VOLUME_FIELDS: readonly string[] = [
  "metadata.annotations",
  "metadata.labels",
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
];
/** All valid field names, whether they may be referred to or not. */
const KNOWN_FIELDS = new Set([
  ...ENVIRONMENT_FIELDS,
  ...VOLUME_FIELDS,
  "spec.restartPolicy",
  "spec.schedulerName",
  "spec.host",
  "status.phase",
]);
const RESOURCES: readonly string[] = [
  "limits.cpu",
  "limits.ephemeral-storage",
  "limits.memory",
  "requests.cpu",
  "requests.ephemeral-storage",
  "requests.memory",
];

/** Field errors of a reference to a field. @param allowed sorted */
export function validateFieldRef(
  { apiVersion = "", fieldPath = "" }: Partial<ObjectFieldSelector>,
  allowed: readonly string[],
  path: string,
): FieldError[] {
  const at = child(path, "fieldPath");
  if (apiVersion === "") return [required(child(path, "apiVersion"))];
  if (fieldPath === "") return [required(at)];
  const wrong = (detail: string): FieldError[] => [invalid(at, fieldPath, `error converting fieldPath: ${detail}`)];
  if (apiVersion !== "v1") return wrong(`unsupported pod version: ${apiVersion}`);
  const subscripted = splitSubscript(fieldPath);
  if (subscripted !== undefined) {
    const [field, name] = subscripted;
    if (field === "metadata.annotations")
      return invalidBy(path, name.toLowerCase(), checkQualifiedName(name.toLowerCase()));
    if (field === "metadata.labels") return invalidBy(path, name, checkQualifiedName(name));
    return wrong(`field label does not support subscript: ${fieldPath}`);
  }
  if (!KNOWN_FIELDS.has(fieldPath)) return wrong(`field label not supported: ${fieldPath}`);
  // The name of `spec.nodeName` in the first versions of the API.
  const field = fieldPath === "spec.host" ? "spec.nodeName" : fieldPath;
  return allowed.includes(field) ? [] : [notSupported(at, field, allowed)];
}

/** Splits `field['name']` into the part before the first bracket and the part inside the brackets. */
function splitSubscript(text: string): readonly [field: string, name: string] | undefined {
  const start = text.indexOf("['");
  const isSubscripted = start > 0 && text.endsWith("']") && start + 2 <= text.length - 2;
  return isSubscripted ? [text.slice(0, start), text.slice(start + 2, -2)] : undefined;
}

/** Field errors of a reference to a container's resources. @param inVolume files must name the container */
export function validateResourceFieldRef(
  { containerName = "", resource = "", divisor = "0" }: Partial<ResourceFieldSelector>,
  inVolume: boolean,
  path: string,
): FieldError[] {
  const errors: FieldError[] = [];
  if (inVolume && containerName === "") errors.push(required(child(path, "containerName")));
  else if (resource === "") errors.push(required(child(path, "resource")));
  else if (!/^(limits|requests)\.hugepages-/.test(resource) && !RESOURCES.includes(resource)) {
    errors.push(notSupported(child(path, "resource"), resource, RESOURCES));
  }
  return [...errors, ...validateDivisor(resource, divisor, child(path, "divisor"))];
}

const BYTES = ["1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei"];
/** The permitted units by resource, and the resource's name in messages. */
const DIVISORS: readonly { readonly resource: RegExp; readonly noun: string; readonly units: readonly string[] }[] = [
  { resource: /^(limits|requests)\.cpu$/, noun: "cpu", units: ["1m", "1"] },
  { resource: /^(limits|requests)\.memory$/, noun: "memory", units: BYTES },
  { resource: /^(limits|requests)\.ephemeral-storage$/, noun: "local ephemeral storage", units: BYTES },
  { resource: /^(limits|requests)\.hugepages-/, noun: "hugepages", units: BYTES },
];

function validateDivisor(resource: string, divisor: string, path: string): FieldError[] {
  if (compareQuantities(divisor, "0") === 0) return [];
  const rule = DIVISORS.find((candidate) => candidate.resource.test(resource));
  // Units are compared as text: 1024 is not 1Ki.
  if (rule === undefined || rule.units.includes(formatQuantity(amountOf(divisor)))) return [];
  const listed = rule.noun === "cpu" ? "1m and 1" : BYTES.join(", ");
  return [invalid(path, resource, `only divisor's values ${listed} are supported with the ${rule.noun} resource`)];
}
