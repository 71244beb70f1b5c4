import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { Resource } from "../../../api/registry/resource.ts";
import type { Services } from "../../../api/registry/services.ts";
import type { Aggregation } from "../../aggregation/aggregation.ts";
import type { DiscoveryEntry } from "../../aggregation/discoveryEntries.ts";
import { shownVerbs, sortedResources, sortedSubresources } from "./resourceList.ts";

/** The merged document of every group, version and resource of a path; for `/apis`, it includes extension servers. */
export function aggregatedDiscovery(
  { catalog, vocabulary }: Pick<Services, "catalog" | "vocabulary">,
  { groups, discovery }: Pick<Aggregation, "groups" | "discovery">,
  core: boolean,
  version: "v2" | "v2beta1",
): Record<string, unknown> {
  const own = (group: string, name: string): DiscoveryEntry => ({
    version: name,
    resources: sortedResources(catalog, group, name).map((resource) => resourceEntry(resource, vocabulary)),
    freshness: "Current",
  });
  const items = core
    ? [
        {
          name: "",
          versions: catalog.groupVersions.filter(({ group }) => group === "").map((each) => own("", each.version)),
        },
      ]
    : groups.documented.map(({ name, versions }) => ({
        name,
        versions: versions.map((each) =>
          each.remote === undefined ? own(name, each.version) : discovery.entry(each.remote),
        ),
      }));
  return {
    kind: "APIGroupDiscoveryList",
    apiVersion: `${vocabulary.render("apidiscovery.{domain}")}/${version}`,
    metadata: {},
    items: items
      .filter(({ versions }) => versions.length > 0)
      .map(({ name, versions }) => ({
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

/** Kinds of the document's own group version are written without group and version. */
function responseKind(
  resource: Resource,
  of: { readonly group: string; readonly version: string },
  kind: string,
): Record<string, unknown> {
  const own = of.group === resource.group && of.version === resource.version;
  return { group: own ? "" : of.group, version: own ? "" : of.version, kind };
}
