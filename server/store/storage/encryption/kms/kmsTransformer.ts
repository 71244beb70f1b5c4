import type { Value } from "../../storage.ts";
import { bytesOf, valueFrom } from "../../value.ts";
import { TransformError } from "../transformError.ts";
import type { Transformer } from "../transformer.ts";
import { decodeEncryptedObject, encodeEncryptedObject, type KeySource } from "./encryptedObject.ts";
import type { KmsKeys } from "./kmsKeys.ts";

/**
 * Encrypts values with the keys of a plug-in. A value that was encrypted with another key of the plug-in, or without a
 * seed, is stale: the next write of the object renews it.
 */
export function kmsTransformer(keys: KmsKeys): Transformer {
  return {
    toStorage(value, place) {
      const { cipher, source } = keys.forWriting();
      return encodeEncryptedObject({ ...source, data: cipher.seal(bytesOf(value), place) });
    },
    fromStorage(stored, place) {
      const object = decodeEncryptedObject(bytesOf(stored));
      const { keyId, type } = keys.current.source;
      const opened = keys.forReading(object).open(object.data, place);
      return { value: valueFrom(opened), stale: object.keyId !== keyId || object.type !== type };
    },
  };
}

/** The key source of a stored value; undefined for a value in another form. */
export function sourceOf(stored: Value): KeySource | undefined {
  try {
    return decodeEncryptedObject(bytesOf(stored));
  } catch (error) {
    if (error instanceof TransformError) return undefined;
    throw error;
  }
}
