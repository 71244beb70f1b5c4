/**
 * Discovery: the resources that a server serves, from the aggregated documents, or group by group if the server has
 * none.
 */

import { groupVersionPath } from "../../shared/resourcePath.ts";
import { isApiError } from "../../shared/status.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import { request } from "./requests/request.ts";
import type { ResourceType } from "./resourceType.ts";

interface AggregatedResource {
  resource: string;
  responseKind?: { kind?: string } | null;
  scope?: string;
  singularResource?: string;
  verbs?: string[] | null;
  shortNames?: string[] | null;
  categories?: string[] | null;
  subresources?: { subresource: string }[] | null;
}
interface AggregatedVersion {
  version: string;
  resources?: AggregatedResource[] | null;
}
/** `APIGroupDiscoveryList`. */
interface AggregatedDiscovery {
  kind?: string;
  items?: { metadata?: { name?: string }; versions?: AggregatedVersion[] | null }[] | null;
}

interface LegacyResource {
  name: string;
  singularName?: string;
  kind: string;
  namespaced: boolean;
  verbs?: string[] | null;
  shortNames?: string[] | null;
  categories?: string[] | null;
}
/** `APIResourceList`. */
interface LegacyResourceList {
  resources?: LegacyResource[] | null;
}
interface LegacyGroupList {
  groups?: { name: string; versions?: { version: string }[]; preferredVersion?: { version?: string } }[] | null;
}

/** Flattens an aggregated document. Versions are in the server's order of preference. */
export function fromAggregated(document: AggregatedDiscovery): ResourceType[] {
  return (document.items ?? []).flatMap((group) =>
    (group.versions ?? []).flatMap((version, index) =>
      (version.resources ?? []).map((r) => ({
        group: group.metadata?.name ?? "",
        version: version.version,
        resource: r.resource,
        kind: r.responseKind?.kind ?? r.resource,
        singular: r.singularResource ?? "",
        namespaced: r.scope === "Namespaced",
        verbs: r.verbs ?? [],
        shortNames: r.shortNames ?? [],
        categories: r.categories ?? [],
        subresources: (r.subresources ?? []).map((s) => s.subresource),
        preferred: index === 0,
      })),
    ),
  );
}

/** Flattens a legacy resource list; entries named `parent/child` become subresources of their parent. */
export function fromLegacy(
  list: LegacyResourceList,
  group: string,
  version: string,
  preferred: boolean,
): ResourceType[] {
  const entries = list.resources ?? [];
  return entries
    .filter((r) => !r.name.includes("/"))
    .map((r) => ({
      group,
      version,
      resource: r.name,
      kind: r.kind,
      singular: r.singularName ?? "",
      namespaced: r.namespaced,
      verbs: r.verbs ?? [],
      shortNames: r.shortNames ?? [],
      categories: r.categories ?? [],
      subresources: entries.filter((s) => s.name.startsWith(`${r.name}/`)).map((s) => s.name.slice(r.name.length + 1)),
      preferred,
    }));
}

async function legacyDiscovery(cluster: string, signal?: AbortSignal): Promise<ResourceType[]> {
  const load = async (group: string, version: string, preferred: boolean): Promise<ResourceType[]> => {
    const { body } = await request<LegacyResourceList>(cluster, { path: groupVersionPath(group, version), signal });
    return fromLegacy(body, group, version, preferred);
  };
  const { body } = await request<LegacyGroupList>(cluster, { path: "/apis", signal });
  // A failing group (such as an aggregated API that is down) must not make the others fail.
  const parts = await Promise.allSettled([
    load("", "v1", true),
    ...(body.groups ?? []).flatMap((g) =>
      (g.versions ?? []).map((v) => load(g.name, v.version, v.version === g.preferredVersion?.version)),
    ),
  ]);
  const first = parts[0];
  if (first?.status === "rejected") throw first.reason;
  return parts.flatMap((part) => (part.status === "fulfilled" ? part.value : []));
}

/** Loads all resources that a server serves. @throws ApiError */
export async function discover(cluster: string, vocabulary: Vocabulary, signal?: AbortSignal): Promise<ResourceType[]> {
  const accept = vocabulary.render(
    "application/json;g=apidiscovery.{domain};v=v2;as=APIGroupDiscoveryList,application/json;q=0.9",
  );
  try {
    const [core, groups] = await Promise.all(
      ["/api", "/apis"].map((path) => request<AggregatedDiscovery>(cluster, { path, accept, signal })),
    );
    if (core?.body.kind === "APIGroupDiscoveryList" && groups?.body.kind === "APIGroupDiscoveryList") {
      return [...fromAggregated(core.body), ...fromAggregated(groups.body)];
    }
  } catch (error) {
    if (!isApiError(error) || (error.code !== 404 && error.code !== 406)) throw error;
  }
  return legacyDiscovery(cluster, signal);
}
