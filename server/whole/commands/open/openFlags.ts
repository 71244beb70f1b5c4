import { Command } from "commander";
import { parseArguments } from "../../options/parseArguments.ts";
import { defaultDataDir } from "../../options/parseFlags.ts";

/** The arguments of `orrery open`. */
export interface OpenFlags {
  /** A path, an address, a link or a file, as written; undefined for the start page. */
  readonly target: string | undefined;
  /** The cluster that a file's objects are for. */
  readonly cluster: string;
  /** Whether to print the address instead of opening it. */
  readonly print: boolean;
  /** Undefined for any folder on which a console runs. */
  readonly dataDir: string | undefined;
}

const EXAMPLES = `
Examples:
  orrery open
  orrery open /c/sandbox/core/v1/pods?ns=dev
  orrery open orrery://open/c/sandbox/access
  orrery open deployment.yaml --cluster sandbox
  orrery open --print

A running console shows the view: its window comes forward, or the browser opens. If none runs, the command starts the
desktop application, or, where that is not installed, a console here, until Ctrl-C. A printed address works once, for
anyone who has it.
`;

/** @throws OptionError with one sentence for the user; CommanderError after `--help` was printed */
export function parseOpenFlags(argv: readonly string[]): OpenFlags {
  const command = new Command("orrery open")
    .description("Open the console at a view, or a file's objects on its page for new objects.")
    .argument("[target]", "path or address of a view, orrery:// link, or a YAML or JSON file")
    .option("--cluster <id>", "the cluster that a file's objects are for", "sandbox")
    .option("--print", "print the address instead of opening it", false)
    .option("--data-dir <folder>", `of the console (default: where one runs, else ${defaultDataDir()})`)
    .addHelpText("after", EXAMPLES);
  parseArguments(command, argv);
  const { cluster, print, dataDir } = command.opts<{ cluster: string; print: boolean; dataDir?: string }>();
  const [target] = command.args;
  return { target, cluster, print, dataDir };
}
