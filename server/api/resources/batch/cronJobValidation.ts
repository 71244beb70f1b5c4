import type { CronJob, CronJobSpec } from "kubernetes-types/batch/v1";
import { append } from "../../../../shared/collections/append.ts";
import { CronError, isTimeZone, parseCron } from "../../../../shared/cron/cronSchedule.ts";
import { child, type FieldError, invalid, notSupported, required } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { lengthMessage } from "../../../../shared/text/regexText.ts";
import { validateNonNegative } from "../../../ground/formats/numbers.ts";
import { invalidText, labelSelectorText } from "../../../ground/formats/wording/goText.ts";
import { decodedInSteps } from "../../registry/strategies/narrow.ts";
import type { WriteContext } from "../../registry/strategy.ts";
import { validateJobTemplate } from "./jobValidation.ts";

/** A job's name is the cron job's name plus eleven characters, and should be a DNS label. */
const MAX_NAME = 52;
const POLICIES = ["Allow", "Forbid", "Replace"];

/** Field errors of a cron job. */
export function* validateCronJob(context: WriteContext, object: ApiObject, old?: ApiObject): Steps<FieldError[]> {
  const spec: Partial<CronJobSpec> = (yield* decodedInSteps<CronJob>(object)).spec ?? {};
  const before = old === undefined ? undefined : (yield* decodedInSteps<CronJob>(old)).spec;
  const path = "spec";
  const errors: FieldError[] = [];
  const schedule = spec.schedule ?? "";
  const timeZone = spec.timeZone;
  if (schedule === "") errors.push(required(child(path, "schedule")));
  else {
    const zoned = before?.schedule?.includes("TZ") === true;
    append(errors, validateSchedule(schedule, timeZone, zoned, child(path, "schedule")));
  }
  append(errors, validateNonNegative(spec.startingDeadlineSeconds, child(path, "startingDeadlineSeconds")));
  if (timeZone !== undefined && timeZone !== before?.timeZone) {
    append(errors, validateTimeZone(timeZone, child(path, "timeZone")));
  }
  const policy = spec.concurrencyPolicy ?? "";
  if (policy === "") errors.push(required(child(path, "concurrencyPolicy")));
  else if (!POLICIES.includes(policy)) errors.push(notSupported(child(path, "concurrencyPolicy"), policy, POLICIES));
  const template = child(path, "jobTemplate.spec");
  const jobSpec = spec.jobTemplate?.spec;
  append(errors, yield* validateJobTemplate(context, jobSpec ?? {}, template));
  if (jobSpec?.selector !== undefined) {
    const shown = labelSelectorText(jobSpec.selector);
    errors.push(invalidText(child(template, "selector"), shown, "`selector` will be auto-generated"));
  }
  if (jobSpec?.manualSelector === true) {
    errors.push(notSupported(child(template, "manualSelector"), true, ["nil", "false"]));
  }
  for (const name of ["successfulJobsHistoryLimit", "failedJobsHistoryLimit"] as const) {
    append(errors, validateNonNegative(spec[name], child(path, name)));
  }
  const name = object.metadata.name ?? "";
  if (old === undefined && name.length > MAX_NAME) {
    errors.push(invalid("metadata.name", name, lengthMessage(MAX_NAME)));
  }
  return errors;
}

/** @param zoned the stored schedule contains a time zone, as schedules could before the `timeZone` field existed */
function validateSchedule(schedule: string, timeZone: string | undefined, zoned: boolean, path: string): FieldError[] {
  const errors: FieldError[] = [];
  try {
    parseCron(schedule);
  } catch (error) {
    if (!(error instanceof CronError)) throw error;
    errors.push(invalid(path, schedule, error.message));
  }
  if (!schedule.includes("TZ")) return errors;
  if (!zoned) {
    errors.push(invalid(path, schedule, "cannot use TZ or CRON_TZ in schedule, use timeZone field instead"));
  } else if (timeZone !== undefined) {
    errors.push(invalid(path, schedule, "cannot use both timeZone field and TZ or CRON_TZ in schedule"));
  }
  return errors;
}

/** Time zone names are paths; no part of a name may lead out of the directory of time zones. */
const isZonePath = (name: string): boolean =>
  name
    .split("/")
    .every((part) => /^[A-Za-z.\-_0-9+]{1,14}$/.test(part) && part !== "." && part !== ".." && !part.startsWith("-"));

function validateTimeZone(timeZone: string, path: string): FieldError[] {
  const unknown = invalid(path, timeZone, `unknown time zone ${timeZone}`);
  if (timeZone === "") return [invalid(path, timeZone, "timeZone must be nil or non-empty string")];
  if (!isZonePath(timeZone)) return [unknown];
  if (timeZone.toLowerCase() === "local") {
    const detail = "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones";
    // The reference's library accepts only the exact spelling as a time zone.
    return timeZone === "Local" ? [invalid(path, timeZone, detail)] : [invalid(path, timeZone, detail), unknown];
  }
  return isTimeZone(timeZone) ? [] : [unknown];
}
