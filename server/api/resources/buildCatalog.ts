import type { Release } from "../../../shared/advice/release.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { BINARY_RELEASE } from "../../ground/settings/emulation.ts";
import type { FeatureGates } from "../../ground/settings/featureGates.ts";
import type { Schema } from "../../model/schema/schema.ts";
import type { CacheHub } from "../../store/cache/cacheHub.ts";
import { Catalog } from "../registry/catalog.ts";
import type { ResourceDefinition } from "../registry/definition.ts";
import { type Resource, resolveResource } from "../registry/resource.ts";
import { allDefinitions } from "./all.ts";
import { type ApiEnablement, defaultEnablement } from "./apiEnablement.ts";
import { groupVersions } from "./groups.ts";
import { isOfRelease } from "./isOfRelease.ts";
import { metricsDefinitions, metricsGroup } from "./metrics/metrics.ts";

export interface CatalogParts {
  readonly vocabulary: Vocabulary;
  readonly schema: Schema;
  readonly hub: CacheHub;
  /** When undefined, resources with a feature gate are not served. */
  readonly features?: FeatureGates;
  /** The release to emulate. Default: the actual one. */
  readonly emulated?: Release;
  /** Whether this server computes metrics of nodes and pods. */
  readonly metrics?: boolean;
  /** Default: everything generally available. */
  readonly enablement?: ApiEnablement;
}

/**
 * The catalogue of all served built-in resources. A resource is served when it is enabled and its feature gate, if any,
 * is on. Group versions without resources are left out.
 */
export function buildCatalog(parts: CatalogParts): Catalog {
  const { vocabulary, features, enablement = defaultEnablement, emulated = BINARY_RELEASE } = parts;
  const gate = (name: string): boolean => features?.enabled(name) ?? false;
  const isServed = ({ group, version, definition }: Resource): boolean =>
    isOfRelease(definition, emulated) &&
    enablement.enabled(group, version, definition.plural) &&
    (definition.gate === undefined || gate(definition.gate));
  const served = resolveAll(allDefinitions, { ...parts, gate }).filter(isServed);
  const catalog = new Catalog();
  for (const { group: template, version } of groupVersions) {
    const group = vocabulary.render(template);
    const any = served.some((resource) => resource.group === group && resource.version === version);
    if (any) catalog.addGroupVersion({ group, version });
  }
  for (const resource of served) catalog.add(resource);
  if (parts.metrics === true) addMetrics(catalog, parts);
  return catalog;
}

/** API enablement does not apply to metrics, because in a cluster another server serves them. */
function addMetrics(catalog: Catalog, parts: CatalogParts): void {
  const { version } = metricsGroup;
  catalog.addGroupVersion({ group: parts.vocabulary.render(metricsGroup.group), version });
  for (const definition of metricsDefinitions) catalog.add(resolveResource(definition, parts));
}

/** Resolves definitions; the versions of one stored object are linked to each other. */
function resolveAll(
  definitions: readonly ResourceDefinition[],
  parts: Parameters<typeof resolveResource>[1],
): Resource[] {
  const byStorage = new Map<string, Resource[]>();
  return definitions.map((definition) => {
    const { group, plural } = definition;
    const { group: storedGroup, resource } = definition.storedAs ?? { group, resource: plural };
    // Actions are not stored, so they have no other versions, whatever their name.
    if (definition.action !== undefined) return resolveResource(definition, parts);
    const place = `${storedGroup}/${resource}`;
    const versions = byStorage.get(place) ?? [];
    byStorage.set(place, versions);
    return resolveResource(definition, parts, versions);
  });
}
