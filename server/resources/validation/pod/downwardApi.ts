/** References of a pod to its own fields and resources. */
import type { ObjectFieldSelector, ResourceFieldSelector } from "kubernetes-types/core/v1";
import { child, type FieldError, invalid, notSupported, required } from "../../../../shared/fieldError.ts";
import { checkQualifiedName, invalidBy } from "../names.ts";
import { compareQuantities } from "../quantity.ts";

/** Fields an environment variable may show. */
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
/** Fields a file of a volume may show. */
export const VOLUME_FIELDS: readonly string[] = [
  "metadata.annotations",
  "metadata.labels",
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
];
/** Field paths that exist at all. */
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

/** @param allowed field paths without a subscript; labels and annotations may always be picked one by one */
export function validateFieldRef(
  { apiVersion = "", fieldPath = "" }: Partial<ObjectFieldSelector>,
  allowed: readonly string[],
  path: string,
): FieldError[] {
  const at = child(path, "fieldPath");
  if (apiVersion === "") return [required(child(path, "apiVersion"))];
  if (fieldPath === "") return [required(at)];
  const subscripted = /^(.*)\['(.*)'\]$/.exec(fieldPath);
  if (subscripted !== null) {
    const [, field = "", name = ""] = subscripted;
    if (field === "metadata.annotations") return invalidBy(path, name, checkQualifiedName(name.toLowerCase()));
    if (field === "metadata.labels") return invalidBy(path, name, checkQualifiedName(name));
    return [invalid(at, fieldPath, `error converting fieldPath: field label does not support subscript: ${fieldPath}`)];
  }
  if (!KNOWN_FIELDS.has(fieldPath)) {
    return [invalid(at, fieldPath, `error converting fieldPath: field label not supported: ${fieldPath}`)];
  }
  return allowed.includes(fieldPath) ? [] : [notSupported(at, fieldPath, allowed)];
}

/** @param inVolume the container must be named, because a volume has none of its own */
export function validateResourceFieldRef(
  { containerName = "", resource = "", divisor = "0" }: Partial<ResourceFieldSelector>,
  inVolume: boolean,
  path: string,
): FieldError[] {
  if (inVolume && containerName === "") return [required(child(path, "containerName"))];
  const at = child(path, "resource");
  if (resource === "") return [required(at)];
  const hugePages = /^(limits|requests)\.hugepages-/.test(resource);
  if (!hugePages && !RESOURCES.includes(resource)) return [notSupported(at, resource, RESOURCES)];
  return validateDivisor(resource, divisor, child(path, "divisor"));
}

const CPU_DIVISORS: readonly string[] = ["1m", "1"];
const BYTE_DIVISORS: readonly string[] = [
  "1",
  "1k",
  "1M",
  "1G",
  "1T",
  "1P",
  "1E",
  "1Ki",
  "1Mi",
  "1Gi",
  "1Ti",
  "1Pi",
  "1Ei",
];

function validateDivisor(resource: string, divisor: string, path: string): FieldError[] {
  if (compareQuantities(divisor, "0") === 0) return [];
  const cpu = resource.endsWith(".cpu");
  const allowed = cpu ? CPU_DIVISORS : BYTE_DIVISORS;
  if (allowed.some((value) => compareQuantities(value, divisor) === 0)) return [];
  const name = resource.slice(resource.indexOf(".") + 1);
  return [
    invalid(
      path,
      resource,
      cpu
        ? "only divisor's values 1m and 1 are supported with the cpu resource"
        : `only divisor's values ${BYTE_DIVISORS.join(", ")} are supported with the ${name} resource`,
    ),
  ];
}
