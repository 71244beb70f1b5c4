import type { Resource } from "./resource.ts";

/** Resources whose objects the reference keeps under another name, by group and resource. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ["/replicationcontrollers", "controllers"],
  ["/endpoints", "services/endpoints"],
  ["/nodes", "minions"],
  ["/services", "services/specs"],
  ["networking.{domain}/ingresses", "ingress"],
]);
/** Groups of servers within the server, which put the group into their keys, as all custom resources do. */
const GROUPED: readonly string[] = ["apiextensions.{domain}", "apiregistration.{domain}"];

/** The storage key of an object as the reference's errors spell it, without the leading `/registry`. */
export function referenceKey(
  { definition, group, resource, custom }: Resource,
  namespace: string,
  name: string,
): string {
  const folder =
    custom !== undefined || GROUPED.includes(definition.group)
      ? `${group}/${resource}`
      : (RENAMED.get(`${definition.group}/${resource}`) ?? resource);
  return ["", folder, namespace, name].filter((part, i) => i === 0 || part !== "").join("/");
}
