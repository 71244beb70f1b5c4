import type { ServedResource } from "../../api/client/apiClient.ts";
import type { RemoteDiscovery } from "./remoteDiscovery.ts";
import type { ServedGroups } from "./servedGroups.ts";

/** The resources that extension servers serve. */
export interface RemoteResources {
  readonly resources: readonly ServedResource[];
  /** The group versions whose resources are unknown because their server does not answer: `group/version`, sorted. */
  readonly unknown: readonly string[];
}

/** A resource of a discovery entry; the types of its members have been checked. */
interface EntryResource {
  readonly resource: string;
  readonly responseKind?: { readonly kind: string };
  readonly scope: string;
  readonly verbs: readonly string[];
}

/** Reads the resources from discovery. A resource is preferred in the first version of its group that has it. */
export function remoteResources(
  groups: Pick<ServedGroups, "listed">,
  discovery: Pick<RemoteDiscovery, "entry">,
): RemoteResources {
  const resources: ServedResource[] = [];
  const unknown: string[] = [];
  for (const { versions } of groups.listed) {
    const seen = new Set<string>();
    for (const { group, version, remote } of versions) {
      if (remote === undefined) continue;
      const { freshness, resources: rows = [] } = discovery.entry(remote);
      if (freshness === "Stale") {
        unknown.push(`${group}/${version}`);
        continue;
      }
      for (const { resource, responseKind, scope, verbs } of rows as readonly EntryResource[]) {
        const namespaced = scope === "Namespaced";
        const kind = responseKind?.kind ?? "";
        resources.push({ group, version, resource, kind, namespaced, verbs, preferred: !seen.has(resource) });
        seen.add(resource);
      }
    }
  }
  return { resources, unknown: unknown.sort() };
}
