/** All commands of the command line. */
import type { Command } from "../model/command.ts";
import { CHANGE_COMMANDS } from "./change.ts";
import { CREATE_COMMANDS } from "./create.ts";
import { explain } from "./explain.ts";
import { get } from "./get.ts";
import { NODE_COMMANDS } from "./nodes.ts";
import { POD_COMMANDS } from "./pods.ts";
import { READ_COMMANDS } from "./readCommands.ts";
import { RIGHTS_COMMANDS } from "./rights.ts";
import { ROLLOUT_COMMANDS } from "./rollout.ts";
import { SERVER_COMMANDS } from "./server.ts";
import { TEMPLATES } from "./templates.ts";
import { WORKLOAD_COMMANDS } from "./workloads.ts";

/** In the order in which `help` lists them. */
export const COMMANDS: readonly Command[] = [
  get,
  ...READ_COMMANDS,
  explain,
  ...CREATE_COMMANDS,
  ...WORKLOAD_COMMANDS,
  ...CHANGE_COMMANDS,
  ...TEMPLATES,
  ...ROLLOUT_COMMANDS,
  ...POD_COMMANDS,
  ...NODE_COMMANDS,
  ...RIGHTS_COMMANDS,
  ...SERVER_COMMANDS,
];
