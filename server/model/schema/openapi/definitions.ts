import type { JsonObject } from "../../../../shared/object.ts";
import type { DefinitionDescriptions } from "../descriptions.ts";
import type { Schema } from "../schema.ts";
import { publishedName } from "./publishedName.ts";
import { definitionSchema, type OpenApiVersion, type SchemaWriter } from "./typeSchema.ts";

/** Creates the body of a definition that is not built in. */
export type CustomDefinition = (writer: SchemaWriter) => JsonObject;

/** A written schema, and the names of the definitions that it refers to. */
export interface Written<T> {
  readonly value: T;
  readonly uses: ReadonlySet<string>;
}

export interface DefinitionsOptions {
  readonly schema: Schema;
  readonly version: OpenApiVersion;
  /** By definition name with placeholders; texts are in the default vocabulary. */
  readonly descriptions: Readonly<Record<string, DefinitionDescriptions>>;
  /** Whether the allowed values of fields are published. Default: true. */
  readonly enums?: boolean;
}

/** Writes schemas in the form of one OpenAPI version, and collects the definitions that they refer to. */
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

  /** Runs `write`, and collects the definitions that it refers to. */
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
 * Every definition that something refers to, directly or indirectly: each once, with the result of `find` for its name.
 */
export function* reachable<T extends Pick<Written<unknown>, "uses">>(
  roots: Iterable<string>,
  find: (definition: string) => T,
): Generator<[definition: string, found: T]> {
  // Iterating a set also visits members that are added during the loop.
  const names = new Set(roots);
  for (const name of names) {
    const found = find(name);
    for (const used of found.uses) names.add(used);
    yield [name, found];
  }
}
