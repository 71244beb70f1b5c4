import { readOptions } from "../commands/command.ts";
import { type SimpleCommand, textOf, type Word } from "./commandTree.ts";
import { statementsOf } from "./streamedScript.ts";

/** Matches the names of commands that may read their input. */
const READERS =
  /(^|[\s;&|("'`])(cat|tar|tee|wc|sort|base64|grep|sed|awk|head|tail|md5sum|sha1sum|sha256sum|tr|cut|xargs|jq|dd|read|sh|bash|gunzip|gzip)\b/;

/** Commands that read the files they name, by their options with a value. */
const FILE_READERS: Readonly<Record<string, string>> = {
  ...{ cat: "", wc: "", sort: "kotST", base64: "w", head: "nc", tail: "ncs", cut: "bcdf", gunzip: "", gzip: "" },
  ...{ md5sum: "", sha1sum: "", sha256sum: "" },
};
/** The same for commands whose first operand is a pattern or a program, unless `-e` or `-f` says it. */
const PATTERN_READERS: Readonly<Record<string, string>> = { grep: "efmABC", sed: "ef", awk: "fFv", jq: "f" };
/** Commands that never read, whatever their operands are. */
const PRINTERS = new Set(["echo", "printf"]);

/**
 * Whether a script may read its input. A command that reads files, or the output of another one, does not. In case of
 * doubt it may.
 */
export function mayReadInput(text: string): boolean {
  if (!READERS.test(text)) return false;
  try {
    return mayRead(statementsOf(text));
  } catch {
    // The shell will report that it cannot be parsed.
    return true;
  }
}

interface Tree {
  readonly type?: string;
  readonly commands?: readonly unknown[];
  readonly redirections?: readonly { readonly operator?: string; readonly fd?: number | null }[];
}

function mayRead(tree: unknown): boolean {
  if (typeof tree !== "object" || tree === null) return false;
  if (Array.isArray(tree)) return tree.some(mayRead);
  const node = tree as Tree;
  // The other commands of a pipeline read the output of the one before.
  if (node.type === "Pipeline") return mayRead(node.commands?.[0]);
  const redirections = node.redirections ?? [];
  const isRedirected = redirections.some(({ operator = "", fd = null }) => operator.startsWith("<") && (fd ?? 0) === 0);
  if (node.type === "SimpleCommand") {
    if (!isRedirected && reads(tree as SimpleCommand)) return true;
  } else if (isRedirected) return mayRead(redirections);
  return Object.values(tree).some(mayRead);
}

/** Whether a command reads its input itself. */
function reads({ name, args }: SimpleCommand): boolean {
  if (name === null || name === undefined) return false;
  const command = textOf(name)?.replace(/^.*\//, "");
  // A command whose name is computed may be any.
  if (command === undefined) return true;
  if (PRINTERS.has(command)) return false;
  const texts = args.map(wordText);
  const [files, patterns] = [FILE_READERS[command], PATTERN_READERS[command]];
  const { flags, values, operands } = readOptions(texts, files ?? patterns ?? "");
  // The value of a long option looks like an operand.
  if (operands.some((operand) => operand === "-" || operand.startsWith("--"))) return true;
  if (files !== undefined) return operands.length === 0;
  if (patterns !== undefined) {
    if (command === "grep" && (flags.has("r") || flags.has("R"))) return false;
    const hasPattern = values.has("e") || values.has("f");
    return operands.length < (hasPattern ? 1 : 2);
  }
  // It reads itself, or it may start a command that does.
  return READERS.test([command, ...texts].join(" "));
}

/** The text of a word, with a letter for each part that is computed. */
const wordText = ({ parts }: Word): string => parts.map(({ value }) => value ?? "x").join("");
