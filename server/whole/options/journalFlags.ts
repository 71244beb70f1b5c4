import { durationFlag, type FlagGroup, numberFlag } from "../../ground/settings/flag.ts";

/** Options of the journal: a longer memory than the history from which clients resume, in separate files. */
export interface JournalOptions {
  /** Milliseconds that changes stay in the journal; 0 to record none. */
  readonly journalRetention: number;
  /** Maximum megabytes of the journal; the oldest changes are dropped first. */
  readonly journalMaxSize: number;
}

export const journalFlags: FlagGroup<JournalOptions> = {
  journalRetention: durationFlag(
    "journal-retention",
    "how long every change is kept in a journal beside the store, to be read at /journal; 0 for no journal",
    { default: "0s", max: "2160h" },
  ),
  journalMaxSize: numberFlag("journal-max-size", {
    argument: "<megabytes>",
    about: "what the journal may take on the disk; the oldest changes go first",
    min: 4,
    max: 65536,
    default: 64,
  }),
};
