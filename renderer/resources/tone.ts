/** The tones of the words that servers use for states, shown as a coloured dot next to the word. */
import type { Tone } from "../ui/Badge.tsx";

const WORDS: Readonly<Record<string, Tone>> = {
  active: "good",
  available: "good",
  approved: "good",
  bound: "good",
  complete: "good",
  completed: "good",
  deployed: "good",
  established: "good",
  healthy: "good",
  ready: "good",
  running: "good",
  succeeded: "good",
  "approved,issued": "good",
  pending: "warn",
  containercreating: "warn",
  podinitializing: "warn",
  released: "warn",
  schedulingdisabled: "warn",
  suspended: "warn",
  terminating: "warn",
  unknown: "warn",
  warning: "warn",
  denied: "bad",
  crashloopbackoff: "bad",
  createcontainerconfigerror: "bad",
  error: "bad",
  errimagepull: "bad",
  evicted: "bad",
  failed: "bad",
  imagepullbackoff: "bad",
  invalidimagename: "bad",
  lost: "bad",
  notready: "bad",
  oomkilled: "bad",
};

/** Columns that contain states. */
const STATE_COLUMNS = new Set(["status", "phase", "state", "condition", "ready", "available", "type", "conditions"]);

/** Whether a column contains states. @param column its name */
export const isStateColumn = (column: string): boolean => STATE_COLUMNS.has(column.toLowerCase());

/** Words with these endings indicate failures, regardless of their beginning. */
const BROKEN = /(backoff|error|failed|exceeded)$/;

/** The tone of a cell; undefined if the column contains no states or the word is unknown. */
export function toneOf(column: string, value: unknown): Tone | undefined {
  if (typeof value !== "string" || !isStateColumn(column)) return undefined;
  const word = value.toLowerCase();
  const known = WORDS[word] ?? WORDS[word.split(",")[0] ?? ""];
  if (known !== undefined) return known;
  return BROKEN.test(word) ? "bad" : word.startsWith("init:") ? "warn" : undefined;
}
