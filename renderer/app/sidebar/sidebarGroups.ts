/** Sorts the discovered kinds into the groups of the sidebar. */
import { groupBeside } from "../../api/groupBeside.ts";
import { pluralKind, type ResourceType, typeKey } from "../../api/resourceType.ts";

type SidebarGroupId =
  | "workloads"
  | "config"
  | "network"
  | "storage"
  | "accessGroup"
  | "cluster"
  | "custom"
  | `group:${string}`;

export interface SidebarEntry {
  key: string;
  label: string;
  /** The API group to show beside the label; empty if the label says enough. */
  beside: string;
  type: ResourceType;
}

export interface SidebarGroup {
  id: SidebarGroupId;
  /** Set for groups that are named after an API group instead of having a translated name. */
  apiGroup?: string;
  entries: SidebarEntry[];
}

const ORDER = ["workloads", "config", "network", "storage", "accessGroup", "cluster", "custom"] as const;

/** Core resources by group; others belong to the group "cluster". The order is the order of display. */
const CORE: Readonly<Record<string, (typeof ORDER)[number]>> = {
  pods: "workloads",
  replicationcontrollers: "workloads",
  podtemplates: "workloads",
  configmaps: "config",
  secrets: "config",
  resourcequotas: "config",
  limitranges: "config",
  services: "network",
  endpoints: "network",
  persistentvolumeclaims: "storage",
  persistentvolumes: "storage",
  serviceaccounts: "accessGroup",
};

/** Groups by the first label of their name, which is the same in every vocabulary. */
const GROUPS: Readonly<Record<string, (typeof ORDER)[number]>> = {
  apps: "workloads",
  batch: "workloads",
  autoscaling: "config",
  policy: "config",
  networking: "network",
  discovery: "network",
  storage: "storage",
  "rbac.authorization": "accessGroup",
  certificates: "accessGroup",
  node: "cluster",
  scheduling: "cluster",
  coordination: "cluster",
  events: "cluster",
  admissionregistration: "cluster",
  apiregistration: "cluster",
  apiextensions: "cluster",
  "flowcontrol.apiserver": "cluster",
  "internal.apiserver": "cluster",
  storagemigration: "cluster",
  resource: "cluster",
};

/** The most used resources, which come first in their group; the others are sorted by name. */
const FIRST = ["pods", "deployments", "statefulsets", "daemonsets", "configmaps", "secrets", "services", "ingresses"];
const CLUSTER_FIRST = ["namespaces", "nodes", "events"];

function groupOf(type: ResourceType, domain: string): SidebarGroupId {
  if (type.group === "") return CORE[type.resource] ?? "cluster";
  const suffix = `.${domain}`;
  const bare = type.group.endsWith(suffix) ? type.group.slice(0, -suffix.length) : type.group;
  const own = type.group.endsWith(suffix) || !type.group.includes(".");
  const known = own ? GROUPS[bare] : undefined;
  if (known !== undefined) return known;
  return type.group.includes(".") && !own ? "custom" : `group:${type.group}`;
}

/** The place of one of the API's own resources in its group. */
function rank(type: ResourceType): number {
  const at = [...FIRST, ...CLUSTER_FIRST].indexOf(type.resource);
  return at < 0 ? 1000 : at;
}

const shownText = ({ label, beside }: SidebarEntry): string => `${label} ${beside}`;

/** One version per resource: the first in the server's order that can be listed. */
export function listableTypes(types: readonly ResourceType[]): ResourceType[] {
  const seen = new Set<string>();
  return types.filter((type) => {
    const key = `${type.group}/${type.resource}`;
    if (!type.verbs.includes("list") || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/**
 * The sidebar: known groups in a fixed order, then custom resources, then unknown API groups by name. Core events are
 * preferred over the same events served by their own group.
 *
 * @param domain the vocabulary's domain, for example `k8s.io`
 */
export function sidebarGroups(types: readonly ResourceType[], domain: string): SidebarGroup[] {
  const groups = new Map<SidebarGroupId, SidebarEntry[]>();
  const listable = listableTypes(types);
  const core = new Set(listable.filter((type) => type.group === "").map((type) => type.resource));
  for (const type of listable) {
    if (type.group === `events.${domain}` && core.has(type.resource)) continue;
    const id = groupOf(type, domain);
    const entries = groups.get(id) ?? [];
    const label = pluralKind(type.kind, type.resource);
    entries.push({ key: typeKey(type), label, beside: groupBeside(type, types), type });
    groups.set(id, entries);
  }
  for (const [id, entries] of groups) {
    const isOwn = id !== "custom" && !id.startsWith("group:");
    const rankOf = isOwn ? rank : () => 0;
    entries.sort((a, b) => rankOf(a.type) - rankOf(b.type) || (shownText(a) < shownText(b) ? -1 : 1));
  }
  const known = ORDER.flatMap((id) => (groups.has(id) ? [{ id, entries: groups.get(id) ?? [] }] : []));
  const rest = [...groups]
    .filter(([id]) => id.startsWith("group:"))
    .map(([id, entries]) => ({ id, apiGroup: id.slice("group:".length), entries }))
    .sort((a, b) => (a.apiGroup < b.apiGroup ? -1 : 1));
  return [...known, ...rest];
}

/** Keeps the entries whose label, resource or short name contains the text, ignoring white space. */
export function filterGroups(groups: readonly SidebarGroup[], text: string): SidebarGroup[] {
  const wanted = text.replace(/\s+/g, "").toLowerCase();
  if (wanted === "") return [...groups];
  const hit = ({ label, type }: SidebarEntry): boolean =>
    label.toLowerCase().includes(wanted) || type.resource.includes(wanted) || type.shortNames.includes(wanted);
  return groups
    .map((group) => ({ ...group, entries: group.entries.filter(hit) }))
    .filter((group) => group.entries.length > 0);
}
