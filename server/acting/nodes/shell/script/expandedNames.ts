import { groupOf, type Parse, replaceCommands, type SimpleCommand, type Word, type WordPart } from "./commandTree.ts";

/** Expansions that may result in several words when they are not in quotes. */
const EXPANSIONS = new Set(["ParameterExpansion", "CommandSubstitution"]);
/** Parameters that result in several words even in quotes. */
const ALL_WORDS = /^(@|\w+\[@\])$/;

/**
 * Handles a command whose name is an expansion, such as `$x` or `"$@"`. The library takes the whole result for the
 * name, although it may be a name with arguments, or nothing at all. Instead, the words are expanded to an array, whose
 * first element is the name.
 * @returns undefined for a command with a name that is one word
 */
export function expandedName(command: SimpleCommand, parse: Parse): unknown {
  const { name, args } = command;
  if (name == null || !isSeveral(name)) return undefined;
  const call = callOf(parse);
  const called = { ...command, ...call, args: [...call.args, ...args] };
  const named = groupOf("__words=(x); case ${#__words[@]} in 0) NOTHING;; *) COMMAND;; esac", called, parse);
  const [first, ...rest] = structuredClone(args);
  const unnamed = { ...structuredClone(command), name: first ?? null, args: rest };
  replaceCommands(named, (each) => {
    if (each.assignments[0]?.array !== undefined && each.name == null) {
      return { ...each, assignments: [{ ...each.assignments[0], array: [name] }] };
    }
    const isNothing = each.name?.parts[0]?.value === "NOTHING";
    return isNothing ? (expandedName(unnamed, parse) ?? unnamed) : undefined;
  });
  return named;
}

/** Calls the words of the array as a command. */
function callOf(parse: Parse): Pick<SimpleCommand, "name" | "args"> {
  const [statement] = parse('"${__words[0]}" "${__words[@]:1}"');
  const [call] = (statement?.pipelines[0]?.commands ?? []) as SimpleCommand[];
  return { name: call?.name ?? null, args: call?.args ?? [] };
}

const isSeveral = ({ parts }: Word): boolean => parts.length === 1 && parts.every(expandsToSeveral);
const expandsToSeveral = ({ type, parts = [] }: WordPart): boolean =>
  EXPANSIONS.has(type) || (type === "DoubleQuoted" && parts.some(({ parameter = "" }) => ALL_WORDS.test(parameter)));
