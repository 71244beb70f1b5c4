import type { ResourceType } from "../../api/resourceType.ts";
import { splitResource } from "../questions/review.ts";
import type { MatrixKind } from "./matrix.ts";

/** The verbs that are columns, in the order of columns. */
export const MATRIX_VERBS = [
  "get",
  "list",
  "watch",
  "create",
  "update",
  "patch",
  "delete",
  "deletecollection",
] as const;

type Served = Pick<ResourceType, "group" | "resource" | "verbs" | "subresources">;

/** A kind from its text: `pods`, `deployments.apps`, `pods/log`. Verbs are those that the server serves, if it does. */
export function kindFrom(text: string, types: readonly Served[]): MatrixKind {
  const slash = text.indexOf("/");
  const { resource, group } = splitResource(slash < 0 ? text : text.slice(0, slash));
  const subresource = slash < 0 ? "" : text.slice(slash + 1);
  const type = types.find((one) => one.resource === resource && one.group === group);
  // Discovery does not provide the verbs of subresources.
  return { group, resource, subresource, verbs: subresource === "" ? (type?.verbs ?? []) : [] };
}

/** Every kind that the server serves, once; core first, then by group and name. */
export function allKinds(types: readonly Served[], withSubresources: boolean): MatrixKind[] {
  const found = new Map<string, MatrixKind>();
  for (const { group, resource, verbs, subresources } of types) {
    const key = `${group} ${resource}`;
    if (!found.has(key)) found.set(key, { group, resource, subresource: "", verbs });
    if (!withSubresources) continue;
    for (const subresource of subresources) {
      found.set(`${key}/${subresource}`, { group, resource, subresource, verbs: [] });
    }
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, kind]) => kind);
}

/** Removes the chosen cell from an address, because other settings show other cells. */
export function dropCell(params: URLSearchParams): void {
  params.delete("row");
  params.delete("verb");
}
