import { Command } from "commander";
import { createVocabulary, type Vocabulary } from "../../../../shared/vocabulary.ts";
import { OptionError, orOptionError } from "../../../ground/settings/optionError.ts";
import { checkEtcdFiles } from "../../options/etcdFlags.ts";
import { parseArguments } from "../../options/parseArguments.ts";
import { defaultDataDir } from "../../options/parseFlags.ts";

/** The possible actions on stores, and which of the two places each of them takes. */
export const STORE_ACTIONS = {
  copy: { about: "copy what a store holds now into an empty one; revisions begin anew", to: true },
  check: { about: "read every value and tell what is wrong", to: false },
  save: { about: "write a store into a file, with its revisions where the engine can", to: true },
  restore: { about: "make a store of a saved file, where there is none", to: true },
  status: { about: "tell what a store holds", to: false },
} as const;

export type StoreAction = keyof typeof STORE_ACTIONS;

/** The arguments of `orrery store`. */
export interface StoreFlags {
  readonly action: StoreAction;
  readonly from: string;
  /** Empty if the action takes no second place. */
  readonly to: string;
  readonly output: "text" | "json";
  readonly vocabulary: Vocabulary;
  /** Paths of PEM files for etcd members that use TLS. */
  readonly tls: TlsFiles;
}

/** The options have the names of the server's flags. */
export interface TlsFiles {
  readonly etcdCafile?: string;
  readonly etcdCertfile?: string;
  readonly etcdKeyfile?: string;
}

interface RawOptions extends TlsFiles {
  readonly from: string;
  readonly to?: string;
  readonly output: string;
  readonly vocabulary: string;
}

const USAGE = `Usage: orrery store <action> [flags]

Actions:
${Object.entries(STORE_ACTIONS)
  .map(([name, { about }]) => `  ${name.padEnd(8)} ${about}`)
  .join("\n")}

A store is the file of one, the data folder of a server that does not run, or addresses of etcd's members, separated by
commas, the last of which may end with the prefix of the keys: http://10.0.0.1:2379,http://10.0.0.2:2379/registry
`;

/** @returns the usage text when no action is named. @throws OptionError; CommanderError after `--help` was printed */
export function parseStoreFlags([action = "", ...rest]: readonly string[]): StoreFlags | { readonly usage: string } {
  if (["", "-h", "--help", "help"].includes(action)) return { usage: USAGE };
  if (!isAction(action)) {
    throw new OptionError(`there is no action ${JSON.stringify(action)}; try orrery store --help`);
  }
  const { about, to: takesTarget } = STORE_ACTIONS[action];
  const command = new Command(`orrery store ${action}`)
    .description(`${about[0]?.toUpperCase()}${about.slice(1)}.`)
    .option("--from <store>", "file, data folder or addresses of etcd", defaultDataDir())
    .option("--etcd-cafile <file>", "PEM certificates of who signs those of etcd's members")
    .option("--etcd-certfile <file>", "PEM client certificate for etcd")
    .option("--etcd-keyfile <file>", "PEM key of the client certificate")
    .option("--output <format>", "text or json", "text")
    .option("--vocabulary <word>", "of the server that the store is of", "kubernetes");
  if (takesTarget) command.requiredOption("--to <store>", "file or addresses of etcd");
  parseArguments(command, rest);
  const { from, to = "", output, vocabulary, ...tls } = command.opts<RawOptions>();
  const [unexpected] = command.args;
  if (unexpected !== undefined) throw new OptionError(`unexpected argument ${JSON.stringify(unexpected)}`);
  if (output !== "text" && output !== "json") throw new OptionError("--output must be text or json");
  checkEtcdFiles(tls);
  return {
    action,
    from,
    to,
    output,
    tls,
    vocabulary: orOptionError(() => createVocabulary(vocabulary), "--vocabulary"),
  };
}

const isAction = (action: string): action is StoreAction => Object.hasOwn(STORE_ACTIONS, action);
