import { join } from "node:path";
import { getHeapStatistics } from "node:v8";
import { ensurePki, type Pki } from "../../../access/authentication/certificates/pki.ts";
import { createObjectCodec, type ObjectCodec } from "../../../api/registry/storedForm/objectCodec.ts";
import { allDefinitions } from "../../../api/resources/all.ts";
import { apiServiceAddress, clusterFamilies } from "../../../api/resources/core/services/clusterRanges.ts";
import type { Past } from "../../../serving/endpoints/journal/readPast.ts";
import { CacheHub } from "../../../store/cache/cacheHub.ts";
import { ParsedObjectLru } from "../../../store/cache/parsedObjectLru.ts";
import type { WindowLimits } from "../../../store/cache/windowBudget.ts";
import { Compaction } from "../../../store/storage/compaction.ts";
import { createKeyLayout } from "../../../store/storage/keyLayout.ts";
import { readOnlyStorage } from "../../../store/storage/readOnlyStorage.ts";
import type { Storage } from "../../../store/storage/storage.ts";
import { advertisedAddress, insideAddress } from "../../options/memberFlags.ts";
import type { ServerOptions } from "../../options/options.ts";
import { storedFormat } from "../../options/storageFlags.ts";
import { checkVocabulary } from "../checkVocabulary.ts";
import type { Foundation } from "../foundation.ts";
import type { Encryption } from "./encryption.ts";
import { compactionTimes, openEngine } from "./openEngine.ts";
import { openJournal } from "./openJournal.ts";

/** The fraction of memory that parsed large objects may take, in addition to those in use. */
const PARSED_SHARE = 16;

/** The stored data of a server: its objects and its keys. */
export interface Store {
  readonly pki: Pki;
  readonly storage: Storage;
  /** The current objects and their recent events. */
  readonly hub: CacheHub;
  /** The journal: what happened before the store's own history. */
  readonly past: Past;
  /** Converts between objects and stored values. */
  readonly codec: ObjectCodec;
  /** Whether other servers may use it, too. */
  readonly isShared: boolean;
}

/**
 * Opens the data folder, creating its missing parts, and the store.
 * @throws OptionError, or an operating system's error
 */
export async function openStore(foundation: Foundation, encryption: Encryption): Promise<Store> {
  const { options, now, log, lifetime, vocabulary, features, metrics, schema } = foundation;
  const onFollowerError = (error: unknown, resource: string): void => {
    metrics.followerFailures.inc({ resource });
    log.error({ err: error, resource }, "a follower of changes failed");
  };
  let hub: CacheHub | undefined;
  const opening = openEngine(foundation, (revision) => hub?.compact(revision)).then((opened) => {
    lifetime.add(() => opened.close());
    return opened;
  });
  // Both are awaited before a failure of either is thrown, so that whatever was opened can be closed.
  const [keys, opened] = await Promise.allSettled([
    ensurePki(join(options.dataDir, "pki"), { vocabulary, now, ...servingAddresses(options) }),
    opening,
  ]);
  if (keys.status === "rejected") throw keys.reason;
  if (opened.status === "rejected") throw opened.reason;
  const isEmbedded = options.etcdServers.length === 0;
  await checkVocabulary(opened.value, vocabulary, isEmbedded ? options.dataDir : "the etcd of --etcd-servers");
  // JSON values in etcd may have been written by other programs.
  const format = storedFormat(options.storageMediaType, isEmbedded ? "json" : "protobuf");
  const families = clusterFamilies(options.serviceClusterIpRange);
  const written = { definitions: allDefinitions, format, trustsText: isEmbedded };
  const codec = createObjectCodec({ schema, ...written, features, families });
  const engine = foundation.wrapStorage?.(opened.value) ?? opened.value;
  const storage = encryption.wrap(options.readOnly ? readOnlyStorage(engine) : engine);
  const caches = new CacheHub(storage, {
    now,
    retention: options.historyRetention,
    limits: windowLimits(),
    onFollowerError,
    layout: createKeyLayout(vocabulary.domain),
    decode: codec.decode,
    parsedLru: new ParsedObjectLru(getHeapStatistics().heap_size_limit / PARSED_SHARE),
    onInterrupted: (end) =>
      log.warn({ end: end.reason, err: end.reason === "failed" ? end.error : undefined }, "the store is read anew"),
  });
  hub = caches;
  await caches.start();
  lifetime.add(() => caches.stop());
  lifetime.add(
    encryption.follow(storage, {
      hub: caches,
      onError: (error) => log.error({ err: error }, "encryption configuration kept as it was"),
    }),
  );
  const past = openJournal(foundation, engine, storage);
  return { pki: keys.value, storage, past, hub: caches, codec, isShared: engine.isShared === true };
}

/** Addresses under which clients reach the server, in addition to those of its machine. */
function servingAddresses(options: ServerOptions): { readonly serviceAddress: string; readonly hosts: string[] } {
  const advertised = advertisedAddress(options) ?? insideAddress(options);
  return {
    serviceAddress: apiServiceAddress(options.serviceClusterIpRange),
    hosts: advertised === undefined ? [] : [advertised],
  };
}

/**
 * Past events of all resources may take a 32nd of the memory that the process can have, those of one resource half of
 * that. They serve watches that resume after a pause of seconds; a sandbox that fills up within a minute must not keep
 * all of them.
 */
function windowLimits(): WindowLimits {
  const total = getHeapStatistics().heap_size_limit / 32;
  return { total, perResource: total / 2 };
}

/** Starts dropping history that is older than the retention. */
export function startCompaction({ options, now, log, lifetime }: Foundation, { storage, hub }: Store): void {
  const times = compactionTimes(options);
  if (times === undefined) return;
  const compaction = new Compaction(storage, {
    ...times,
    now,
    onCompacted: (revision) => hub.compact(revision),
    onError: (error) => log.error({ err: error }, "compaction failed"),
  });
  compaction.start();
  lifetime.add(() => compaction.stop());
}
