import { messageOf } from "../../../../shared/text/messageOf.ts";
import { encryptionFingerprint, type Fingerprint } from "../../../acting/members/fingerprint.ts";
import type { HealthCheck } from "../../../ground/observability/healthCheck.ts";
import type { MetricRegistry } from "../../../ground/observability/registry/metricRegistry.ts";
import type { FeatureGates } from "../../../ground/settings/featureGates.ts";
import { FileReload } from "../../../ground/settings/fileReload.ts";
import { OptionError } from "../../../ground/settings/optionError.ts";
import { readRegularFile, readTextFile } from "../../../ground/settings/readTextFile.ts";
import { steadyNow } from "../../../ground/timing/steadyNow.ts";
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
import type { NoteCall } from "../../../store/storage/encryption/kms/kmsConnection.ts";
import type { KmsPlugin, KmsPluginParts } from "../../../store/storage/encryption/kms/kmsPlugin.ts";
import { kmsPlugin } from "../../../store/storage/encryption/kms/kmsProvider.ts";
import { kmsPluginV1 } from "../../../store/storage/encryption/kms/kmsProviderV1.ts";
import { kmsService } from "../../../store/storage/encryption/kms/kmsService.ts";
import { kmsServiceV1 } from "../../../store/storage/encryption/kms/kmsServiceV1.ts";
import { createKeyLayout } from "../../../store/storage/keyLayout.ts";
import type { Storage } from "../../../store/storage/storage.ts";
import { parseEncryptionConfig } from "../../options/encryption/encryptionConfig.ts";
import type { EncryptionOptions } from "../../options/encryption/encryptionFlags.ts";
import { encryptionMetrics } from "./encryptionMetrics.ts";
import { kmsMetrics } from "./kmsMetrics.ts";
import { RunningPlugins } from "./runningPlugins.ts";
import { transformationMetrics } from "./transformationMetrics.ts";

export interface EncryptionParts {
  readonly schema: Schema;
  readonly features: FeatureGates;
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
  /** Health checks of the KMS plug-ins. */
  readonly checks: readonly HealthCheck[];
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
  readonly drainTime: number;
}

/** The parts from which plug-ins are created. */
type PluginParts = KmsPluginParts & {
  /** Milliseconds since the epoch. Keys must not expire when the system's clock is set. */
  readonly now: () => number;
  /** Returns the observer of the calls to a plug-in. */
  readonly noteFor: (plugin: string) => NoteCall;
};

/** Reads the configuration file; without one, values are stored unchanged. @throws OptionError */
export async function setUpEncryption(
  options: EncryptionOptions,
  { schema, features, timers, now, registry, warn, onStop }: EncryptionParts,
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
      checks: [],
      follow: () => () => {},
    };
  }
  const note = transformationMetrics(registry, layout);
  let onReadable = (): void => {};
  const parts: PluginParts = {
    noteFor: kmsMetrics(registry),
    timers,
    now: steadyNow,
    onReadable: () => onReadable(),
    onUnhealthy: (error) => warn(`values cannot be encrypted for long: ${error.message}`),
  };
  const rulesOf = (text: string): Promise<readonly EncryptionRule[]> =>
    parseEncryptionConfig(text, file, { schema, features, reload });
  const running = new RunningPlugins((provider) => pluginOf(provider, parts));
  onStop(() => running.end());
  const build = async (rules: readonly EncryptionRule[]): Promise<Built> => {
    const providers = kmsProviders(rules);
    const plugins = await running.start(providers);
    const values = new Map(providers.map((provider, i) => [provider, (plugins[i] as KmsPlugin).values]));
    // The health check of a plug-in of version 1 takes two calls.
    const drainTime = 2 * sumOf(providers.map(({ timeout, version }) => (version === 1 ? 2 : 1) * timeout));
    return { transformers: createTransformers(rules, layout, short, values, note), plugins, drainTime };
  };
  let text: string;
  let rules: readonly EncryptionRule[];
  try {
    text = await readConfig(file, readTextFile);
    rules = await rulesOf(text);
  } catch (error) {
    throw new OptionError(`${FLAG}: ${messageOf(error)}`);
  }
  let built = await build(rules);
  return {
    fingerprint: encryptionFingerprint(rules),
    wrap: (inner) => new EncryptedStorage(inner, built.transformers),
    checks: checksOf(() => built.plugins, reload, kmsProviders(rules)),
    follow(storage, { hub, onError }) {
      onReadable = () => void hub.recheck().catch(onError);
      if (!reload) return () => {};
      const record = encryptionMetrics(registry, now);
      const following = new FileReload(text, {
        interval: INTERVAL,
        read: () => readConfig(file, readRegularFile),
        async apply(changed) {
          const next = await build(await rulesOf(changed));
          try {
            await storage.use(next.transformers);
          } catch (error) {
            running.stop(next.plugins);
            throw error;
          }
          const { plugins, drainTime } = built;
          built = next;
          timers.after(drainTime, () => running.stop(plugins));
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

async function pluginOf(provider: KmsProvider, { noteFor, now, ...parts }: PluginParts): Promise<KmsPlugin> {
  // gRPC is a tenth of the program: loaded only for a plug-in, as for etcd.
  const { kmsConnection } = await import("../../../store/storage/encryption/kms/kmsConnection.ts");
  const { version, plugin: name, socket, timeout, cacheSize = 0 } = provider;
  if (version === 2) {
    return kmsPlugin({ name, service: kmsService(kmsConnection(socket, timeout, noteFor(name))), now }, parts);
  }
  const service = kmsServiceV1(kmsConnection(socket, timeout), timeout);
  return kmsPluginV1({ name, cacheSize, service, now }, parts);
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/**
 * A single check for all plug-ins if the file is watched, because the plug-ins may then change, or if all plug-ins are
 * of version 2. Otherwise one check per plug-in, as in the reference.
 */
function checksOf(
  plugins: () => readonly KmsPlugin[],
  reload: boolean,
  providers: readonly KmsProvider[],
): HealthCheck[] {
  if (reload || (providers.length > 0 && providers.every(({ version }) => version === 2))) {
    return [{ name: "kms-providers", healthy: () => areHealthy(plugins()) }];
  }
  return providers.map((_provider, i) => ({
    name: `kms-provider-${i}`,
    healthy: () => areHealthy(plugins().slice(i, i + 1)),
  }));
}

async function areHealthy(plugins: readonly KmsPlugin[]): Promise<boolean> {
  const checks = await Promise.allSettled(plugins.map((plugin) => plugin.check()));
  return checks.every(({ status }) => status === "fulfilled");
}

async function readConfig(file: string, read: (file: string) => Promise<string>): Promise<string> {
  try {
    return await read(file);
  } catch (error) {
    const where = JSON.stringify(file);
    const message = `error reading encryption provider configuration file ${where}: ${messageOf(error)}`;
    throw new Error(`error while parsing file: error while loading file: ${message}`);
  }
}
