import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { Command } from "commander";
import { checkElectionTimes } from "../../acting/election/flags.ts";
import { describeGates } from "../../ground/settings/effectiveGates.ts";
import { parseBoolean } from "../../ground/settings/flag.ts";
import { declareFlags, flagTexts, readFlags } from "../../ground/settings/flagGroup.ts";
import { OptionError } from "../../ground/settings/optionError.ts";
import { checkTlsFlags } from "../../serving/http/tls/tlsFlags.ts";
import { acceptedFlagsText, acceptedFlagWarning, declareAcceptedFlags } from "./acceptedFlags.ts";
import { CONFIG_FLAG, withConfigFile } from "./configFile.ts";
import { checkEtcdFiles } from "./etcdFlags.ts";
import { SERVER_FLAGS, type ServerOptions } from "./options.ts";
import { parseArguments } from "./parseArguments.ts";
import { versionText } from "./versionText.ts";

export interface ServeFlags {
  readonly options: ServerOptions;
  /** Whether to print the kubeconfig's text once the server is ready. */
  readonly printKubeconfig: boolean;
  /** Warnings about given flags that have no function. */
  readonly warnings: readonly string[];
}

/** A command that takes the flags of a server. */
export interface ServingCommand {
  readonly name: string;
  readonly description: string;
}

export const SERVE: ServingCommand = { name: "serve", description: "Run the API server without a window." };
export const CONSOLE: ServingCommand = {
  name: "console",
  description: "Serve a sandbox cluster and its console to a browser.",
};

/** The default data folder. */
export const defaultDataDir = (): string => join(homedir(), ".orrery", "sandbox");

/** The command with all its flags; collects the given texts in `given`. */
function commandOf(serving: ServingCommand, given: Map<string, string[]>, accepted: Set<string>): Command {
  const command = new Command(`orrery ${serving.name}`)
    .description(serving.description)
    .option("--data-dir <folder>", "store, keys, certificates and kubeconfig", defaultDataDir())
    .option("--print-kubeconfig [bool]", "print the kubeconfig once the server is ready", false)
    .option(`--${CONFIG_FLAG} <file>`, "YAML or JSON file of flags, by their names; the command line counts instead")
    .version(versionText, "--version", "print which release of the API is served, and by which server");
  declareFlags(command, SERVER_FLAGS, given);
  declareAcceptedFlags(command, accepted);
  return command.addHelpText("after", `\n${describeGates()}\n\n${acceptedFlagsText()}`);
}

/** `-v 4` and `-v=4` are short for `--v 4`. */
const longVerbosity = (word: string): string => word.replace(/^-v(?==|$)/, "--v");

/**
 * Parses the arguments after the command's name.
 * @throws OptionError with one sentence for the user; CommanderError after `--help` was printed
 */
export function parseServeFlags(argv: readonly string[], serving: ServingCommand = SERVE): ServeFlags {
  const given = new Map<string, string[]>();
  const accepted = new Set<string>();
  const command = commandOf(serving, given, accepted);
  const known = new Set(command.options.map(({ long }) => long));
  parseArguments(
    command,
    withConfigFile(argv.flatMap(longVerbosity), (name) => known.has(`--${name}`)),
  );
  const [unknown] = command.args;
  if (unknown !== undefined) throw new OptionError(`unexpected argument ${JSON.stringify(unknown)}`);
  const { dataDir, printKubeconfig } = command.opts<{ dataDir: string; printKubeconfig: boolean | string }>();
  const options = readFlags(SERVER_FLAGS, given);
  checkTlsFlags(options);
  checkEtcdFiles(options);
  checkElectionTimes(options);
  const warnings = [...accepted].map(acceptedFlagWarning);
  return {
    printKubeconfig: parseBoolean(String(printKubeconfig), "--print-kubeconfig"),
    warnings,
    options: { ...options, dataDir: resolve(dataDir), flagTexts: flagTexts(SERVER_FLAGS, given) },
  };
}
