import { insertMember } from "../../../shared/json/insertMember.ts";
import { isKnownLarge } from "../../../shared/json/largeMaps.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { atOnce, awaited, type Steps } from "../../../shared/steps.ts";
import type { KeyValue } from "../storage/storage.ts";
import type { Evictable, ParsedObjectLru } from "./parsedObjectLru.ts";
import { UnreadableError } from "./unreadable.ts";
import { decodeJsonValue, UndecodableValue, type ValueDecoder } from "./valueDecoder.ts";
import { isLong, outsideHeap, wideWeight } from "./wideValue.ts";

/** How stored values are decoded, and the memory shared by objects that are large when parsed ("wide" objects). */
export interface Reading {
  /** JSON when omitted. */
  readonly decode?: ValueDecoder | undefined;
  /** Shared with other wide objects; without it an object stays parsed. */
  readonly parsedLru?: ParsedObjectLru | undefined;
  /**
   * Whether wide objects stay parsed from now on, because answers of a conversion webhook are memoized by the parsed
   * object.
   */
  keepsParsed?: boolean;
}

const NO_ROOM: Reading = {};

/** For a selector, an object with more labels is parsed again. */
const MAX_LABELS = 64;

/** The metadata that most selectors need. */
export type ObjectNames = Pick<ApiObject["metadata"], "name" | "namespace" | "labels">;

/**
 * One object at one revision, shared by all its readers. The object is parsed at most once (never, when the writer left
 * it in the storage event), and each encoding is made at most once. A wide object (one that is large when parsed) is
 * reduced to its stored bytes when others need the memory, and is parsed again for its next reader.
 */
export class CachedObject implements Evictable {
  readonly key: string;
  readonly revision: number;
  /** Whether the object has never been changed since its creation. */
  readonly isAsCreated: boolean;
  /** The stored value: kept until it is parsed, or for good if the object is wide. */
  #stored: KeyValue | undefined;
  /** Bytes that a wide object takes when it is parsed; 0 for all other objects. */
  readonly #weight: number;
  /** The writer's own object, which has no resourceVersion; kept until this object is first read. */
  #written: ApiObject | undefined;
  #object: ApiObject | undefined;
  /** Whether it has been determined if the object can be read. */
  #isChecked: boolean;
  #failure: UnreadableError | undefined;
  /** Names and labels of a wide object that is not parsed at the moment. */
  #names: ObjectNames | undefined;
  /** Created with the first encoding, because most objects are never requested. */
  #encodings: Map<string, Buffer> | undefined;

  readonly #reading: Reading;

  constructor(kv: KeyValue, reading: Reading = NO_ROOM) {
    this.#reading = reading;
    this.key = kv.key;
    this.revision = kv.modRevision;
    this.isAsCreated = kv.createRevision === kv.modRevision;
    this.#weight = reading.parsedLru === undefined ? 0 : wideWeight(kv);
    this.#isChecked = kv.attachment !== undefined;
    if (this.#isChecked) this.#written = kv.attachment as ApiObject;
    if (this.#weight > 0) {
      this.#stored = outsideHeap(kv, this.#weight);
      if (this.#isChecked) reading.parsedLru?.use(this, this.#weight);
    } else if (!this.#isChecked) {
      this.#stored = kv;
    }
  }

  /**
   * The object at its storage version, with `metadata.resourceVersion`. Shared: never change it.
   * @throws UnreadableError
   */
  get object(): ApiObject {
    if (!this.#isParsed) return atOnce(this.#parse());
    const failure = this.failure;
    if (failure !== undefined) throw failure;
    if (this.#written !== undefined) {
      this.#object = withResourceVersion(this.#written, this.revision);
      this.#written = undefined;
    }
    if (this.#weight > 0) this.#reading.parsedLru?.use(this, this.#weight);
    return this.#object as ApiObject;
  }

  /** Like {@link object}, but yields while a long text is parsed. @throws UnreadableError */
  *objectInSteps(): Steps<ApiObject> {
    const { parsedLru } = this.#reading;
    if (this.isCheapToRead) return this.object;
    return parsedLru === undefined ? yield* this.#parse() : yield* awaited(parsedLru.parse(() => this.#parse()));
  }

  /** Bytes that a wide object takes while it is not parsed; 0 for all other objects. */
  get unparsedBytes(): number {
    return this.#weight > 0 ? (this.#stored?.length ?? this.#stored?.value.length ?? 0) : 0;
  }

  /** Whether the object can be read quickly: it is already parsed, or its value is short. */
  get isCheapToRead(): boolean {
    return this.#isParsed || this.#stored === undefined || !isLong(this.#stored);
  }

  /** Why the object cannot be read; undefined when it can. */
  get failure(): UnreadableError | undefined {
    if (!this.#isChecked) atOnce(this.#ensureChecked());
    return this.#failure;
  }

  /** Whether {@link failure} is already known, so that reading it parses nothing. */
  get isChecked(): boolean {
    return this.#isChecked;
  }

  /** Determines whether the object can be read. */
  *check(): Steps<void> {
    if (!this.#isChecked) yield* knownInSteps(this);
  }

  /** The object, or its last readable state if it became unreadable; undefined if it never could be read. */
  get known(): ApiObject | undefined {
    return this.failure === undefined ? this.object : this.#object;
  }

  /** Whether {@link known} is defined. */
  get isKnown(): boolean {
    return this.failure === undefined || this.#object !== undefined;
  }

  /**
   * The object as stored, without resourceVersion, for callers that visit every object once: if the object has to be
   * parsed for that, the result is not kept. Undefined when it cannot be read.
   */
  *readUncached(): Steps<ApiObject | undefined> {
    const kv = this.#stored;
    if (kv === undefined || this.#isParsed) return this.known;
    const read = yield* parse(kv, this.#reading);
    return read instanceof UnreadableError ? undefined : read;
  }

  /**
   * The object for readers that read from memory alone: an unreadable object in its last readable state, if there is
   * one.
   */
  asLastReadable(): CachedObject {
    return this.failure === undefined || this.known === undefined ? this : this.at(this.revision);
  }

  /** The last readable state of the object with another revision: that of the change that removed the object. */
  at(revision: number): CachedObject {
    const { key } = this;
    const value = this.#weight > 0 ? (this.#stored?.value ?? "") : "";
    const attachment = this.#weight > 0 && !this.#isParsed ? undefined : this.known;
    return new CachedObject({ key, value, createRevision: 0, modRevision: revision, attachment }, this.#reading);
  }

  /** Marks the object as unreadable; followers of changes keep its last readable state. */
  markUnreadable(failure: UnreadableError): void {
    this.#object = this.known;
    this.#failure = failure;
    this.#encodings = undefined;
    this.#stored = undefined;
    this.#reading.parsedLru?.remove(this);
  }

  evict(): void {
    if (this.#reading.keepsParsed === true) return;
    this.#names ??= namesOf((this.#object ?? this.#written)?.metadata);
    this.#object = undefined;
    this.#written = undefined;
  }

  /**
   * The metadata that most selectors need, when the object is not parsed; undefined when the object is parsed or its
   * names were not kept.
   */
  get unparsedNames(): ObjectNames | undefined {
    return this.#isParsed ? undefined : this.#names;
  }

  /** Drops the encodings: the object is no longer current, so they will not be requested again. */
  forgetEncodings(): void {
    this.#encodings = undefined;
  }

  /** The bytes of one encoding, if it was already made. */
  encodedBefore(format: string): Buffer | undefined {
    return this.#encodings?.get(format);
  }

  /** The bytes of one encoding, made by `encode` on first use. @throws UnreadableError */
  *encodedInSteps(format: string, encode: (object: ApiObject) => Steps<Buffer>): Steps<Buffer> {
    let bytes = this.#encodings?.get(format);
    if (bytes === undefined) {
      bytes = yield* encode(yield* this.objectInSteps());
      this.#encodings ??= new Map();
      this.#encodings.set(format, bytes);
    }
    return bytes;
  }

  get #isParsed(): boolean {
    return this.#object !== undefined || this.#written !== undefined || this.#failure !== undefined;
  }

  /** Parses the stored value, unless another reader has done so. @throws UnreadableError */
  *#parse(): Steps<ApiObject> {
    yield* this.#ensureChecked();
    return this.object;
  }

  *#ensureChecked(): Steps<void> {
    const kv = this.#stored;
    if (kv === undefined || this.#isParsed) return;
    const read = yield* parse(kv, this.#reading);
    if (this.#isParsed) return;
    this.#isChecked = true;
    if (read instanceof UnreadableError) this.#failure = read;
    else this.#object = withResourceVersion(read, this.revision);
    if (this.#weight === 0) this.#stored = undefined;
    else if (this.#object !== undefined) this.#reading.parsedLru?.use(this, this.#weight);
  }
}

function namesOf({ name, namespace, labels = {} }: Partial<ApiObject["metadata"]> = {}): ObjectNames | undefined {
  if (isKnownLarge(labels)) return undefined;
  let count = 0;
  for (const _ in labels) if (++count > MAX_LABELS) return undefined;
  return { name, namespace, labels: { ...labels } };
}

/** The {@link CachedObject.known} state of an object; yields while a long text is parsed. */
export function* knownInSteps(cached: CachedObject): Steps<ApiObject | undefined> {
  try {
    return yield* cached.objectInSteps();
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    return cached.known;
  }
}

/** The stored object, or the reason why it cannot be read. */
function* parse(kv: KeyValue, { decode = decodeJsonValue }: Reading): Steps<ApiObject | UnreadableError> {
  const at = { key: kv.key, revision: kv.modRevision };
  if (kv.unreadable !== undefined) return new UnreadableError("untransformable", kv.unreadable, at);
  let object: unknown;
  try {
    object = yield* decode(kv.value);
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

/** Members of metadata that precede its resourceVersion, in order. */
const BEFORE_VERSION = ["name", "generateName", "namespace", "uid"] as const;

/** A copy whose metadata carries the revision, in its usual place right after the uid. */
export function withResourceVersion(object: ApiObject, revision: number): ApiObject {
  return { ...object, metadata: insertMember(object.metadata, BEFORE_VERSION, "resourceVersion", String(revision)) };
}
