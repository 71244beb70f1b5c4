import type { CustomCommand } from "just-bash/browser";
import type { Outlets } from "../script/streamRewriter.ts";
import type { ShellProcess } from "../shellProcess.ts";
import { childCommands } from "./childCommands.ts";
import { digCommand } from "./digCommand.ts";
import { fileCommands } from "./fileCommands.ts";
import { ownerCommands, statCommand } from "./fileOwners.ts";
import { jobCommands } from "./jobCommands.ts";
import { largeFileCommands } from "./largeFileCommands.ts";
import { libraryCommands } from "./libraryCommands.ts";
import { linkCommands } from "./linkCommands.ts";
import { networkCommands } from "./networkCommands.ts";
import { odCommand } from "./odCommand.ts";
import { serverCommands } from "./serverCommands.ts";
import { sessionCommands } from "./sessionCommands.ts";
import { signalCommands } from "./signalCommands.ts";
import { streamCommands } from "./streamCommands.ts";
import { systemCommands } from "./systemCommands.ts";
import { tarCommand } from "./tarCommand.ts";
import { testImageCommands } from "./testImageCommands.ts";
import { timeCommands } from "./timeCommands.ts";

/** The commands that the library does not have, and those that reach beyond the shell itself. */
export const commandsFor = (run: ShellProcess, outlets: Outlets): CustomCommand[] => [
  ...sessionCommands(run, outlets),
  ...signalCommands(run, outlets),
  ...jobCommands(run),
  ...childCommands(run),
  ...serverCommands(run),
  ...timeCommands(run),
  ...streamCommands(run),
  ...systemCommands(run),
  ...libraryCommands(run),
  ...networkCommands(run),
  ...testImageCommands(run),
  digCommand(run),
  ...ownerCommands(run),
  statCommand(run),
  ...fileCommands,
  ...largeFileCommands,
  ...linkCommands,
  tarCommand,
  odCommand,
];
