import { messageOf } from "../../../../shared/text/messageOf.ts";
import { defaultConfig } from "../../../acting/scheduler/config/defaultConfig.ts";
import { readSchedulerConfig } from "../../../acting/scheduler/config/readSchedulerConfig.ts";
import type { SchedulerConfig } from "../../../acting/scheduler/config/schedulerConfig.ts";
import type { SchedulerFlagOptions } from "../../../acting/scheduler/flags.ts";
import { OptionError } from "../../../ground/settings/optionError.ts";
import { readOptionFile } from "../../../ground/settings/readOptionFile.ts";
import type { Schema } from "../../../model/schema/schema.ts";

export type PlacingOptions = SchedulerFlagOptions & { readonly controllers: readonly string[] };

/** Whether this server schedules pods. */
export const schedules = ({ scheduler, controllers }: PlacingOptions): boolean => scheduler ?? controllers.length > 0;

/** The scheduler's configuration, read and validated before anything is opened. @throws OptionError */
export async function planScheduling(
  { schedulerConfig }: SchedulerFlagOptions,
  schema: Schema,
): Promise<SchedulerConfig> {
  if (schedulerConfig === undefined) return defaultConfig();
  const text = await readOptionFile("--scheduler-config", schedulerConfig);
  try {
    return await readSchedulerConfig(text, schema);
  } catch (error) {
    throw new OptionError(`--scheduler-config: ${messageOf(error)}`);
  }
}
