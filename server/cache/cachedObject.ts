import type { ApiObject } from "../../shared/object.ts";
import type { KeyValue } from "../storage/storage.ts";

/**
 * One object at one revision, shared by everybody who reads it. The object is parsed at most once (never, when the writer
 * left it in the storage event), and every encoding of it is made at most once.
 */
export class CachedObject {
  readonly key: string;
  readonly revision: number;
  readonly #text: string;
  #object: ApiObject | undefined;
  readonly #encodings = new Map<string, Buffer>();

  constructor(kv: KeyValue) {
    this.key = kv.key;
    this.revision = kv.modRevision;
    this.#text = kv.value;
    if (kv.attachment !== undefined) {
      // The writer's own object: written without a resourceVersion, which is known only now.
      this.#object = withResourceVersion(kv.attachment as ApiObject, kv.modRevision);
    }
  }

  /** The object at its storage version, with `metadata.resourceVersion`. Shared: never change it. */
  get object(): ApiObject {
    this.#object ??= withResourceVersion(JSON.parse(this.#text) as ApiObject, this.revision);
    return this.#object;
  }

  /** The bytes of one encoding, made by `encode` on first use. */
  encoded(format: string, encode: (object: ApiObject) => Buffer): Buffer {
    let bytes = this.#encodings.get(format);
    if (bytes === undefined) {
      bytes = encode(this.object);
      this.#encodings.set(format, bytes);
    }
    return bytes;
  }
}

/** A copy whose metadata carries the revision, in its usual place right after the uid. */
export function withResourceVersion(object: ApiObject, revision: number): ApiObject {
  const { uid, resourceVersion: _, ...rest } = object.metadata;
  const { name, generateName, namespace, ...tail } = rest;
  return {
    ...object,
    metadata: {
      ...(name === undefined ? {} : { name }),
      ...(generateName === undefined ? {} : { generateName }),
      ...(namespace === undefined ? {} : { namespace }),
      ...(uid === undefined ? {} : { uid }),
      resourceVersion: String(revision),
      ...tail,
    },
  };
}
