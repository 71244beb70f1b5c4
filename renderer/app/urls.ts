/** The addresses of the console's views. Every view has an address, and only this file builds them. */
import type { ResourceType } from "../api/resourceType.ts";

type TypeRef = Pick<ResourceType, "group" | "version" | "resource">;

/** Stands in for the empty name of the core group in addresses. */
export const CORE = "core";
/** Stands in for the namespace of cluster-scoped objects in addresses. It is not a valid namespace name. */
const NO_NAMESPACE = "_";

export type ObjectTab =
  | "overview"
  | "logs"
  | "terminal"
  | "forwards"
  | "metrics"
  | "yaml"
  | "ownership"
  | "history"
  | "access"
  | "events";

const join = (...parts: string[]): string => `/${parts.map(encodeURIComponent).join("/")}`;
const inNamespace = (namespace: string): string => (namespace === "" ? "" : `?ns=${encodeURIComponent(namespace)}`);
const groupPart = (group: string): string => (group === "" ? CORE : group);

/** The overview of a cluster. @param namespace empty for all */
export const clusterUrl = (cluster: string, namespace = ""): string => `${join("c", cluster)}${inNamespace(namespace)}`;
/** The map of connected objects. @param namespace empty for all */
export const mapUrl = (cluster: string, namespace = ""): string =>
  `${join("c", cluster, "map")}${inNamespace(namespace)}`;
export const accessUrl = (cluster: string): string => join("c", cluster, "access");

/** All settings, or one of them. @param anchor id of a section or of a setting */
export const settingsUrl = (anchor = ""): string => `/settings${anchor === "" ? "" : `#${anchor}`}`;

/** The page that forwards an opened text to the page for new objects; the text is in the navigation's state. */
export const openTextUrl = (cluster: string): string => join("c", cluster, "open");

/** Parts of the activity page, in the order of their tabs. */
export const ACTIVITY_VIEWS = ["requests", "audit", "watch", "events", "health", "metrics"] as const;
export type ActivityView = (typeof ACTIVITY_VIEWS)[number];
export const activityUrl = (cluster: string, view?: ActivityView): string =>
  view === undefined ? join("c", cluster, "activity") : join("c", cluster, "activity", view);

/** The audit log. @param query its settings, see `useAuditFilter` */
export const auditUrl = (cluster: string, query: Record<string, string>): string =>
  `${activityUrl(cluster, "audit")}?${new URLSearchParams(query)}`;

/** The time machine. @param query its settings, see `useTimeUrl` */
export const timeUrl = (cluster: string, query: Record<string, string> = {}): string =>
  `${join("c", cluster, "time")}${Object.keys(query).length === 0 ? "" : `?${new URLSearchParams(query)}`}`;

/** The animated view of a sandbox's control plane. */
export const orreryUrl = (cluster: string): string => join("c", cluster, "orrery");

/** The Helm releases. @param namespaces empty for all; several are separated by commas */
export const helmUrl = (cluster: string, namespaces = ""): string =>
  `${join("c", cluster, "helm")}${inNamespace(namespaces)}`;

/** The advisor for deprecated API versions. */
export const advisorUrl = (cluster: string): string => join("c", cluster, "advisor");

/** Parts of the view of a release, in the order of their tabs. */
export const RELEASE_TABS = ["objects", "revisions", "values", "manifest", "hooks", "notes"] as const;
export type ReleaseTab = (typeof RELEASE_TABS)[number];

/** One release. @param query its settings: the shown revision, and those to compare */
export function releaseUrl(
  cluster: string,
  release: { readonly namespace: string; readonly name: string },
  tab: ReleaseTab = "objects",
  query: URLSearchParams = new URLSearchParams(),
): string {
  const path = join("c", cluster, "helm", release.namespace, release.name, tab);
  return query.size === 0 ? path : `${path}?${query}`;
}

/** All lessons, or one of them. */
export const learnUrl = (cluster: string, lesson?: string): string =>
  lesson === undefined ? join("c", cluster, "learn") : join("c", cluster, "learn", lesson);

/** @param namespace empty for all */
export function listUrl(cluster: string, type: TypeRef, namespace = ""): string {
  return `${join("c", cluster, groupPart(type.group), type.version, type.resource)}${inNamespace(namespace)}`;
}

/** A saved view of a list. @param view its kind, and the rest of its address */
export const viewUrl = (cluster: string, view: TypeRef & { id: string; query: string }): string =>
  `${listUrl(cluster, view)}?${view.query === "" ? "" : `${view.query}&`}view=${view.id}`;

export function newUrl(cluster: string, type: TypeRef, namespace = ""): string {
  return `${join("c", cluster, groupPart(type.group), type.version, type.resource, "new")}${inNamespace(namespace)}`;
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

/** Decodes the group of a URL segment. */
export const groupFromUrl = (segment: string): string => (segment === CORE ? "" : segment);
/** Decodes the namespace of a URL segment. */
export const namespaceFromUrl = (segment: string): string => (segment === NO_NAMESPACE ? "" : segment);
