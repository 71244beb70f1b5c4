import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { Catalog } from "../../../api/registry/catalog.ts";
import type { Resource } from "../../../api/registry/resource.ts";
import { shownVerbs, sortedResources, sortedSubresources } from "./resourceList.ts";

/**
 * Aggregated discovery: every group, version and resource in one document.
 * @param core the document of `/api` (the core group alone) instead of `/apis`
 */
export function aggregatedDiscovery(
  catalog: Catalog,
  vocabulary: Vocabulary,
  core: boolean,
  version: "v2" | "v2beta1",
): Record<string, unknown> {
  const groups = new Map<string, Record<string, unknown>[]>();
  for (const groupVersion of catalog.groupVersions) {
    if ((groupVersion.group === "") !== core) continue;
    const versions = groups.get(groupVersion.group) ?? [];
    groups.set(groupVersion.group, versions);
    versions.push({
      version: groupVersion.version,
      resources: sortedResources(catalog, groupVersion.group, groupVersion.version).map((resource) =>
        resourceEntry(resource, vocabulary),
      ),
      freshness: "Current",
    });
  }
  return {
    kind: "APIGroupDiscoveryList",
    apiVersion: `${vocabulary.render("apidiscovery.{domain}")}/${version}`,
    metadata: {},
    items: [...groups].map(([name, versions]) => ({
      metadata: { ...(name === "" ? {} : { name }), creationTimestamp: null },
      versions,
    })),
  };
}

function resourceEntry(resource: Resource, vocabulary: Vocabulary): Record<string, unknown> {
  const { definition } = resource;
  const subresources = sortedSubresources(resource);
  return {
    resource: resource.resource,
    responseKind: responseKind(resource, resource, resource.kind),
    scope: definition.scope,
    singularResource: definition.singular,
    verbs: shownVerbs(resource),
    ...(definition.shortNames === undefined ? {} : { shortNames: definition.shortNames }),
    ...(definition.categories === undefined ? {} : { categories: definition.categories }),
    ...(subresources.length === 0
      ? {}
      : {
          subresources: subresources.map((subresource) => ({
            subresource: subresource.name,
            responseKind:
              subresource.kind === undefined
                ? responseKind(resource, resource, resource.kind)
                : responseKind(
                    resource,
                    { group: vocabulary.render(subresource.kind.group), version: subresource.kind.version },
                    subresource.kind.kind,
                  ),
            verbs: [...subresource.verbs].sort(),
          })),
        }),
  };
}

/** Kinds of the document's own group version are written without it. */
function responseKind(
  resource: Resource,
  of: { readonly group: string; readonly version: string },
  kind: string,
): Record<string, unknown> {
  const own = of.group === resource.group && of.version === resource.version;
  return { group: own ? "" : of.group, version: own ? "" : of.version, kind };
}
