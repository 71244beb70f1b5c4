import { groupOf, type Parse, type SimpleCommand, textOf } from "./commandTree.ts";
import { expandedName } from "./expandedNames.ts";

/** Special built-in commands that fail only when a redirection or an argument is wrong. */
const SPECIAL = new Set([":", "exec", "export", "readonly", "set", "unset", "trap", "times"]);

/**
 * Makes a shell end where the library's would continue: after the command of `exec`; and in a shell other than bash
 * that runs a script, after a special built-in command whose redirection fails (POSIX, 2.8.1).
 * @param isStrict for a shell that ends at such an error
 * @returns undefined for a command that does not end the shell
 */
export function endingCommand(command: SimpleCommand, parse: Parse, isStrict: boolean): unknown {
  const name = textOf(command.name);
  if (name === "exec" && command.args.length > 0) return groupOf("COMMAND; exit", executed(command, parse), parse);
  const endsIfRefused = isStrict && name !== undefined && SPECIAL.has(name) && command.redirections.length > 0;
  return endsIfRefused ? groupOf("COMMAND || exit", command, parse) : undefined;
}

/** The command of `exec`, without `exec` itself, if that has no options. */
function executed(command: SimpleCommand, parse: Parse): unknown {
  const [name, ...args] = command.args;
  if (name === undefined || (textOf(name) ?? "").startsWith("-")) return command;
  const plain = { ...command, name, args };
  return expandedName(plain, parse) ?? plain;
}
