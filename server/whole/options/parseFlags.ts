import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { Command } from "commander";
import { checkElectionTimes } from "../../acting/election/flags.ts";
import { describeGates } from "../../ground/settings/effectiveGates.ts";
import { declareFlags, flagTexts, readFlags } from "../../ground/settings/flagGroup.ts";
import { OptionError } from "../../ground/settings/optionError.ts";
import { checkTlsFlags } from "../../serving/http/tls/tlsFlags.ts";
import { acceptedFlagWarning, declareAcceptedFlags } from "./acceptedFlags.ts";
import { checkEtcdFiles } from "./etcdFlags.ts";
import { SERVER_FLAGS, type ServerOptions } from "./options.ts";
import { parseArguments } from "./parseArguments.ts";

export interface ServeFlags {
  readonly options: ServerOptions;
  /** Print the kubeconfig's text once the server is ready. */
  readonly printKubeconfig: boolean;
  /** What is to be said of flags that have no function here. */
  readonly warnings: readonly string[];
}

/** Where data lives when nothing is said. */
export const defaultDataDir = (): string => join(homedir(), ".orrery", "sandbox");

/** The `serve` command with all its flags, whose texts it collects in `given`. */
function serveCommand(given: Map<string, string[]>, accepted: Set<string>): Command {
  const command = new Command("orrery serve")
    .description("Run the API server without a window.")
    .option("--data-dir <folder>", "store, keys, certificates and kubeconfig", defaultDataDir())
    .option("--print-kubeconfig", "print the kubeconfig once the server is ready", false);
  declareFlags(command, SERVER_FLAGS, given);
  declareAcceptedFlags(command, accepted);
  return command.addHelpText("after", `\n${describeGates()}`);
}

/**
 * Parses the arguments after `serve`.
 * @throws OptionError with one sentence for the user; CommanderError after `--help` was printed
 */
export function parseServeFlags(argv: readonly string[]): ServeFlags {
  const given = new Map<string, string[]>();
  const accepted = new Set<string>();
  const command = serveCommand(given, accepted);
  parseArguments(command, argv);
  const [unknown] = command.args;
  if (unknown !== undefined) throw new OptionError(`unexpected argument ${JSON.stringify(unknown)}`);
  const { dataDir, printKubeconfig } = command.opts<{ dataDir: string; printKubeconfig: boolean }>();
  const options = readFlags(SERVER_FLAGS, given);
  checkTlsFlags(options);
  checkEtcdFiles(options);
  checkElectionTimes(options);
  const warnings = [...accepted].map(acceptedFlagWarning);
  return {
    printKubeconfig,
    warnings,
    options: { ...options, dataDir: resolve(dataDir), flagTexts: flagTexts(SERVER_FLAGS, given) },
  };
}
