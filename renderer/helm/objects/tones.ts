import type { Tone } from "../../ui/Badge.tsx";
import type { Standing } from "../model/standing.ts";

/** What the colour of a standing means. */
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
