import { durationFlag, type FlagGroup, numberFlag } from "../../ground/settings/flag.ts";

/** A longer memory than the history that clients resume from, in files of its own. */
export interface JournalOptions {
  /** How long changes stay in the journal, in milliseconds; 0 records none. */
  readonly journalRetention: number;
  /** Megabytes that the journal may take; the oldest changes go first. */
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
