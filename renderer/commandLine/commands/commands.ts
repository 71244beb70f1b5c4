/** All commands of the command line. */
import type { Command } from "../model/command.ts";
import { CHANGING } from "./change.ts";
import { CREATING } from "./create.ts";
import { explain } from "./explain.ts";
import { get } from "./get.ts";
import { LOOKING } from "./look.ts";
import { NODE_COMMANDS } from "./nodes.ts";
import { POD_COMMANDS } from "./pods.ts";
import { RIGHTS_COMMANDS } from "./rights.ts";
import { ROLLOUTS } from "./rollout.ts";
import { SERVER_COMMANDS } from "./server.ts";
import { TEMPLATES } from "./templates.ts";
import { STARTING } from "./workloads.ts";

/** In the order in which `help` lists them. */
export const COMMANDS: readonly Command[] = [
  get,
  ...LOOKING,
  explain,
  ...CREATING,
  ...STARTING,
  ...CHANGING,
  ...TEMPLATES,
  ...ROLLOUTS,
  ...POD_COMMANDS,
  ...NODE_COMMANDS,
  ...RIGHTS_COMMANDS,
  ...SERVER_COMMANDS,
];
