import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { CacheHub } from "../../../cache/cacheHub.ts";
import { buildCatalog } from "../../../registry/buildCatalog.ts";
import { loadSchema } from "../../../schema/schema.ts";
import type { Storage } from "../../../storage/storage.ts";
import type { DocumentSources } from "../openApiDocuments.ts";

/** The built-in catalogue of a server without storage: enough to describe it. */
export function testSources(word?: string): DocumentSources {
  const vocabulary = createVocabulary(word);
  const schema = loadSchema(vocabulary);
  const hub = new CacheHub({} as Storage, { now: () => 0, retention: 0, onFollowerError: () => {} });
  return { vocabulary, schema, catalog: buildCatalog({ vocabulary, schema, hub }) };
}

/** Every `$ref` in a JSON value. */
export function references(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) references(item, found);
  else if (value !== null && typeof value === "object") {
    for (const [key, item] of Object.entries(value)) {
      if (key === "$ref" && typeof item === "string") found.add(item);
      else references(item, found);
    }
  }
  return found;
}
