import { insertMember } from "../../../shared/json/insertMember.ts";
import type { ApiObject } from "../../../shared/object.ts";
import type { Steps } from "../../../shared/steps.ts";
import type { KeyValue } from "../storage/storage.ts";
import { UnreadableError } from "./unreadable.ts";
import { decodeJsonValue, UndecodableValue, type ValueDecoder } from "./valueDecoder.ts";

/**
 * One object at one revision, shared by all its readers. The object is parsed at most once (never, when the writer left
 * it in the storage event), and every encoding of it is made at most once.
 */
export class CachedObject {
  readonly key: string;
  readonly revision: number;
  /** Nothing was written since the object was created. */
  readonly isAsCreated: boolean;
  /** What is stored, until it was parsed. */
  #stored: KeyValue | undefined;
  /** The writer's own object, which has no resourceVersion, until the first read of this one. */
  #written: ApiObject | undefined;
  #object: ApiObject | undefined;
  #failure: UnreadableError | undefined;
  /** Made when the first encoding is: most objects are never asked for. */
  #encodings: Map<string, Buffer> | undefined;

  readonly #decode: ValueDecoder;

  /** @param decode reads the stored value; JSON when omitted */
  constructor(kv: KeyValue, decode: ValueDecoder = decodeJsonValue) {
    this.#decode = decode;
    this.key = kv.key;
    this.revision = kv.modRevision;
    this.isAsCreated = kv.createRevision === kv.modRevision;
    if (kv.attachment === undefined) this.#stored = kv;
    else this.#written = kv.attachment as ApiObject;
  }

  /**
   * The object at its storage version, with `metadata.resourceVersion`. Shared: never change it.
   * @throws UnreadableError
   */
  get object(): ApiObject {
    const failure = this.failure;
    if (failure !== undefined) throw failure;
    if (this.#written !== undefined) {
      this.#object = withResourceVersion(this.#written, this.revision);
      this.#written = undefined;
    }
    return this.#object as ApiObject;
  }

  /** Why the object cannot be read; undefined when it can. */
  get failure(): UnreadableError | undefined {
    const kv = this.#stored;
    if (kv !== undefined) {
      this.#stored = undefined;
      const read = parse(kv, this.#decode);
      if (read instanceof UnreadableError) this.#failure = read;
      else this.#object = withResourceVersion(read, this.revision);
    }
    return this.#failure;
  }

  /** The object, or what was known of it before it became unreadable; undefined when it never could be read. */
  get known(): ApiObject | undefined {
    return this.failure === undefined ? this.object : this.#object;
  }

  /**
   * The object as stored, without resourceVersion, for who looks at everything once: what has to be parsed for that is not
   * kept. Undefined when it cannot be read.
   */
  glance(): ApiObject | undefined {
    const kv = this.#stored;
    if (kv === undefined) return this.known;
    const read = parse(kv, this.#decode);
    return read instanceof UnreadableError ? undefined : read;
  }

  /** What those see who read from memory alone: an unreadable object as it was known, when it was. */
  asKnown(): CachedObject {
    const { key, revision, failure, known } = this;
    if (failure === undefined || known === undefined) return this;
    return new CachedObject({ key, value: "", createRevision: 0, modRevision: revision, attachment: known });
  }

  /** The object can no longer be read, but stays known to who follows changes. */
  spoil(failure: UnreadableError): void {
    this.#object = this.known;
    this.#failure = failure;
    this.#encodings = undefined;
  }

  /** The object is not the current one any more: its bytes are not asked for again. */
  forgetEncodings(): void {
    this.#encodings = undefined;
  }

  /** The bytes of one encoding, when they were made before. */
  encodedBefore(format: string): Buffer | undefined {
    return this.#encodings?.get(format);
  }

  /** The bytes of one encoding, made by `encode` on first use. @throws UnreadableError */
  *encodedInSteps(format: string, encode: (object: ApiObject) => Steps<Buffer>): Steps<Buffer> {
    let bytes = this.#encodings?.get(format);
    if (bytes === undefined) {
      bytes = yield* encode(this.object);
      this.#encodings ??= new Map();
      this.#encodings.set(format, bytes);
    }
    return bytes;
  }
}

/** The stored object, or why there is none. */
function parse({ key, modRevision, value, unreadable }: KeyValue, decode: ValueDecoder): ApiObject | UnreadableError {
  const at = { key, revision: modRevision };
  if (unreadable !== undefined) return new UnreadableError("untransformable", unreadable, at);
  let object: unknown;
  try {
    object = decode(value);
  } catch (error) {
    if (!(error instanceof UndecodableValue)) throw error;
    return new UnreadableError("undecodable", error.message, at);
  }
  if (!isObject(object) || typeof object["kind"] !== "string") {
    return new UnreadableError("undecodable", "Object 'Kind' is missing in the stored value", at);
  }
  if (!isObject(object["metadata"])) {
    return new UnreadableError("undecodable", "Object 'metadata' is missing in the stored value", at);
  }
  return object as unknown as ApiObject;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Members of metadata that stand before its resourceVersion, in their order. */
const BEFORE_VERSION = ["name", "generateName", "namespace", "uid"] as const;

/** A copy whose metadata carries the revision, in its usual place right after the uid. */
export function withResourceVersion(object: ApiObject, revision: number): ApiObject {
  return { ...object, metadata: insertMember(object.metadata, BEFORE_VERSION, "resourceVersion", String(revision)) };
}
