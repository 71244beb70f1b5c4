import { readFile } from "node:fs/promises";
import { messageOf } from "../../../../shared/messageOf.ts";
import { encryptionFingerprint, type Fingerprint } from "../../../acting/members/fingerprint.ts";
import type { MetricRegistry } from "../../../ground/observability/metricRegistry.ts";
import { FileReload } from "../../../ground/settings/fileReload.ts";
import { OptionError } from "../../../ground/settings/optionError.ts";
import type { Schema } from "../../../model/schema/schema.ts";
import type { CacheHub } from "../../../store/cache/cacheHub.ts";
import { EncryptedStorage } from "../../../store/storage/encryption/encryptedStorage.ts";
import {
  createTransformers,
  type EncryptionRule,
  type TransformerSet,
} from "../../../store/storage/encryption/encryptionRules.ts";
import { createKeyLayout } from "../../../store/storage/keyLayout.ts";
import type { Storage } from "../../../store/storage/storage.ts";
import { parseEncryptionConfig } from "../../options/encryption/encryptionConfig.ts";
import type { EncryptionOptions } from "../../options/encryption/encryptionFlags.ts";
import { encryptionMetrics } from "./encryptionMetrics.ts";

/** What follows the configuration file. */
export interface EncryptionFollower {
  readonly hub: CacheHub;
  readonly registry: MetricRegistry;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Encryption at rest, as the configuration file says. */
export interface Encryption {
  /** Its keys, without their secrets, as the server began. */
  readonly fingerprint: Fingerprint["encryption"];
  /** The same store with encrypted values. */
  wrap(inner: Storage): EncryptedStorage;
  /** Takes over changes of the file, when the options ask for it; returns the function that ends it. */
  follow(storage: EncryptedStorage, follower: EncryptionFollower): () => void;
}

const FLAG = "--encryption-provider-config";
/** Time between two looks at the file, in milliseconds. */
const INTERVAL = 60_000;

/** Reads the configuration file; without one, values are stored as they are. @throws OptionError */
export async function setUpEncryption(options: EncryptionOptions, schema: Schema): Promise<Encryption> {
  const { short, domain } = schema.vocabulary;
  const layout = createKeyLayout(domain);
  const { encryptionProviderConfig: file, encryptionProviderConfigAutomaticReload: reload } = options;
  if (file === undefined) {
    if (reload) throw new OptionError(`${FLAG}-automatic-reload must be set with ${FLAG}`);
    const plain = createTransformers([], layout, short);
    const fingerprint = encryptionFingerprint([]);
    return { fingerprint, wrap: (inner) => new EncryptedStorage(inner, plain), follow: () => () => {} };
  }
  const rulesOf = (text: string): readonly EncryptionRule[] => parseEncryptionConfig(text, file, schema);
  const transformersOf = (rules: readonly EncryptionRule[]): TransformerSet => createTransformers(rules, layout, short);
  let text: string;
  let rules: readonly EncryptionRule[];
  let transformers: TransformerSet;
  try {
    text = await readConfig(file);
    rules = rulesOf(text);
    transformers = transformersOf(rules);
  } catch (error) {
    throw new OptionError(`${FLAG}: error while parsing file: ${messageOf(error)}`);
  }
  return {
    fingerprint: encryptionFingerprint(rules),
    wrap: (inner) => new EncryptedStorage(inner, transformers),
    follow(storage, { hub, registry, now, onError }) {
      if (!reload) return () => {};
      const record = encryptionMetrics(registry, now);
      const following = new FileReload(text, {
        interval: INTERVAL,
        read: () => readConfig(file),
        async apply(changed) {
          await storage.use(transformersOf(rulesOf(changed)));
          await hub.recheck();
        },
        onReloaded: () => record("success"),
        onError(error) {
          record("failure");
          onError(new Error(`error processing encryption config file ${file}: ${messageOf(error)}`));
        },
      });
      following.start();
      return () => following.stop();
    },
  };
}

async function readConfig(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new Error(
      `error reading encryption provider configuration file ${JSON.stringify(file)}: ${messageOf(error)}`,
    );
  }
}
