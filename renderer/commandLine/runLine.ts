/** Parses a line of the command line and runs its command. */

import { isApiError } from "../../shared/status.ts";
import { messageOf } from "../../shared/text/messageOf.ts";
import { encodeViewAs, VIEW_AS_HEADER } from "../../shared/viewAs.ts";
import { splitCommand } from "../terminal/sessionPath.ts";
import { COMMANDS } from "./commands/commands.ts";
import { COMMON_FLAGS, type Command, type Session } from "./model/command.ts";
import { readInput, UsageError } from "./model/flags.ts";

/** Names of the client that users may type before a command. */
const CLIENTS = new Set(["kubectl", "k"]);

/** The words of a line, without the client's name; flags before the command are moved behind it. */
export function wordsOf(line: string): string[] {
  const all = splitCommand(line);
  const words = CLIENTS.has(all[0] ?? "") ? all.slice(1) : all;
  let first = 0;
  while (words[first]?.startsWith("-") === true) first += takesNext(words[first] ?? "") ? 2 : 1;
  const end = words.indexOf("--");
  const last = end < 0 ? words.length : end;
  return [...words.slice(first, last), ...words.slice(0, first), ...words.slice(last)];
}

/** Whether the word is a common flag that takes the next word as its value. */
const takesNext = (word: string): boolean =>
  COMMON_FLAGS.some(({ name, short, takes }) => takes === true && (word === `--${name}` || word === `-${short}`));

/** The command at the beginning of a line, with the longest matching name, and the number of its words. */
export function commandOf(words: readonly string[]): { command: Command; length: number } | undefined {
  const plain = words.filter((word) => !word.startsWith("-"));
  const fits = (name: string): boolean => name.split(" ").every((part, i) => plain[i] === part);
  const found = COMMANDS.flatMap((command) =>
    [command.name, ...(command.aliases ?? [])]
      .filter(fits)
      .map((name) => ({ command, length: name.split(" ").length })),
  );
  return found.sort((a, b) => b.length - a.length)[0];
}

/** Commands whose names start with the words: `rollout` returns six. */
export const continuing = (words: readonly string[]): Command[] =>
  COMMANDS.filter(
    ({ name }) => name.split(" ").length > words.length && words.every((word, i) => name.split(" ")[i] === word),
  );

/**
 * Runs one line. Prints errors like the reference's client.
 * @returns whether it succeeded
 */
export async function runLine(line: string, session: Session): Promise<boolean> {
  const words = wordsOf(line);
  if (words.length === 0) return true;
  try {
    if (words.includes("|") || words.includes(">") || words.includes("&&")) {
      throw new UsageError("error: this command line has no pipes and no redirection");
    }
    if (words[0] === "help" || (words.length === 1 && /^(-h|--help)$/.test(words[0] ?? ""))) {
      session.print(helpFor(words.slice(1)));
      return true;
    }
    const found = commandOf(words);
    if (found === undefined) {
      const further = continuing(words.filter((word) => !word.startsWith("-")).slice(0, 1));
      throw new UsageError(
        further.length > 0 ? helpOf(further) : `error: unknown command "${words[0]}"; help lists those that there are`,
      );
    }
    await run(found.command, withoutName(words, found.length), session);
    return true;
  } catch (error) {
    if (session.signal.aborted) return false;
    session.print(textOf(error));
    return false;
  }
}

/** Removes the words of a command's name, even with flags between them. */
function withoutName(words: readonly string[], length: number): string[] {
  let left = length;
  return words.filter((word) => {
    if (left === 0 || word.startsWith("-")) return true;
    left -= 1;
    return false;
  });
}

async function run(command: Command, words: readonly string[], session: Session): Promise<void> {
  const known = [
    ...command.flags,
    ...COMMON_FLAGS.filter(({ name }) => !command.flags.some((flag) => flag.name === name)),
  ];
  const input = readInput(words, known);
  if (input.has("help")) {
    session.print(`${command.summary}.\n\n  ${command.name} ${command.usage}`);
    return;
  }
  const namespace = input.value("namespace") || session.namespace;
  const username = input.value("as");
  const headers: Record<string, string> =
    username === "" ? {} : { [VIEW_AS_HEADER]: encodeViewAs({ username, groups: [...input.values("as-group")] }) };
  if (username === "" && input.has("as-group"))
    throw new UsageError("error: requesting groups without a user: --as-group needs --as");
  await command.run(input, {
    ...session,
    namespace,
    ask: (request) => session.ask({ ...request, headers: { ...headers, ...request.headers } }),
  });
}

/** An error in the form of the reference's client. */
function textOf(error: unknown): string {
  if (error instanceof UsageError) return error.message;
  if (!isApiError(error) || error.code === 0) return `error: ${messageOf(error)}`;
  if (error.reason === "Invalid" || error.reason === "")
    return `error: ${error.message}`.replace(/^error: (?=.* is invalid: )/, "The ");
  return `Error from server (${error.reason}): ${error.message}`;
}

const helpOf = (commands: readonly Command[]): string => {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return commands.map(({ name, summary }) => `  ${name.padEnd(width)}   ${summary}`).join("\n");
};

function helpFor(words: readonly string[]): string {
  const found = commandOf(words);
  if (found !== undefined) return `${found.command.summary}.\n\n  ${found.command.name} ${found.command.usage}`;
  const some = words.length === 0 ? COMMANDS : continuing(words);
  return some.length === 0 ? `There is no command "${words.join(" ")}".` : helpOf(some);
}
