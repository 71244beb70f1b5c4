import { homedir } from "node:os";
import { join } from "node:path";
import { orreryLink } from "../../../../shared/consoleLink.ts";
import { OptionError } from "../../../ground/settings/optionError.ts";
import type { StartOptions } from "../../console/main.ts";
import { defaultDataDir } from "../../options/parseFlags.ts";
import { CommandError } from "../commandError.ts";
import type { CommandOutput } from "../explain.ts";
import { askConsole } from "./askConsole.ts";
import { consoleFolders } from "./consoleFolders.ts";
import { openInBrowser, openLink } from "./desktop.ts";
import { parseOpenFlags } from "./openFlags.ts";
import { openTarget } from "./openTarget.ts";
import { type Programs, programs } from "./programs.ts";

/** The environment of the command. */
export interface OpenContext {
  /** Where consoles may run, unless a flag names a folder. */
  readonly folders: readonly string[];
  readonly platform: NodeJS.Platform;
  readonly programs: Programs;
  /** Serves a console until it is stopped. @returns the exit code */
  readonly serve: (argv: readonly string[], beginning: StartOptions) => Promise<number>;
}

const surroundingsHere = (): OpenContext => ({
  folders: consoleFolders(homedir(), process.env, process.platform),
  platform: process.platform,
  programs,
  // Loaded only when it is needed: asking a running console needs no server.
  serve: async (argv, beginning) => (await import("../../console/main.ts")).main(argv, beginning),
});

/**
 * `orrery open`: shows a view, or a file on the page for new objects. It uses a running console, or else the desktop
 * application, or else a console that it starts.
 *
 * @param argv the arguments after `delegateTo`
 * @returns the exit code: 0, or 2 when it could not be opened
 * @throws CommanderError after `--help` was printed
 */
export async function openCommand(
  argv: readonly string[],
  output: CommandOutput,
  context = surroundingsHere(),
): Promise<number> {
  const { folders, platform, serve } = context;
  try {
    const { target, cluster, print, dataDir } = parseOpenFlags(argv);
    const opening = await openTarget(target, cluster);
    const visit = async (address: string, folder: string): Promise<void> => {
      if (await openInBrowser(address, join(folder, "console"), context.programs, platform)) return;
      output.error("orrery open: no browser could be started; open the address yourself\n");
    };
    for (const folder of dataDir === undefined ? folders : [dataDir]) {
      const opened = await askConsole(folder, opening, print);
      if (opened === undefined) continue;
      if ("url" in opened) {
        output.out(`${opened.url}\n`);
        if (!print) await visit(opened.url, folder);
      }
      return 0;
    }
    const isForDesktop = !print && dataDir === undefined && "path" in opening;
    if (isForDesktop && (await openLink(orreryLink(opening.path), context.programs, platform))) return 0;
    const folder = dataDir ?? defaultDataDir();
    return await serve(["--data-dir", folder], {
      addressOf: (host) => host.addressOf(opening),
      onReady: async (address) => (print ? undefined : visit(address, folder)),
    });
  } catch (error) {
    const isExplained =
      error instanceof OptionError || error instanceof CommandError || (error instanceof Error && "syscall" in error);
    if (!isExplained) throw error;
    output.error(`orrery open: ${error.message}\n`);
    return 2;
  }
}
