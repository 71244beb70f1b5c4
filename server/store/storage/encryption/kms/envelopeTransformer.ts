import type { Value } from "../../storage.ts";
import { bytesOf, valueFrom } from "../../value.ts";
import { combined, TransformError } from "../transformError.ts";
import type { Restored, Transformer } from "../transformer.ts";
import { decodeEnvelope, encodeEnvelope } from "./envelope.ts";
import type { EnvelopeCiphers, EnvelopeKeys } from "./envelopeKeys.ts";

/** Encrypts each value with a separate key, which a plug-in of version 1 encrypts. */
export function envelopeTransformer(keys: EnvelopeKeys): Transformer {
  return {
    async toStorage(value, place) {
      const { ciphers, encryptedKey } = await keys.make();
      return encodeEnvelope({ encryptedKey, data: ciphers[0].seal(bytesOf(value), place) });
    },
    fromStorage(stored, place) {
      const { encryptedKey, data } = decodeEnvelope(bytesOf(stored));
      return opened(keys.forReading(encryptedKey), data, place);
    },
  };
}

/** Decrypts a value. Servers before 1.25 wrote with AES-CBC; such values are stale. */
function opened(ciphers: EnvelopeCiphers, data: Uint8Array, place: string): Restored {
  const errors: TransformError[] = [];
  for (const cipher of ciphers) {
    try {
      return { value: valueFrom(cipher.open(data, place)), stale: errors.length > 0 };
    } catch (error) {
      if (!(error instanceof TransformError)) throw error;
      errors.push(error);
    }
  }
  throw combined(errors);
}

/** The encrypted key in a stored value; undefined when the value is malformed. */
export function encryptedKeyOf(stored: Value): Uint8Array | undefined {
  try {
    return decodeEnvelope(bytesOf(stored)).encryptedKey;
  } catch (error) {
    if (error instanceof TransformError) return undefined;
    throw error;
  }
}
