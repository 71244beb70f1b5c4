import { messageOf } from "../../../../../shared/text/messageOf.ts";
import type { Value } from "../../storage.ts";
import { EnvelopeKeys } from "./envelopeKeys.ts";
import { encryptedKeyOf, envelopeTransformer } from "./envelopeTransformer.ts";
import { type KmsPlugin, type KmsPluginParts, watchedPlugin } from "./kmsPlugin.ts";
import type { KmsServiceV1 } from "./kmsServiceV1.ts";
import { sourcesIn } from "./kmsValues.ts";

/** A plug-in of version 1, with its name in the configuration. */
export interface NamedKmsV1 {
  readonly name: string;
  /** Maximum number of remembered keys; below one, none are remembered. */
  readonly cacheSize: number;
  readonly service: KmsServiceV1;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** A plug-in of version 1. It is healthy if it can encrypt and decrypt. */
export function kmsPluginV1({ name, cacheSize, service, now }: NamedKmsV1, parts: KmsPluginParts): KmsPlugin {
  const keys = new EnvelopeKeys(service, cacheSize, now);
  const performing = async <T>(operation: string, answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (error) {
      const section = `${operation} section of the healthz check for KMS Provider ${name}`;
      throw new Error(`failed to perform ${section}, error: ${messageOf(error)}`);
    }
  };
  const values = {
    prefix: `kms:v1:${name}:`,
    transformer: envelopeTransformer(keys),
    unlock: (stored: Iterable<Value>) => keys.hold(sourcesIn(stored, encryptedKeyOf)),
  };
  const look = async (): Promise<void> => {
    const encrypted = await performing("encrypt", service.encrypt(Buffer.from("ping")));
    await performing("decrypt", service.decrypt(encrypted));
  };
  return watchedPlugin({ values, look, retry: () => keys.retry(), close: () => service.close() }, parts);
}
