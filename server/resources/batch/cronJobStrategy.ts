import type { Strategy } from "../../registry/strategy.ts";
import { specStatusStrategy, statusStrategy } from "../strategies/specStatus.ts";
import { validateCronJob } from "./cronJobValidation.ts";

const own: Strategy = {
  validate: (context, object) => validateCronJob(context, object),
  validateUpdate: (context, object, old) => validateCronJob(context, object, old),
};

/** Rules of cron jobs. */
export const cronJobStrategy = specStatusStrategy(own);

/** Rules of the status of cron jobs. */
export const cronJobStatusStrategy = statusStrategy(cronJobStrategy);
