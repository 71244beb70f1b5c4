import type { CronJobSpec } from "kubernetes-types/batch/v1";
import { expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { readSchedule } from "./readSchedule.ts";

const UNSUPPORTED =
  'UnsupportedSchedule: CRON_TZ or TZ used in schedule "TZ=UTC @daily" is not officially supported, see ' +
  "https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details";

it.each([
  ["a schedule", { schedule: "@daily" }, true, []],
  ["a suspended cron job", { schedule: "TZ=UTC @daily", suspend: true }, false, []],
  ["a schedule with a time zone", { schedule: "TZ=UTC @daily" }, true, [UNSUPPORTED]],
  [
    "an unknown time zone, even of a suspended cron job",
    { schedule: "@daily", timeZone: "Mars/Base", suspend: true },
    false,
    ['UnknownTimeZone: invalid timeZone: "Mars/Base": unknown time zone Mars/Base'],
  ],
  [
    "text that is no schedule",
    { schedule: "@never" },
    false,
    ['UnparseableSchedule: unparseable schedule: "@never" : unrecognized descriptor: @never'],
  ],
])("reports what is wrong with %s", (_what, spec, isRead, warnings) => {
  const told: string[] = [];
  const found = readSchedule(spec as CronJobSpec & { timeZone?: string }, createVocabulary(), (reason, message) =>
    told.push(`${reason}: ${message}`),
  );
  expect([found !== undefined, told]).toEqual([isRead, warnings]);
});
