import type { JsonObject } from "../../../shared/object.ts";
import type { DefinitionDescriptions } from "../descriptions.ts";
import type { Schema } from "../schema.ts";
import { publishedName } from "./publishedName.ts";
import { definitionSchema, type OpenApiVersion, type SchemaWriter } from "./typeSchema.ts";

/** Makes the body of a definition that is not built in. */
export type CustomDefinition = (writer: SchemaWriter) => JsonObject;

/** The definitions of one document: exactly those that something in it refers to. */
export interface DefinitionSet extends SchemaWriter {
  /** All definitions used so far and what they use in turn, sorted by published name. */
  schemas(): JsonObject;
}

export interface DefinitionSetOptions {
  readonly schema: Schema;
  readonly version: OpenApiVersion;
  /** By definition name with placeholders; texts in the default vocabulary. */
  readonly descriptions: Readonly<Record<string, DefinitionDescriptions>>;
  /** Definitions of custom kinds, by the name under which they are published. */
  readonly custom: ReadonlyMap<string, CustomDefinition>;
}

/** An empty set; `ref` adds to it. */
export function createDefinitionSet(options: DefinitionSetOptions): DefinitionSet {
  const { schema, version, custom } = options;
  const { vocabulary } = schema;
  const names = new Map<string, string>();
  const base = version === 2 ? "#/definitions/" : "#/components/schemas/";
  const texts = new Map<string, DefinitionDescriptions>();
  for (const [template, entry] of Object.entries(options.descriptions)) texts.set(vocabulary.render(template), entry);

  const writer: DefinitionSet = {
    version,
    schema,
    ref(definition) {
      let published = names.get(definition);
      if (published === undefined) {
        published = custom.has(definition) ? definition : publishedName(vocabulary, definition);
        names.set(definition, published);
      }
      return base + published;
    },
    describe(definition, field) {
      const text = texts.get(definition)?.[field];
      return text === undefined || text === "" ? undefined : vocabulary.translate(text);
    },
    schemas() {
      const written = new Map<string, JsonObject>();
      // A set grows while its members are written: the loop also visits what was added meanwhile.
      for (const [definition, published] of names) {
        const make = custom.get(definition);
        written.set(published, make === undefined ? definitionSchema(writer, definition) : make(writer));
      }
      return Object.fromEntries([...written].sort(([a], [b]) => (a < b ? -1 : 1)));
    },
  };
  return writer;
}
