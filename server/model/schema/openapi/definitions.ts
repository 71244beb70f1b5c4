import type { JsonObject } from "../../../../shared/object.ts";
import type { DefinitionDescriptions } from "../descriptions.ts";
import type { Schema } from "../schema.ts";
import { publishedName } from "./publishedName.ts";
import { definitionSchema, type OpenApiVersion, type SchemaWriter } from "./typeSchema.ts";

/** Makes the body of a definition that is not built in. */
export type CustomDefinition = (writer: SchemaWriter) => JsonObject;

/** Something written, and the names of the definitions that it refers to. */
export interface Written<T> {
  readonly value: T;
  readonly uses: ReadonlySet<string>;
}

export interface DefinitionsOptions {
  readonly schema: Schema;
  readonly version: OpenApiVersion;
  /** By definition name with placeholders; texts in the default vocabulary. */
  readonly descriptions: Readonly<Record<string, DefinitionDescriptions>>;
  /** Whether the values that fields may have are published. Default true. */
  readonly enums?: boolean;
}

/** Writes schemas in the words of one OpenAPI version, and lists what they refer to. */
export class Definitions {
  readonly schema: Schema;
  readonly version: OpenApiVersion;
  readonly #base: string;
  readonly #enums: boolean;
  readonly #texts = new Map<string, DefinitionDescriptions>();

  constructor({ schema, version, descriptions, enums = true }: DefinitionsOptions) {
    this.#enums = enums;
    this.schema = schema;
    this.version = version;
    this.#base = version === 2 ? "#/definitions/" : "#/components/schemas/";
    for (const [template, entry] of Object.entries(descriptions)) {
      this.#texts.set(schema.vocabulary.render(template), entry);
    }
  }

  /** Name under which a definition is published. */
  published(definition: string): string {
    return publishedName(this.schema.vocabulary, definition);
  }

  /** Has `write` write something. */
  write<T>(write: (writer: SchemaWriter) => T): Written<T> {
    const { schema, version } = this;
    const { vocabulary } = schema;
    const uses = new Set<string>();
    const value = write({
      version,
      schema,
      enums: this.#enums,
      ref: (definition) => {
        uses.add(definition);
        return this.#base + this.published(definition);
      },
      describe: (definition, field) => {
        const text = this.#texts.get(definition)?.[field];
        return text === undefined || text === "" ? undefined : vocabulary.translate(text);
      },
    });
    return { value, uses };
  }

  /** The body of a built-in definition. */
  body(definition: string): Written<JsonObject> {
    return this.write((writer) => definitionSchema(writer, definition));
  }
}

/**
 * Every definition that something refers to, directly or through other definitions: each once, with what `find` gives for
 * its name.
 */
export function* reachable<T extends Pick<Written<unknown>, "uses">>(
  roots: Iterable<string>,
  find: (definition: string) => T,
): Generator<[definition: string, found: T]> {
  // A set grows while its members are visited: the loop also visits what was added meanwhile.
  const names = new Set(roots);
  for (const name of names) {
    const found = find(name);
    for (const used of found.uses) names.add(used);
    yield [name, found];
  }
}
