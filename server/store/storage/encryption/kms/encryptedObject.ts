import { aggregateText } from "../../../../../shared/text/aggregateText.ts";
import { validateFullyQualifiedDomain } from "../../../../ground/formats/names/qualifiedDomain.ts";
import { bytes, int, Message, many, nested, text } from "../../grpc/message.ts";
import { TransformError } from "../transformError.ts";

/** How the key of a value is derived from the plain text of `encryptedDEKSource`. */
export const SOURCE_TYPES = {
  /** The plain text is the key. */
  key: 0,
  /** The plain text is a seed: each value has its own key, derived from the seed and the first bytes of the value. */
  seed: 1,
} as const;

/** The result of encrypting a key with a plug-in of version 2: all of it is needed to decrypt the key again. */
export interface KeySource {
  /** Id of the plug-in's own key. */
  readonly keyId: string;
  /** The key, or the seed of keys, encrypted by the plug-in. */
  readonly encrypted: Uint8Array;
  readonly annotations: readonly Annotation[];
  /** One of {@link SOURCE_TYPES}. */
  readonly type: number;
}

export interface Annotation {
  readonly key: string;
  readonly value: Uint8Array;
}

/** An encrypted value, and the source of its key. */
export interface EncryptedObject extends KeySource {
  readonly data: Uint8Array;
}

/** An entry of `map<string, bytes>`. */
export const annotationType = new Message({ key: text(1), value: bytes(2) });

/** The field numbers are those of the reference's `v2.EncryptedObject`. */
const objectType = new Message({
  data: bytes(1),
  keyId: text(2),
  encrypted: bytes(3),
  annotations: many(nested(4, annotationType)),
  type: int(5),
});

/** @returns the stored form */
export const encodeEncryptedObject = ({ type, ...object }: EncryptedObject): Buffer =>
  // A field with its type's default value is not written.
  objectType.encode({ ...object, ...(type === 0 ? {} : { type }) });

/** @throws TransformError with the reference's messages */
export function decodeEncryptedObject(stored: Uint8Array): EncryptedObject {
  let object: EncryptedObject;
  try {
    object = objectType.decode(stored);
  } catch {
    throw new TransformError("proto: cannot parse invalid wire-format data");
  }
  if (object.type !== SOURCE_TYPES.key && object.type !== SOURCE_TYPES.seed) {
    throw new TransformError(`unknown encryptedDEKSourceType: ${object.type}`);
  }
  if (object.data.length === 0) throw new TransformError("encrypted data is empty");
  const fault = sourceFault(object);
  if (fault !== undefined) throw new TransformError(fault);
  return object;
}

const MAX_SOURCE = 1024;
const MAX_KEY_ID = 1024;
const MAX_ANNOTATIONS = 32 * 1024;

/** Why the parts that a plug-in chose are invalid; undefined when they are valid. */
export function sourceFault({ encrypted, keyId, annotations }: Omit<KeySource, "type">): string | undefined {
  if (encrypted.length === 0) return "failed to validate encrypted DEK source: encrypted DEK source is empty";
  if (encrypted.length > MAX_SOURCE) {
    const what = `encrypted DEK source is ${encrypted.length} bytes`;
    return `failed to validate encrypted DEK source: ${what}, which exceeds the max size of ${MAX_SOURCE}`;
  }
  const id = keyIdFault(keyId);
  if (id !== undefined) return `failed to validate key id: ${id}`;
  const faults = annotations.flatMap(({ key }) =>
    validateFullyQualifiedDomain(key, "annotations").map(({ field, message }) => `${field}: ${message}`),
  );
  const size = annotations.reduce((sum, { key, value }) => sum + Buffer.byteLength(key) + value.length, 0);
  if (size > MAX_ANNOTATIONS) {
    faults.push(`total size of annotations is ${size}, which exceeds the max size of ${MAX_ANNOTATIONS}`);
  }
  return faults.length === 0 ? undefined : `failed to validate annotations: ${aggregateText(faults)}`;
}

/** Why the name of a plug-in's key is invalid; undefined when it is valid. */
export function keyIdFault(keyId: string): string | undefined {
  if (keyId === "") return "keyID is empty";
  const length = Buffer.byteLength(keyId);
  return length > MAX_KEY_ID ? `keyID is ${length} bytes, which exceeds the max size of ${MAX_KEY_ID}` : undefined;
}

/** A text that identifies a key source: equal parts give equal texts. */
export const sourceName = ({ type, encrypted, keyId, annotations }: KeySource): string =>
  JSON.stringify([
    type,
    Buffer.from(encrypted).toString("base64"),
    keyId,
    ...annotations
      .map(({ key, value }) => [key, Buffer.from(value).toString("base64")] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
