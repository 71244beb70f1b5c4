/** The finding about one object: its state, in the API's own word, and the cause. */
import type { Tone } from "../../ui/Badge.tsx";

/** The four states, which have the same meaning for all kinds; worst first. */
export const STATES = ["bad", "attention", "working", "good"] as const;
export type State = (typeof STATES)[number];

export const TONE_OF: Readonly<Record<State, Tone>> = {
  bad: "bad",
  attention: "warn",
  working: "accent",
  good: "good",
};

/** The causes of an unhealthy object; each has its own text. */
export type CauseId =
  | "crashing"
  | "imageMissing"
  | "said"
  | "unschedulable"
  | "readinessFails"
  | "notHeardOf"
  | "terminatingLong"
  | "ended"
  | "replicasShort"
  | "noPods"
  | "nodeSilent"
  | "cordoned"
  | "claimWaits"
  | "claimLost";

export interface Cause {
  readonly id: CauseId;
  /** Values of the text's placeholders. */
  readonly values: Readonly<Record<string, string | number>>;
}

export interface Finding {
  readonly state: State;
  /** A word of the API or of its usual clients: `Running`, `CrashLoopBackOff`. */
  readonly word: string;
  readonly cause?: Cause | undefined;
  /** Time in milliseconds since the epoch after which the object must be evaluated again even if it has not changed. */
  readonly until?: number | undefined;
}
