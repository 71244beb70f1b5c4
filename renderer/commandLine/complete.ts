/** Completion of a line by Tab: commands, kinds, namespaces, flags, and names of objects. */
import { resourcePath } from "../../shared/resourcePath.ts";
import { COMMANDS } from "./commands/commands.ts";
import { COMMON_FLAGS, type Session } from "./model/command.ts";
import { kindNamed } from "./model/targets.ts";
import { commandOf, wordsOf } from "./runLine.ts";

export interface Completion {
  /** The line, completed with the common prefix of the choices. */
  readonly line: string;
  /** The choices; empty when there was no match, or exactly one. */
  readonly choices: readonly string[];
}

/** Maximum number of suggested names. */
const MOST = 200;

/** Completes the last word of a line. Failed requests are ignored. */
export async function complete(line: string, session: Session): Promise<Completion> {
  const isNew = line === "" || line.endsWith(" ");
  const words = wordsOf(line);
  const last = isNew ? "" : (words.at(-1) ?? "");
  const before = isNew ? words : words.slice(0, -1);
  const offered = (await offers(before, last, session).catch(() => [])).filter((each) => each.startsWith(last));
  const choices = [...new Set(offered)].sort().slice(0, MOST);
  const [only] = choices;
  const head = line.slice(0, line.length - last.length);
  if (choices.length === 1 && only !== undefined) {
    const isOpen = only.endsWith("/") || only.endsWith("=");
    return { line: `${head}${only}${isOpen ? "" : " "}`, choices: [] };
  }
  return { line: `${head}${commonPrefix(choices) || last}`, choices };
}

function commonPrefix(words: readonly string[]): string {
  const [first = "", ...others] = words;
  let length = first.length;
  for (const word of others) while (!word.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length);
}

async function offers(before: readonly string[], last: string, session: Session): Promise<string[]> {
  const previous = before.at(-1) ?? "";
  if (previous === "-n" || previous === "--namespace") return namesOf("namespaces", session);
  const found = commandOf(before);
  if (found === undefined) return subcommands(before);
  const flags = [...found.command.flags, ...COMMON_FLAGS];
  if (last.startsWith("-")) return flags.map(({ name, takes }) => `--${name}${takes === true ? "=" : ""}`);
  const args = before.filter((word) => !word.startsWith("-")).slice(found.length);
  const { name } = found.command;
  if (["logs", "exec", "attach", "port-forward"].includes(name) && !last.includes("/")) return namesOf("pods", session);
  if (["cordon", "uncordon", "drain"].includes(name)) return namesOf("nodes", session);
  const [kind = "", part] = last.split("/");
  if (part !== undefined) return (await namesOf(kind, session)).map((each) => `${kind}/${each}`);
  if (args.length === 0) return [...subcommands(before), ...kinds(session)];
  return namesOf(args[0] ?? "", session);
}

/** The words that can continue a command's name. */
const subcommands = (before: readonly string[]): string[] =>
  COMMANDS.map(({ name }) => name.split(" "))
    .filter((parts) => parts.length > before.length && before.every((word, i) => parts[i] === word))
    .map((parts) => parts[before.length] ?? "");

const kinds = ({ types }: Session): string[] =>
  types.filter(({ preferred, verbs }) => preferred && verbs.includes("list")).map(({ resource }) => resource);

async function namesOf(word: string, session: Session): Promise<string[]> {
  const type = kindNamed(word, session.types);
  if (type === undefined) return [];
  const path = resourcePath({ ...type, namespace: type.namespaced ? session.namespace : "" });
  const accept = `application/json;as=PartialObjectMetadataList;v=v1;g=${session.vocabulary.metaGroup},application/json`;
  const { items = [] } = await session.ask<{ items?: { metadata: { name?: string } }[] }>({
    path: `${path}?limit=${MOST}`,
    accept,
  });
  return items.map(({ metadata }) => metadata.name ?? "");
}
