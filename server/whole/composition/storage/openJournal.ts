import { join } from "node:path";
import { systemTimers } from "../../../ground/timing/timers.ts";
import type { Past } from "../../../serving/endpoints/journal/readPast.ts";
import type { CacheHub } from "../../../store/cache/cacheHub.ts";
import { Journal } from "../../../store/journal/journal.ts";
import { journaledStorage } from "../../../store/journal/journaledStorage.ts";
import type { JournalLimits } from "../../../store/journal/limits.ts";
import type { EncryptedStorage } from "../../../store/storage/encryption/encryptedStorage.ts";
import type { Storage } from "../../../store/storage/storage.ts";
import type { JournalOptions } from "../../options/journalFlags.ts";
import type { Foundation } from "../foundation.ts";

/** Maximum milliseconds until a change is in the files: blocks of several seconds compress well. */
const MAX_FLUSH_DELAY = 30_000;
const MEGABYTE = 1024 * 1024;

/** The limits set by the flags, or by the options that replace them. */
export const journalLimits = ({ journalRetention, journalMaxSize }: JournalOptions): JournalLimits => ({
  retention: journalRetention,
  bytes: journalMaxSize * MEGABYTE,
});

/**
 * The journal of a server; recording is started separately. It stores values as they are in the store, so encrypted
 * ones stay encrypted.
 * @param engine the store below encryption
 */
export function openJournal(foundation: Foundation, engine: Storage, storage: EncryptedStorage): Past {
  const { options, now, log, lifetime, metrics, simulation } = foundation;
  const journal = new Journal({
    folder: join(options.dataDir, "journal"),
    storage: engine,
    limits: journalLimits(options),
    now,
    clock: simulation.clock.now,
    // Well before the store's history drops changes that are only in memory.
    flushDelay: Math.min(MAX_FLUSH_DELAY, options.historyRetention / 4),
    onTrouble(error) {
      if (error === undefined) log.info({}, "the journal records changes again");
      else log.error({ err: error }, "the journal records no changes");
    },
    onGap(changes) {
      metrics.journalGaps.inc(changes);
      log.warn({ changes }, "the journal has a gap");
    },
  });
  lifetime.add(() => journal.close());
  const restored: Past["restored"] = (values) => storage.restored(values);
  return { journal, restored, storage: journaledStorage(storage, { journal, restored, timers: systemTimers }) };
}

/** Starts recording. */
export function startJournal({ hub, past }: { readonly hub: CacheHub; readonly past: Past }): void {
  // A remote store may report its latest revision only after clients have already changed something.
  past.journal.start(storeIdentity(hub), hub.revision);
}

/** Identifies a store: the namespace `default` is created once, with a unique id. */
export const storeIdentity = (hub: CacheHub): string =>
  hub.get({ group: "", resource: "namespaces" }, "", "default")?.metadata.uid ?? "unknown";
