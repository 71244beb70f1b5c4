import { createHash } from "node:crypto";
import type { JsonObject } from "../../../shared/object.ts";
import type { Catalog } from "../../registry/catalog.ts";
import { encodeGnostic, type Messages } from "../../schema/openapi/gnosticEncoder.ts";

/** A document as it is sent. */
export interface EncodedDocument {
  readonly json: Uint8Array;
  /** Upper-case SHA-512 of the JSON form: entity tag of both forms, and the hash in links. */
  readonly hash: string;
  /** The binary form, made when first asked for. */
  protobuf(): Uint8Array;
}

/** Encodes a document once. */
export function encodeDocument(document: JsonObject, messages: Messages): EncodedDocument {
  const json = Buffer.from(JSON.stringify(document));
  let binary: Uint8Array | undefined;
  return {
    json,
    hash: createHash("sha512").update(json).digest("hex").toUpperCase(),
    protobuf() {
      binary ??= encodeGnostic(messages, JSON.parse(json.toString()) as JsonObject);
      return binary;
    },
  };
}

/**
 * Documents are costly and change only with the catalogue: each is made when first asked for and kept until the catalogue
 * changes. Nothing is kept for names that have no document.
 */
export class DocumentCache<T> {
  readonly #catalog: Pick<Catalog, "generation">;
  readonly #make: (name: string) => T | undefined;
  readonly #kept = new Map<string, T>();
  #generation = -1;

  constructor(catalog: Pick<Catalog, "generation">, make: (name: string) => T | undefined) {
    this.#catalog = catalog;
    this.#make = make;
  }

  get(name: string): T | undefined {
    if (this.#generation !== this.#catalog.generation) {
      this.#kept.clear();
      this.#generation = this.#catalog.generation;
    }
    let found = this.#kept.get(name);
    if (found === undefined) {
      found = this.#make(name);
      if (found !== undefined) this.#kept.set(name, found);
    }
    return found;
  }
}
