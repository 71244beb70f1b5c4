import type { CronJobSpec } from "kubernetes-types/batch/v1";
import { type CronSchedule, isTimeZone, parseCron } from "../../../../shared/cron/cronSchedule.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";

type Report = (reason: string, message: string) => void;

/**
 * Reads the schedule of a cron job.
 *
 * @param report called with the reason and the message of a warning
 * @returns undefined when no job should be started: the cron job is suspended, or its schedule cannot be used
 */
export function readSchedule(
  { schedule, suspend, timeZone }: CronJobSpec & { readonly timeZone?: string },
  vocabulary: Vocabulary,
  report: Report,
): CronSchedule | undefined {
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    report("UnknownTimeZone", `invalid timeZone: ${JSON.stringify(timeZone)}: unknown time zone ${timeZone}`);
    return undefined;
  }
  if (suspend === true) return undefined;
  // The API accepts such a schedule only in an object that already had one.
  if (schedule.includes("TZ")) {
    const docs = vocabulary.render("https://{labelDomain}/docs/concepts/workloads/controllers/cron-jobs/");
    const what = `CRON_TZ or TZ used in schedule ${JSON.stringify(schedule)} is not officially supported`;
    report("UnsupportedSchedule", `${what}, see ${docs} for more details`);
  }
  try {
    return parseCron(schedule);
  } catch (error) {
    report("UnparseableSchedule", `unparseable schedule: ${JSON.stringify(schedule)} : ${messageOf(error)}`);
    return undefined;
  }
}
