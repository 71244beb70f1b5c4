import type { CronJob } from "kubernetes-types/batch/v1";
import { ageText } from "../../registry/columns/age.ts";
import { NONE, UNSET } from "../../registry/columns/cells.ts";
import { booleanColumn, integerColumn, nameAndAge, textColumn } from "../../registry/columns/table.ts";
import { narrow } from "../../registry/strategies/narrow.ts";
import { containerColumns, selectorColumn } from "../columns/podTemplate.ts";

const TIME_ZONE =
  "The time zone name for the given schedule, see https://en.wikipedia.org/wiki/List_of_tz_database_time_zones. If not " +
  "specified, this will default to the time zone of the {prefix}-controller-manager process. The set of valid time zone " +
  "names and the time zone offset is loaded from the system-wide time zone database by the API server during CronJob " +
  "validation and the controller manager during execution. If no system-wide time zone database can be found a bundled " +
  "version of the database is used instead. If the time zone name becomes invalid during the lifetime of a CronJob or due " +
  "to a change in host configuration, the controller will stop creating new new Jobs and will create a system event with " +
  "the reason UnknownTimeZone. More information can be found in " +
  "https://{labelDomain}/docs/concepts/workloads/controllers/cron-jobs/#time-zones";

const SELECTOR =
  "A label query over pods that should match the pod count. Normally, the system sets this field for you. More info: " +
  "https://{labelDomain}/docs/concepts/overview/working-with-objects/labels/#label-selectors";

/** Columns of cron jobs. */
export const cronJobColumns = [
  ...nameAndAge(
    textColumn(
      "Schedule",
      "The schedule in Cron format, see https://en.wikipedia.org/wiki/Cron.",
      (o) => narrow<CronJob>(o).spec?.schedule ?? "",
    ),
    textColumn("Timezone", TIME_ZONE, (o) => narrow<CronJob>(o).spec?.timeZone ?? NONE),
    booleanColumn(
      "Suspend",
      "This flag tells the controller to suspend subsequent executions, it does not apply to already started executions.  Defaults to false.",
      (o) => {
        const suspend = narrow<CronJob>(o).spec?.suspend;
        return suspend === undefined ? UNSET : suspend ? "True" : "False";
      },
    ),
    integerColumn(
      "Active",
      "A list of pointers to currently running jobs.",
      (o) => narrow<CronJob>(o).status?.active?.length ?? 0,
    ),
    textColumn("Last Schedule", "Information when was the last time the job was successfully scheduled.", (o, now) => {
      const last = narrow<CronJob>(o).status?.lastScheduleTime;
      return last === undefined ? NONE : ageText(last, now);
    }),
  ),
  ...containerColumns((o) => narrow<CronJob>(o).spec?.jobTemplate.spec?.template),
  selectorColumn(SELECTOR, (o) => narrow<CronJob>(o).spec?.jobTemplate.spec?.selector),
];
