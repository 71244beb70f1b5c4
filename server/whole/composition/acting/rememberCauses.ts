import { join } from "node:path";
import { CauseFile } from "../../../acting/causes/causeFile.ts";
import type { JournalLimits } from "../../../store/journal/limits.ts";
import type { Foundation } from "../foundation.ts";
import { journalLimits, storeIdentity } from "../storage/openJournal.ts";
import type { Store } from "../storage/openStore.ts";

/** A sandbox's record of causes: it reaches back as far as its journal, and is in the same folder. */
export interface CauseMemory {
  /** Applies other limits at once; a retention of 0 deletes the files. */
  configure(limits: JournalLimits): Promise<void>;
}

const NO_MEMORY: CauseMemory = { configure: async () => undefined };

/** Loads the causes that an earlier process has recorded, and records new ones. Call it before anything acts. */
export async function rememberCauses(
  { options, simulation, lifetime, log }: Foundation,
  { hub, storage }: Pick<Store, "hub" | "storage">,
): Promise<CauseMemory> {
  if (simulation.causes === undefined || options.readOnly) return NO_MEMORY;
  const { ledger } = simulation.causes;
  const file = new CauseFile({
    folder: join(options.dataDir, "journal"),
    identity: storeIdentity(hub),
    revision: await storage.currentRevision(),
    onTrouble(error) {
      if (error === undefined) log.info({}, "causes are recorded again");
      else log.error({ err: error }, "causes are not recorded");
    },
  });
  let isOn = false;
  const configure = async ({ retention }: JournalLimits): Promise<void> => {
    ledger.keepFor(Math.max(options.historyRetention, retention));
    if (retention > 0 === isOn) return;
    isOn = retention > 0;
    ledger.setListener(isOn ? (action) => file.add(action) : undefined);
    if (isOn) for (const action of ledger.after(0)) file.add(action);
    else await file.remove();
  };
  const limits = journalLimits(options);
  if (limits.retention > 0) {
    ledger.keepFor(limits.retention);
    ledger.restore(await file.open());
    ledger.setListener((action) => file.add(action));
    isOn = true;
  } else await file.remove();
  lifetime.add(() => file.flush());
  return { configure };
}
