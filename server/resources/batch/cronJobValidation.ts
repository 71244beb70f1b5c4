import type { CronJob, CronJobSpec } from "kubernetes-types/batch/v1";
import { child, type FieldError, invalid, notSupported, required } from "../../../shared/fieldError.ts";
import type { ApiObject } from "../../../shared/object.ts";
import type { WriteContext } from "../../registry/strategy.ts";
import { decoded } from "../strategies/narrow.ts";
import { validateNonNegative } from "../validation/numbers.ts";
import { lengthMessage } from "../validation/regexText.ts";
import { CronError, isTimeZone, parseCron } from "./cronSchedule.ts";
import { validateJobTemplate } from "./jobValidation.ts";

/** Jobs get eleven characters behind the cron job's name, and a job's name should be a label. */
const MAX_NAME = 52;
const POLICIES = ["Allow", "Forbid", "Replace"];

/** Field errors of a cron job. */
export function validateCronJob(context: WriteContext, object: ApiObject, old?: ApiObject): FieldError[] {
  const spec: Partial<CronJobSpec> = decoded<CronJob>(object).spec ?? {};
  const before = old === undefined ? undefined : decoded<CronJob>(old).spec;
  const path = "spec";
  const errors: FieldError[] = [];
  const schedule = spec.schedule ?? "";
  const timeZone = spec.timeZone;
  if (schedule === "") errors.push(required(child(path, "schedule")));
  else errors.push(...validateSchedule(schedule, timeZone, child(path, "schedule")));
  if (timeZone !== undefined && timeZone !== before?.timeZone) {
    errors.push(...validateTimeZone(timeZone, child(path, "timeZone")));
  }
  errors.push(...validateNonNegative(spec.startingDeadlineSeconds, child(path, "startingDeadlineSeconds")));
  const policy = spec.concurrencyPolicy ?? "";
  if (policy === "") errors.push(required(child(path, "concurrencyPolicy")));
  else if (!POLICIES.includes(policy)) errors.push(notSupported(child(path, "concurrencyPolicy"), policy, POLICIES));
  const template = child(path, "jobTemplate.spec");
  const jobSpec = spec.jobTemplate?.spec;
  errors.push(...validateJobTemplate(context, jobSpec ?? {}, template));
  if (jobSpec?.manualSelector === true) {
    errors.push(notSupported(child(template, "manualSelector"), true, ["nil", "false"]));
  }
  for (const name of ["successfulJobsHistoryLimit", "failedJobsHistoryLimit"] as const) {
    errors.push(...validateNonNegative(spec[name], child(path, name)));
  }
  const name = object.metadata.name ?? "";
  if (old === undefined && name.length > MAX_NAME) {
    errors.push(invalid("metadata.name", name, lengthMessage(MAX_NAME)));
  }
  return errors;
}

function validateSchedule(schedule: string, timeZone: string | undefined, path: string): FieldError[] {
  const errors: FieldError[] = [];
  try {
    parseCron(schedule);
  } catch (error) {
    if (!(error instanceof CronError)) throw error;
    errors.push(invalid(path, schedule, error.message));
  }
  if (!schedule.includes("TZ")) return errors;
  errors.push(
    invalid(
      path,
      schedule,
      timeZone === undefined
        ? "cannot use TZ or CRON_TZ in schedule, use timeZone field instead"
        : "cannot use both timeZone field and TZ or CRON_TZ in schedule",
    ),
  );
  return errors;
}

function validateTimeZone(timeZone: string, path: string): FieldError[] {
  if (timeZone === "") return [invalid(path, timeZone, "timeZone must be nil or non-empty string")];
  if (timeZone.toLowerCase() === "local") {
    return [
      invalid(path, timeZone, "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones"),
    ];
  }
  return isTimeZone(timeZone) ? [] : [invalid(path, timeZone, `unknown time zone ${timeZone}`)];
}
