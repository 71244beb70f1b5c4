import type { Tone } from "../../ui/Badge.tsx";
import type { ObjectState } from "../model/objectStates.ts";

/** The tone of each state. */
export const TONE_OF_STATE: Readonly<Record<ObjectState, Tone>> = {
  missing: "bad",
  changed: "warn",
  leaving: "warn",
  broken: "bad",
  unserved: "bad",
  hidden: "neutral",
  unread: "warn",
  there: "good",
};
