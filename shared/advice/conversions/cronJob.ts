import type { Conversion } from "./conversion.ts";
import { isAbsent, memberAt, ownOf } from "./members.ts";

/** A time zone before the schedule, in the form that the cron library accepted. */
const ZONE = /^(?:CRON_)?TZ=(\S+)\s+(\S.*)$/s;

/** Converts cron jobs to batch/v1: a time zone within the schedule moves to its own field. */
export const convertCronJob: Conversion = (object, context) => {
  const spec = memberAt(object, "spec");
  const schedule = ownOf(spec, "schedule");
  const match = typeof schedule === "string" ? ZONE.exec(schedule) : null;
  if (spec === undefined || match === null || !isAbsent(spec, "timeZone")) return;
  const [, zone = "", rest = ""] = match;
  spec["schedule"] = rest;
  spec["timeZone"] = zone;
  context.note({
    en: `The time zone \`${zone}\` moved from \`spec.schedule\` to \`spec.timeZone\`.`,
    de: `Die Zeitzone \`${zone}\` wanderte aus \`spec.schedule\` nach \`spec.timeZone\`.`,
  });
};
