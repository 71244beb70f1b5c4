/** What is found of one object: how it stands, in the API's own word, and why. */
import type { Tone } from "../../ui/Badge.tsx";

/** The four states that mean the same everywhere; worst first. */
export const STATES = ["bad", "attention", "working", "good"] as const;
export type State = (typeof STATES)[number];

export const TONE_OF: Readonly<Record<State, Tone>> = {
  bad: "bad",
  attention: "warn",
  working: "accent",
  good: "good",
};

/** Why an object does not stand well; each has a text of its own. */
export type CauseId =
  | "crashing"
  | "imageMissing"
  | "said"
  | "unschedulable"
  | "readinessFails"
  | "terminatingLong"
  | "ended"
  | "replicasShort"
  | "nodeSilent"
  | "cordoned"
  | "claimWaits"
  | "claimLost";

export interface Cause {
  readonly id: CauseId;
  /** What the text names. */
  readonly values: Readonly<Record<string, string | number>>;
}

export interface Finding {
  readonly state: State;
  /** A word that the API or its usual clients use: `Running`, `CrashLoopBackOff`. */
  readonly word: string;
  readonly cause?: Cause | undefined;
  /** Milliseconds since the epoch from which on it has to be looked at again, though the object stays as it is. */
  readonly until?: number | undefined;
}
