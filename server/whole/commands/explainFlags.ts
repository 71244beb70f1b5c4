import { Command } from "commander";
import type { ServerAccess } from "../../access/kubeconfig/serverAccess.ts";
import { OptionError } from "../../ground/settings/optionError.ts";
import { parseArguments } from "../options/parseArguments.ts";
import { type ServerOptionValues, serverOf, withServerOptions } from "./serverOptions.ts";

/** The question as written by the user. */
export type Question =
  | { readonly verb: string; readonly path: string }
  | {
      readonly verb: string;
      /** For example `pods`, `po`, `deployments.apps`. */
      readonly resource: string;
      readonly name: string;
      readonly subresource: string;
      /** `""` for all namespaces; undefined when not given. */
      readonly namespace: string | undefined;
    };

/** The arguments of `orrery explain`. */
export interface ExplainFlags {
  readonly question: Question;
  /** Undefined for the caller. */
  readonly as: { readonly username: string; readonly groups: readonly string[] } | undefined;
  readonly output: "text" | "json";
  /** Reads the address and the credentials. @throws OptionError */
  server(): Promise<ServerAccess>;
}

const EXAMPLES = `
Examples:
  orrery explain get pods -n dev
  orrery explain --as alice --as-group dev delete pods web-0 -n dev
  orrery explain --as system:serviceaccount:dev:robot get pods -n dev --subresource log
  orrery explain can /healthz get

Exit codes: 0 allowed, 1 denied, 2 could not be found out.
`;

function explainCommand(): Command {
  const collect = (value: string, all: string[]): string[] => [...all, value];
  const command = new Command("orrery explain")
    .description(
      "Ask a running server whether a user may do something; name the rule that allows it, or the nearest misses.",
    )
    .argument("<words...>", "<verb> <resource[.group]> [name], or a path and a verb")
    .option("--as <user>", "about this user instead of yourself")
    .option("--as-group <group>", "a group of that user; repeatable", collect, [] as string[])
    .option("-n, --namespace <namespace>", "namespace of the resource (default: default)")
    .option("-A, --all-namespaces", "in all namespaces", false)
    .option("--subresource <name>", "such as log, exec, scale or status", "")
    .option("-o, --output <format>", "text or json", "text")
    .addHelpText("after", EXAMPLES);
  return withServerOptions(command);
}

/** The options as parsed by commander. */
interface RawOptions extends ServerOptionValues {
  readonly as?: string;
  readonly asGroup: readonly string[];
  readonly namespace?: string;
  readonly allNamespaces: boolean;
  readonly subresource: string;
  readonly output: string;
}

/** @throws OptionError with one sentence for the user; CommanderError after `--help` was printed */
export function parseExplainFlags(argv: readonly string[]): ExplainFlags {
  const command = explainCommand();
  parseArguments(command, argv);
  const options = command.opts<RawOptions>();
  const { output, as, asGroup } = options;
  if (output !== "text" && output !== "json") throw new OptionError("--output must be text or json");
  if (as === undefined && asGroup.length > 0) throw new OptionError("--as-group needs --as");
  if (as === "") throw new OptionError("--as must name a user");
  return {
    question: questionOf(command.args, options),
    as: as === undefined ? undefined : { username: as, groups: asGroup },
    output,
    server: () => serverOf(options),
  };
}

function questionOf(args: readonly string[], options: RawOptions): Question {
  // "can" is optional, for people who phrase the question that way.
  const words = args[0] === "can" ? args.slice(1) : args;
  const [first = "", second = "", third] = words;
  const tooMany = (count: number): void => {
    if (words.length > count) throw new OptionError(`unexpected argument ${JSON.stringify(words[count])}`);
  };
  if (second === "") throw new OptionError("say a verb and a resource, or a verb and a path");
  if (first.startsWith("/") || second.startsWith("/")) {
    tooMany(2);
    const [path, verb] = first.startsWith("/") ? [first, second] : [second, first];
    if (options.namespace !== undefined || options.allNamespaces || options.subresource !== "") {
      throw new OptionError("paths have neither namespace nor sub-resource");
    }
    return { verb: verb.toLowerCase(), path };
  }
  tooMany(3);
  if (options.allNamespaces && options.namespace !== undefined) {
    throw new OptionError("--namespace and --all-namespaces exclude each other");
  }
  const slash = second.indexOf("/");
  if (slash >= 0 && third !== undefined) throw new OptionError("the name is given twice");
  return {
    verb: first,
    resource: slash < 0 ? second : second.slice(0, slash),
    name: third ?? (slash < 0 ? "" : second.slice(slash + 1)),
    subresource: options.subresource,
    namespace: options.allNamespaces ? "" : options.namespace,
  };
}
