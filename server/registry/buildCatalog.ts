import type { Vocabulary } from "../../shared/vocabulary.ts";
import type { CacheHub } from "../cache/cacheHub.ts";
import { allDefinitions } from "../resources/all.ts";
import { groupVersions } from "../resources/groups.ts";
import type { Schema } from "../schema/schema.ts";
import { Catalog } from "./catalog.ts";
import { resolveResource } from "./resource.ts";

/** The catalogue of everything built in that is served by default. */
export function buildCatalog(parts: {
  readonly vocabulary: Vocabulary;
  readonly schema: Schema;
  readonly hub: CacheHub;
}): Catalog {
  const catalog = new Catalog();
  for (const { group, version } of groupVersions) {
    catalog.addGroupVersion({ group: parts.vocabulary.render(group), version });
  }
  for (const definition of allDefinitions) catalog.add(resolveResource(definition, parts));
  return catalog;
}
