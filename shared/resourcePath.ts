import { append } from "./collections/append.ts";
/** URL paths of API resources: built by one function, so that callers do not concatenate segments. */

export interface ResourceLocator {
  /** Empty for the core group. */
  group: string;
  version: string;
  /** Lower-case plural, as in the path. */
  resource: string;
  /** Absent for cluster-scoped resources and for lists across all namespaces. */
  namespace?: string;
  name?: string;
  subresource?: string;
}

/** `/api/v1` or `/apis/<group>/<version>`. */
export function groupVersionPath(group: string, version: string): string {
  return group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
}

/**
 * The path of a collection, an object or a subresource.
 *
 * @example resourcePath({group: "apps", version: "v1", resource: "deployments", namespace: "a", name: "b"})
 *   // "/apis/apps/v1/namespaces/a/deployments/b"
 */
export function resourcePath(locator: ResourceLocator): string {
  const segments = [groupVersionPath(locator.group, locator.version)];
  if (locator.namespace !== undefined && locator.namespace !== "") {
    segments.push("namespaces", encodeURIComponent(locator.namespace));
  }
  segments.push(encodeURIComponent(locator.resource));
  if (locator.name !== undefined && locator.name !== "") segments.push(encodeURIComponent(locator.name));
  if (locator.subresource !== undefined && locator.subresource !== "") {
    append(segments, locator.subresource.split("/").map(encodeURIComponent));
  }
  return segments.join("/");
}

/** Appends a query string; leaves out undefined and empty values, so callers need no branches for absent filters. */
export function withQuery(path: string, query: Record<string, string | number | boolean | undefined>): string {
  const parts = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`);
  return parts.length === 0 ? path : `${path}?${parts.join("&")}`;
}
