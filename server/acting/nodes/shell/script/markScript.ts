import { MARKS } from "../files/markedPaths.ts";

/** The parts of the library's syntax trees that name files. */
interface Word {
  readonly type: "Word";
  parts: { readonly type: string; readonly value?: string; readonly pattern?: string }[];
}
interface Redirection {
  readonly operator: string;
  readonly target: Word | { readonly type: "HereDoc" };
}

const OUTPUTS = new Set([">", ">>", ">|", "&>", "&>>"]);
/** Tests of a file's permissions. */
const QUESTIONS = new Set(["-r", "-w", "-x"]);
const TESTS = new Set(["test", "["]);
/** Commands that source a script. */
const SOURCES = new Set([".", "source"]);
const HOME = { type: "DoubleQuoted", parts: [{ type: "ParameterExpansion", parameter: "HOME", operation: null }] };

/** Adds marks to the files in a syntax tree that are opened for output, tested or sourced; see {@link MARKS}. */
export function markPaths(tree: unknown): void {
  if (typeof tree !== "object" || tree === null) return;
  if (Array.isArray(tree)) {
    for (const each of tree) markPaths(each);
    return;
  }
  const node = tree as Readonly<Record<string, unknown>>;
  for (const { operator, target } of (node["redirections"] ?? []) as readonly Redirection[]) {
    if (OUTPUTS.has(operator) && target.type === "Word") mark(target, MARKS.output);
  }
  if (node["type"] === "SimpleCommand") {
    markQuestions(node["name"], node["args"]);
    markSource(node["name"], node["args"]);
  }
  if (node["type"] === "CondUnary" && QUESTIONS.has(String(node["operator"]))) {
    mark(node["operand"] as Word, MARKS.access);
  }
  for (const inner of Object.values(node)) markPaths(inner);
}

/** Marks the file in `test -w FILE` and `[ -w FILE ]`. */
function markQuestions(name: unknown, args: unknown): void {
  if (!TESTS.has(literal(name) ?? "")) return;
  const words = args as readonly Word[];
  for (const [i, word] of words.entries()) {
    const file = words[i + 1];
    if (file !== undefined && QUESTIONS.has(literal(word) ?? "")) mark(file, MARKS.access);
  }
}

/** Marks the file in `. FILE`, when it is given by path instead of being searched for. */
function markSource(name: unknown, args: unknown): void {
  const [file] = args as readonly Word[];
  if (file === undefined || !SOURCES.has(literal(name) ?? "")) return;
  const text = literal(file);
  if (text === undefined || text.includes("/")) mark(file, MARKS.source);
}

function mark(word: Word, text: string): void {
  const [first, ...rest] = word.parts;
  if (first === undefined || word.parts.some(({ type }) => type === "Glob")) return;
  // The library treats device names specially.
  if (first.type === "Literal" && first.value?.startsWith("/dev/") === true) return;
  const before = { type: "Literal", value: text };
  word.parts = first.type === "TildeExpansion" ? [before, HOME, ...rest] : [before, first, ...rest];
}

/** The text of a word that is a plain literal; the parser takes a lone bracket for a pattern. */
function literal(word: unknown): string | undefined {
  const [part, ...more] = (word as Word | null | undefined)?.parts ?? [];
  return more.length === 0 ? (part?.value ?? part?.pattern) : undefined;
}
