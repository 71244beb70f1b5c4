/** The addresses of the console's views. Every view has one; nothing else builds them. */
import type { ResourceType } from "../api/resourceType.ts";

type TypeRef = Pick<ResourceType, "group" | "version" | "resource">;

/** Stands for the core group, whose name is empty. */
export const CORE = "core";
/** Stands for the namespace of cluster-scoped objects. No namespace can be called so. */
const NO_NAMESPACE = "_";

export type ObjectTab = "overview" | "yaml" | "ownership" | "history" | "access" | "events";

const join = (...parts: string[]): string => `/${parts.map(encodeURIComponent).join("/")}`;
const groupPart = (group: string): string => (group === "" ? CORE : group);

export const clusterUrl = (cluster: string): string => join("c", cluster);
export const accessUrl = (cluster: string): string => join("c", cluster, "access");

/** All settings, or the place of one of them. @param anchor id of a section or of a setting */
export const settingsUrl = (anchor = ""): string => `/settings${anchor === "" ? "" : `#${anchor}`}`;

/** Where a text that was opened goes on to the page for new objects; it goes with the navigation. */
export const openTextUrl = (cluster: string): string => join("c", cluster, "open");

/** Parts of the view of what goes on, in the order of their tabs. */
export const ACTIVITY_VIEWS = ["requests", "audit", "watch", "events", "health", "metrics"] as const;
export type ActivityView = (typeof ACTIVITY_VIEWS)[number];
export const activityUrl = (cluster: string, view?: ActivityView): string =>
  view === undefined ? join("c", cluster, "activity") : join("c", cluster, "activity", view);

/** The time machine. @param query its settings, see `useTimeUrl` */
export const timeUrl = (cluster: string, query: Record<string, string> = {}): string =>
  `${join("c", cluster, "time")}${Object.keys(query).length === 0 ? "" : `?${new URLSearchParams(query)}`}`;

/** All lessons, or one of them. */
export const learnUrl = (cluster: string, lesson?: string): string =>
  lesson === undefined ? join("c", cluster, "learn") : join("c", cluster, "learn", lesson);

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
