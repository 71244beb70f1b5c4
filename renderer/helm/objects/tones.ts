import type { Tone } from "../../ui/Badge.tsx";
import type { Standing } from "../model/standing.ts";

/** The tone of each state. */
export const TONE_OF_STANDING: Readonly<Record<Standing, Tone>> = {
  missing: "bad",
  changed: "warn",
  leaving: "warn",
  broken: "bad",
  unserved: "bad",
  hidden: "neutral",
  unread: "warn",
  there: "good",
};
