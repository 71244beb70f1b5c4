import type { ResourceType } from "../../../api/resourceType.ts";

/**
 * The key of a built-in kind, from the first label of its group and its resource: `rbac/roles`. Built-in groups end in
 * the server's domain; a custom resource named `nodes` is not a node, and has an empty key.
 *
 * @param domain of the vocabulary, for example `k8s.io`
 */
export function panelKey({ group, resource }: Pick<ResourceType, "group" | "resource">, domain: string): string {
  const suffix = `.${domain}`;
  const isOwn = group.endsWith(suffix);
  if (group.includes(".") && !isOwn) return "";
  const name = isOwn ? group.slice(0, -suffix.length) : group;
  // The full prefix is `rbac.authorization`; its first label is enough.
  return `${name.split(".")[0] ?? ""}/${resource}`;
}
