import { createHash } from "node:crypto";
import { parseJson } from "../../../shared/json/parseJson.ts";
import { stringifyJson } from "../../../shared/json/stringifyJson.ts";
import type { JsonObject } from "../../../shared/object.ts";
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
  const json = Buffer.from(stringifyJson(document));
  let binary: Uint8Array | undefined;
  return {
    json,
    hash: createHash("sha512").update(json).digest("hex").toUpperCase(),
    protobuf() {
      binary ??= encodeGnostic(messages, parseJson(json.toString()) as JsonObject);
      return binary;
    },
  };
}

/**
 * Documents are costly: each is made when first asked for and kept while what it was made from stays the same. Nothing is
 * kept for names that have no document.
 */
export class DocumentCache<T> {
  readonly #dependencies: (name: string) => readonly unknown[];
  readonly #make: (name: string) => T | undefined;
  readonly #kept = new Map<string, { readonly madeFrom: readonly unknown[]; readonly document: T }>();

  /** @param dependencies what a document is made from: compared by identity, one by one */
  constructor(dependencies: (name: string) => readonly unknown[], make: (name: string) => T | undefined) {
    this.#dependencies = dependencies;
    this.#make = make;
  }

  get(name: string): T | undefined {
    const madeFrom = this.#dependencies(name);
    const kept = this.#kept.get(name);
    if (kept !== undefined && same(kept.madeFrom, madeFrom)) return kept.document;
    const document = this.#make(name);
    if (document === undefined) this.#kept.delete(name);
    else this.#kept.set(name, { madeFrom, document });
    return document;
  }
}

const same = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index]);
