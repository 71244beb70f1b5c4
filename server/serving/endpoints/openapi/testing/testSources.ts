import type { ApiObject, JsonObject } from "../../../../../shared/object.ts";
import { createVocabulary } from "../../../../../shared/vocabulary.ts";
import { customResources } from "../../../../api/extensions/custom/customResource.ts";
import { asDefinition } from "../../../../api/extensions/definition.ts";
import type { JsonSchema } from "../../../../api/extensions/schema/jsonSchema.ts";
import { definition } from "../../../../api/extensions/testing/definitions.ts";
import type { Resource } from "../../../../api/registry/resource.ts";
import { buildCatalog } from "../../../../api/resources/buildCatalog.ts";
import { loadSchema } from "../../../../model/schema/schema.ts";
import { CacheHub } from "../../../../store/cache/cacheHub.ts";
import type { Storage } from "../../../../store/storage/storage.ts";
import type { DocumentSources } from "../documentStock.ts";
import { OpenApiDocuments } from "../openApiDocuments.ts";

/** The built-in catalogue of a server without storage: enough to describe its API. */
export function testSources(word?: string): DocumentSources {
  const vocabulary = createVocabulary(word);
  const schema = loadSchema(vocabulary);
  const hub = new CacheHub({} as Storage, { now: () => 0, retention: 0, onFollowerError: () => {} });
  return { vocabulary, schema, catalog: buildCatalog({ vocabulary, schema, hub }) };
}

/** The version 2 document as parsed JSON. */
export const openApiV2 = async (sources: DocumentSources): Promise<JsonObject> =>
  parsed((await new OpenApiDocuments(sources).v2()).json);

/** A version 3 document as parsed JSON; undefined when nothing is served under its name. */
export async function openApiV3(sources: DocumentSources, name: string): Promise<JsonObject | undefined> {
  const document = await new OpenApiDocuments(sources).v3(name);
  return document && parsed(document.json);
}

const parsed = (chunks: readonly Uint8Array[]): JsonObject =>
  JSON.parse(Buffer.concat(chunks).toString()) as JsonObject;

/** Collects every `$ref` in a JSON value. */
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

/** `count` definitions of custom resources, each in a separate group, in the form that a catalogue takes. */
export function manyDefinitions(
  sources: DocumentSources,
  count: number,
  schema: JsonSchema = SAMPLE_SCHEMA,
): Resource[] {
  const { vocabulary, schema: types } = sources;
  const hub = new CacheHub({} as Storage, { now: () => 0, retention: 0, onFollowerError: () => undefined });
  const ended = new AbortController().signal;
  return Array.from({ length: count }, (_, i) =>
    customResources(asDefinition(definition(`widget${i}`, { group: `g${i}.example.com`, schema }) as ApiObject), {
      vocabulary,
      schema: types,
      hub,
      ended,
    }),
  ).flat();
}

/** A schema with about as many texts, nested objects and lists as real definitions have. */
const SAMPLE_SCHEMA: JsonSchema = {
  type: "object",
  properties: Object.fromEntries(
    ["spec", "status"].map((member) => [
      member,
      {
        type: "object",
        description: `The ${member} of the widget. `.repeat(3),
        properties: Object.fromEntries(
          Array.from({ length: 20 }, (_, i) => [
            `field${i}`,
            {
              type: "array",
              description: "What the widget shall do when it is asked to. ".repeat(3),
              items: {
                type: "object",
                required: ["name"],
                properties: { name: { type: "string", maxLength: 63 }, count: { type: "integer", default: 1 } },
              },
            },
          ]),
        ),
      },
    ]),
  ),
};
