import type { Preference } from "../../../../shared/console/clusterSummary.ts";
import { LONG_MEMORY } from "../../../../shared/console/longMemory.ts";
import type { JournalOptions } from "../../options/journalFlags.ts";

const HOUR = 3_600_000;

/** The memory limits of a sandbox: the user's choice, or else its flags, or else the default of sandboxes. */
export function sandboxMemory({ memoryHours, memoryMegabytes }: Preference, flags: JournalOptions): JournalOptions {
  const isGiven = flags.journalRetention > 0;
  const retention = isGiven ? flags.journalRetention : LONG_MEMORY.hours * HOUR;
  return {
    journalRetention: memoryHours == null ? retention : memoryHours * HOUR,
    journalMaxSize: memoryMegabytes ?? (isGiven ? flags.journalMaxSize : LONG_MEMORY.megabytes),
  };
}
