import { apiVersionOf } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { Catalog } from "../../../api/registry/catalog.ts";
import type { SubresourceDefinition } from "../../../api/registry/definition.ts";
import type { Resource } from "../../../api/registry/resource.ts";
import type { Services } from "../../../api/registry/services.ts";
import { storageVersionHash } from "./storageVersionHash.ts";

/** The resources of a group version, in the reference's sort order. */
export function sortedResources(catalog: Catalog, group: string, version: string): Resource[] {
  return catalog.resourcesOf(group, version).sort((a, b) => (a.resource < b.resource ? -1 : 1));
}

/** `/api/v1`, `/apis/{group}/{version}`. */
export function apiResourceList(
  { catalog, vocabulary, features }: Pick<Services, "catalog" | "vocabulary" | "features">,
  group: string,
  version: string,
): Record<string, unknown> {
  const hashes = features.enabled("StorageVersionHash");
  const resources = sortedResources(catalog, group, version).flatMap((resource) => [
    resourceRow(resource, hashes),
    ...sortedSubresources(resource).map((subresource) => subresourceRow(resource, subresource, vocabulary)),
  ]);
  return {
    kind: "APIResourceList",
    // The core group's document predates the apiVersion field and still lacks it.
    ...(group === "" ? {} : { apiVersion: "v1" }),
    groupVersion: apiVersionOf({ group, version }),
    resources,
  };
}

export function sortedSubresources(resource: Resource): SubresourceDefinition[] {
  const subresources = [...resource.subresources.values()];
  return resource.custom === undefined ? subresources.sort((a, b) => (a.name < b.name ? -1 : 1)) : subresources;
}

/**
 * The verbs that discovery lists. Those of custom resources have a different order. While their definition is being
 * deleted, writes are allowed but not listed.
 */
export function shownVerbs({ custom, verbs }: Resource): readonly string[] {
  if (custom === undefined) return [...verbs].sort();
  return custom.terminating ? [...verbs].filter((verb) => verb !== "patch" && verb !== "update") : [...verbs];
}

function resourceRow(resource: Resource, withHash: boolean): Record<string, unknown> {
  const { definition } = resource;
  const hash = withHash ? storageVersionHash(resource) : undefined;
  return {
    name: resource.resource,
    singularName: definition.singular,
    namespaced: resource.namespaced,
    kind: resource.kind,
    verbs: shownVerbs(resource),
    ...(definition.shortNames === undefined ? {} : { shortNames: definition.shortNames }),
    ...(definition.categories === undefined ? {} : { categories: definition.categories }),
    ...(hash === undefined ? {} : { storageVersionHash: hash }),
  };
}

function subresourceRow(
  resource: Resource,
  subresource: SubresourceDefinition,
  vocabulary: Vocabulary,
): Record<string, unknown> {
  const { kind } = subresource;
  const group = kind === undefined ? resource.group : vocabulary.render(kind.group);
  const foreign = kind !== undefined && (group !== resource.group || kind.version !== resource.version);
  return {
    name: `${resource.resource}/${subresource.name}`,
    singularName: "",
    namespaced: resource.namespaced,
    ...(foreign ? { group, version: kind.version } : {}),
    kind: kind?.kind ?? resource.kind,
    verbs: [...subresource.verbs].sort(),
  };
}
