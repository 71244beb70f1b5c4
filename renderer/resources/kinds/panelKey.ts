import type { ResourceType } from "../../api/resourceType.ts";

/**
 * A kind of the server's own by its group's first label and its resource: `rbac/roles`. Groups of the server's own end in its
 * domain; a custom resource that is called `nodes` is not a node, and has an empty key.
 *
 * @param domain the vocabulary's, for example `k8s.io`
 */
export function panelKey({ group, resource }: Pick<ResourceType, "group" | "resource">, domain: string): string {
  const suffix = `.${domain}`;
  const isOwn = group.endsWith(suffix);
  if (group.includes(".") && !isOwn) return "";
  const name = isOwn ? group.slice(0, -suffix.length) : group;
  // `rbac.authorization` in full; its first word is enough.
  return `${name.split(".")[0] ?? ""}/${resource}`;
}
