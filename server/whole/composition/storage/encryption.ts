import { readFile } from "node:fs/promises";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { encryptionFingerprint, type Fingerprint } from "../../../acting/members/fingerprint.ts";
import type { MetricRegistry } from "../../../ground/observability/registry/metricRegistry.ts";
import { FileReload } from "../../../ground/settings/fileReload.ts";
import { OptionError } from "../../../ground/settings/optionError.ts";
import type { Timers } from "../../../ground/timing/timers.ts";
import type { Schema } from "../../../model/schema/schema.ts";
import type { CacheHub } from "../../../store/cache/cacheHub.ts";
import { EncryptedStorage } from "../../../store/storage/encryption/encryptedStorage.ts";
import {
  createTransformers,
  type EncryptionRule,
  type KmsProvider,
  type TransformerSet,
} from "../../../store/storage/encryption/encryptionRules.ts";
import { type KmsPlugin, type KmsPluginParts, kmsPlugin } from "../../../store/storage/encryption/kms/kmsProvider.ts";
import { kmsService, type NoteCall } from "../../../store/storage/encryption/kms/kmsService.ts";
import { createKeyLayout } from "../../../store/storage/keyLayout.ts";
import type { Storage } from "../../../store/storage/storage.ts";
import { parseEncryptionConfig } from "../../options/encryption/encryptionConfig.ts";
import type { EncryptionOptions } from "../../options/encryption/encryptionFlags.ts";
import { encryptionMetrics } from "./encryptionMetrics.ts";
import { kmsMetrics } from "./kmsMetrics.ts";
import { transformationMetrics } from "./transformationMetrics.ts";

export interface EncryptionParts {
  readonly schema: Schema;
  readonly timers: Timers;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly registry: MetricRegistry;
  readonly warn: (text: string) => void;
  /** Registers a function to call when the server stops. */
  readonly onStop: (end: () => void) => void;
}

/** Callbacks of following the configuration file. */
export interface EncryptionFollower {
  readonly hub: CacheHub;
  readonly onError: (error: unknown) => void;
}

/** Encryption at rest, according to the configuration file. */
export interface Encryption {
  /** A fingerprint of its keys, without secrets, as of the server's start. */
  readonly fingerprint: Fingerprint["encryption"];
  /** The same store with encrypted values. */
  wrap(inner: Storage): EncryptedStorage;
  /** Whether all key management plug-ins are healthy; undefined when there is nothing to check. */
  readonly pluginsHealthy: (() => Promise<boolean>) | undefined;
  /**
   * Applies changes of the file, if the options ask for it, and handles values that become readable because a plug-in
   * answers again. Returns a function that ends it.
   */
  follow(storage: EncryptedStorage, follower: EncryptionFollower): () => void;
}

const FLAG = "--encryption-provider-config";
/** Milliseconds between two checks of the file. */
const INTERVAL = 60_000;

/** The transformers for one content of the file, with the plug-ins that it names. */
interface Built {
  readonly transformers: TransformerSet;
  readonly plugins: readonly KmsPlugin[];
  /** Milliseconds until all pending calls to the plug-ins have ended. */
  readonly patience: number;
}

/** The inputs for creating plug-ins. */
type PluginParts = Pick<KmsPluginParts, "timers" | "now" | "onReadable" | "onIll"> & {
  /** Returns the observer of calls to a plug-in. */
  readonly noteFor: (plugin: string) => NoteCall;
};

/** Reads the configuration file; without one, values are stored unchanged. @throws OptionError */
export async function setUpEncryption(
  options: EncryptionOptions,
  { schema, timers, now, registry, warn, onStop }: EncryptionParts,
): Promise<Encryption> {
  const { short, domain } = schema.vocabulary;
  const layout = createKeyLayout(domain);
  const { encryptionProviderConfig: file, encryptionProviderConfigAutomaticReload: reload } = options;
  if (file === undefined) {
    if (reload) throw new OptionError(`${FLAG}-automatic-reload must be set with ${FLAG}`);
    const plain = createTransformers([], layout, short);
    return {
      fingerprint: encryptionFingerprint([]),
      wrap: (inner) => new EncryptedStorage(inner, plain),
      pluginsHealthy: undefined,
      follow: () => () => {},
    };
  }
  const note = transformationMetrics(registry, layout);
  let onReadable = (): void => {};
  const parts: PluginParts = {
    noteFor: kmsMetrics(registry),
    timers,
    now,
    onReadable: () => onReadable(),
    onIll: (error) => warn(`values cannot be encrypted for long: ${error.message}`),
  };
  const rulesOf = (text: string): Promise<readonly EncryptionRule[]> =>
    parseEncryptionConfig(text, file, schema, reload);
  const build = async (rules: readonly EncryptionRule[]): Promise<Built> => {
    const plugins = pluginsOf(rules, parts);
    const keys = new Map(plugins.map((plugin) => [plugin.name, plugin.keys]));
    // A plug-in may start after the server: it is called once here, and retried until it answers.
    await Promise.all(plugins.map((plugin) => plugin.start()));
    const patience = 2 * sumOf(kmsProviders(rules).map(({ timeout }) => timeout));
    return { transformers: createTransformers(rules, layout, short, keys, note), plugins, patience };
  };
  let text: string;
  let rules: readonly EncryptionRule[];
  try {
    text = await readConfig(file);
    rules = await rulesOf(text);
  } catch (error) {
    throw new OptionError(`${FLAG}: ${messageOf(error)}`);
  }
  let built = await build(rules);
  onStop(() => stopAll(built.plugins));
  return {
    fingerprint: encryptionFingerprint(rules),
    wrap: (inner) => new EncryptedStorage(inner, built.transformers),
    pluginsHealthy: reload || built.plugins.length > 0 ? () => allHealthy(built.plugins) : undefined,
    follow(storage, { hub, onError }) {
      onReadable = () => void hub.recheck().catch(onError);
      if (!reload) return () => {};
      const record = encryptionMetrics(registry, now);
      const following = new FileReload(text, {
        interval: INTERVAL,
        read: () => readConfig(file),
        async apply(changed) {
          const { plugins, patience } = built;
          built = await build(await rulesOf(changed));
          await storage.use(built.transformers);
          timers.after(patience, () => stopAll(plugins));
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

const kmsProviders = (rules: readonly EncryptionRule[]): KmsProvider[] =>
  rules.flatMap(({ providers }) => providers.filter((provider) => provider.name === "kms"));

/** One plug-in for each provider that names one: their names are unique. */
const pluginsOf = (rules: readonly EncryptionRule[], { noteFor, ...parts }: PluginParts): KmsPlugin[] =>
  kmsProviders(rules).map(({ plugin, socket, timeout }) =>
    kmsPlugin({ name: plugin, service: kmsService(socket, timeout, noteFor(plugin)), ...parts }),
  );

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

function stopAll(plugins: readonly KmsPlugin[]): void {
  for (const plugin of plugins) plugin.stop();
}

async function allHealthy(plugins: readonly KmsPlugin[]): Promise<boolean> {
  const checks = await Promise.allSettled(plugins.map((plugin) => plugin.check()));
  return checks.every(({ status }) => status === "fulfilled");
}

async function readConfig(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const where = JSON.stringify(file);
    const why = `error reading encryption provider configuration file ${where}: ${messageOf(error)}`;
    throw new Error(`error while parsing file: error while loading file: ${why}`);
  }
}
