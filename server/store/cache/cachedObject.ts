import { insertMember } from "../../../shared/json/insertMember.ts";
import { isKnownLarge } from "../../../shared/json/largeMaps.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { atOnce, awaited, type Steps } from "../../../shared/steps.ts";
import type { KeyValue } from "../storage/storage.ts";
import type { ParsedRoom, Restable } from "./parsedRoom.ts";
import { UnreadableError } from "./unreadable.ts";
import { decodeJsonValue, UndecodableValue, type ValueDecoder } from "./valueDecoder.ts";
import { isLong, outsideHeap, wideWeight } from "./wideValue.ts";

/** How stored values are read, and where those that are wide when parsed have their room. */
export interface Reading {
  /** JSON when omitted. */
  readonly decode?: ValueDecoder | undefined;
  /** Shared with other wide objects; without it an object stays parsed. */
  readonly room?: ParsedRoom | undefined;
  /** Wide objects stay parsed from here on: a conversion webhook's answers are remembered by the parsed object. */
  keepsParsed?: boolean;
}

const NO_ROOM: Reading = {};

/** An object with more labels is parsed again for a selector. */
const MOST_LABELS = 64;

/** The metadata that selectors mostly ask for. */
export type ObjectNames = Pick<ApiObject["metadata"], "name" | "namespace" | "labels">;

/**
 * One object at one revision, shared by all its readers. The object is parsed at most once (never, when the writer left
 * it in the storage event), and every encoding of it is made at most once. A wide object goes back to its stored bytes when
 * others need the room, and is parsed again for its next reader.
 */
export class CachedObject implements Restable {
  readonly key: string;
  readonly revision: number;
  /** Nothing was written since the object was created. */
  readonly isAsCreated: boolean;
  /** What is stored: until it was parsed, for good of a wide object. */
  #stored: KeyValue | undefined;
  /** Bytes that a wide object takes when it is parsed; 0 for all others. */
  readonly #weight: number;
  /** The writer's own object, which has no resourceVersion, until the first read of this one. */
  #written: ApiObject | undefined;
  #object: ApiObject | undefined;
  /** Whether it is known that the object can be read, or why it cannot. */
  #isChecked: boolean;
  #failure: UnreadableError | undefined;
  /** Of an object at rest. */
  #names: ObjectNames | undefined;
  /** Made when the first encoding is: most objects are never asked for. */
  #encodings: Map<string, Buffer> | undefined;

  readonly #reading: Reading;

  constructor(kv: KeyValue, reading: Reading = NO_ROOM) {
    this.#reading = reading;
    this.key = kv.key;
    this.revision = kv.modRevision;
    this.isAsCreated = kv.createRevision === kv.modRevision;
    this.#weight = reading.room === undefined ? 0 : wideWeight(kv);
    this.#isChecked = kv.attachment !== undefined;
    if (this.#isChecked) this.#written = kv.attachment as ApiObject;
    if (this.#weight > 0) {
      this.#stored = outsideHeap(kv, this.#weight);
      if (this.#isChecked) reading.room?.use(this, this.#weight);
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
    if (this.#weight > 0) this.#reading.room?.use(this, this.#weight);
    return this.#object as ApiObject;
  }

  /** The same, where others get their turns while a long text is parsed. @throws UnreadableError */
  *objectInSteps(): Steps<ApiObject> {
    const { room } = this.#reading;
    if (this.isAtHand) return this.object;
    return room === undefined ? yield* this.#parse() : yield* awaited(room.parse(() => this.#parse()));
  }

  /** Bytes that a wide object takes at rest; 0 for all others. */
  get restingBytes(): number {
    return this.#weight > 0 ? (this.#stored?.length ?? this.#stored?.value.length ?? 0) : 0;
  }

  /** Whether to read the object takes no longer than a moment. */
  get isAtHand(): boolean {
    return this.#isParsed || this.#stored === undefined || !isLong(this.#stored);
  }

  /** Why the object cannot be read; undefined when it can. */
  get failure(): UnreadableError | undefined {
    if (!this.#isChecked) atOnce(this.#look());
    return this.#failure;
  }

  /** Whether {@link failure} tells at once. */
  get isChecked(): boolean {
    return this.#isChecked;
  }

  /** Finds out whether the object can be read. */
  *check(): Steps<void> {
    if (!this.#isChecked) yield* knownInSteps(this);
  }

  /** The object, or what was known of it before it became unreadable; undefined when it never could be read. */
  get known(): ApiObject | undefined {
    return this.failure === undefined ? this.object : this.#object;
  }

  /** Whether there is something {@link known}. */
  get isKnown(): boolean {
    return this.failure === undefined || this.#object !== undefined;
  }

  /**
   * The object as stored, without resourceVersion, for who looks at everything once: what has to be parsed for that is not
   * kept. Undefined when it cannot be read.
   */
  *glance(): Steps<ApiObject | undefined> {
    const kv = this.#stored;
    if (kv === undefined || this.#isParsed) return this.known;
    const read = yield* parse(kv, this.#reading);
    return read instanceof UnreadableError ? undefined : read;
  }

  /** What those see who read from memory alone: an unreadable object as it was known, when it was. */
  asKnown(): CachedObject {
    return this.failure === undefined || this.known === undefined ? this : this.at(this.revision);
  }

  /** What is known of the object, as of another revision: that of the change that removed it. */
  at(revision: number): CachedObject {
    const { key } = this;
    const value = this.#weight > 0 ? (this.#stored?.value ?? "") : "";
    const attachment = this.#weight > 0 && !this.#isParsed ? undefined : this.known;
    return new CachedObject({ key, value, createRevision: 0, modRevision: revision, attachment }, this.#reading);
  }

  /** The object can no longer be read, but stays known to who follows changes. */
  spoil(failure: UnreadableError): void {
    this.#object = this.known;
    this.#failure = failure;
    this.#encodings = undefined;
    this.#stored = undefined;
    this.#reading.room?.leave(this);
  }

  rest(): void {
    if (this.#reading.keepsParsed === true) return;
    this.#names ??= namesOf((this.#object ?? this.#written)?.metadata);
    this.#object = undefined;
    this.#written = undefined;
  }

  /** What selectors mostly ask for, of an object that would have to be parsed for it; undefined where that is not known. */
  get restingNames(): ObjectNames | undefined {
    return this.#isParsed ? undefined : this.#names;
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
      bytes = yield* encode(yield* this.objectInSteps());
      this.#encodings ??= new Map();
      this.#encodings.set(format, bytes);
    }
    return bytes;
  }

  get #isParsed(): boolean {
    return this.#object !== undefined || this.#written !== undefined || this.#failure !== undefined;
  }

  /** Reads what is stored, unless another reader did that before. @throws UnreadableError */
  *#parse(): Steps<ApiObject> {
    yield* this.#look();
    return this.object;
  }

  *#look(): Steps<void> {
    const kv = this.#stored;
    if (kv === undefined || this.#isParsed) return;
    const read = yield* parse(kv, this.#reading);
    if (this.#isParsed) return;
    this.#isChecked = true;
    if (read instanceof UnreadableError) this.#failure = read;
    else this.#object = withResourceVersion(read, this.revision);
    if (this.#weight === 0) this.#stored = undefined;
    else if (this.#object !== undefined) this.#reading.room?.use(this, this.#weight);
  }
}

function namesOf({ name, namespace, labels = {} }: Partial<ApiObject["metadata"]> = {}): ObjectNames | undefined {
  if (isKnownLarge(labels)) return undefined;
  let count = 0;
  for (const _ in labels) if (++count > MOST_LABELS) return undefined;
  return { name, namespace, labels: { ...labels } };
}

/** What is known of an object, where others get their turns while a long text is parsed. */
export function* knownInSteps(cached: CachedObject): Steps<ApiObject | undefined> {
  try {
    return yield* cached.objectInSteps();
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    return cached.known;
  }
}

/** The stored object, or why there is none. */
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

/** Members of metadata that stand before its resourceVersion, in their order. */
const BEFORE_VERSION = ["name", "generateName", "namespace", "uid"] as const;

/** A copy whose metadata carries the revision, in its usual place right after the uid. */
export function withResourceVersion(object: ApiObject, revision: number): ApiObject {
  return { ...object, metadata: insertMember(object.metadata, BEFORE_VERSION, "resourceVersion", String(revision)) };
}
