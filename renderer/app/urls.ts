/** The addresses of the console's views. Every view has one; nothing else builds them. */
import type { ResourceType } from "../api/resourceType.ts";

type TypeRef = Pick<ResourceType, "group" | "version" | "resource">;

/** Stands for the core group, whose name is empty. */
export const CORE = "core";
/** Stands for the namespace of cluster-scoped objects. No namespace can be called so. */
export const NO_NAMESPACE = "_";

export type ObjectTab = "overview" | "yaml" | "events";

const join = (...parts: string[]): string => `/${parts.map(encodeURIComponent).join("/")}`;
const groupPart = (group: string): string => (group === "" ? CORE : group);

export const clusterUrl = (cluster: string): string => join("c", cluster);
export const accessUrl = (cluster: string): string => join("c", cluster, "access");

/** @param namespace empty for all */
export function listUrl(cluster: string, type: TypeRef, namespace = ""): string {
  const query = namespace === "" ? "" : `?ns=${encodeURIComponent(namespace)}`;
  return `${join("c", cluster, groupPart(type.group), type.version, type.resource)}${query}`;
}

export function newUrl(cluster: string, type: TypeRef, namespace = ""): string {
  const query = namespace === "" ? "" : `?ns=${encodeURIComponent(namespace)}`;
  return `${join("c", cluster, groupPart(type.group), type.version, type.resource, "new")}${query}`;
}

export function objectUrl(
  cluster: string,
  type: TypeRef,
  object: { namespace: string; name: string },
  tab: ObjectTab = "overview",
): string {
  const namespace = object.namespace === "" ? NO_NAMESPACE : object.namespace;
  return join("c", cluster, groupPart(type.group), type.version, type.resource, namespace, object.name, tab);
}

/** The group that a URL segment stands for. */
export const groupFromUrl = (segment: string): string => (segment === CORE ? "" : segment);
/** The namespace that a URL segment stands for. */
export const namespaceFromUrl = (segment: string): string => (segment === NO_NAMESPACE ? "" : segment);
