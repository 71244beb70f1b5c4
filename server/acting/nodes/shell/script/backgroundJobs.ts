import { type Parse, type Statement, textOf, type Word } from "./commandTree.ts";
import { LAST_JOB, OWN_NAME, SPAWN, WAIT } from "./innerNames.ts";
import type { ScriptParts } from "./scriptParts.ts";

/** Prints statements as text. */
export type Print = (statements: readonly unknown[]) => string;

/**
 * Rewrites `command &`, which the library would run in the foreground. The command's text is stored in `parts`, and
 * replaced by a command that starts it beside the shell (`commands/jobCommands.ts`). The texts of functions are stored
 * as well, because a background command may call them.
 * @returns the names of the functions that the script defines
 */
export function backgroundJobs(tree: unknown, tools: Tools): ReadonlySet<string> {
  rename(tree);
  const defined = new Set<string>();
  extract(tree, tools, defined);
  return defined;
}

/** Renames `$!` and `$0`, because the library has its own values for them. */
function renameParameter(node: Record<string, unknown>): void {
  const { parameter, operation } = node as { parameter: string; operation: { type: string; innerOp?: unknown } | null };
  if (parameter === "0") node["parameter"] = OWN_NAME;
  if (parameter === "!") node["parameter"] = LAST_JOB;
  // The library parses `${!:-x}` as the value of a variable without a name.
  if (parameter === "" && operation?.type === "Indirection") {
    node["parameter"] = LAST_JOB;
    node["operation"] = operation.innerOp ?? null;
  }
}

interface Tools {
  readonly parse: Parse;
  readonly print: Print;
  readonly parts: ScriptParts;
}

function rename(tree: unknown): void {
  if (typeof tree !== "object" || tree === null) return;
  const node = tree as Record<string, unknown>;
  if (node["type"] === "ParameterExpansion") renameParameter(node);
  if (node["type"] === "SimpleCommand" && textOf(node["name"] as Word | null) === "wait") {
    node["name"] = { type: "Word", parts: [{ type: "Literal", value: WAIT }] };
  }
  for (const inner of Object.values(node)) rename(inner);
}

/** The parts of a function's definition that are used here. */
interface Definition {
  readonly type?: string;
  readonly name: string;
}

function extract(tree: unknown, tools: Tools, defined: Set<string>): void {
  if (typeof tree !== "object" || tree === null) return;
  const { parse, print, parts } = tools;
  const node = tree as Record<string, unknown>;
  for (const [key, inner] of Object.entries(node)) {
    const { background, pipelines = [] } = (inner ?? {}) as Partial<Statement> & { readonly background?: boolean };
    if (background === true) {
      const text = print([{ ...(inner as object), background: false }]);
      const arrays = /\[[@*\w]+\]/.test(text) ? '"$(declare -p)"' : "''";
      node[key] = parse(`${SPAWN} ${parts.keepJob(text)} "$-" ${arrays} "$@"`)[0];
      continue;
    }
    for (const command of pipelines.flatMap(({ commands }) => commands)) {
      const { type, name } = command as Definition;
      if (type !== "FunctionDef") continue;
      parts.define(name, `${print([inner])}\n`);
      defined.add(name);
    }
    extract(inner, tools, defined);
  }
}
