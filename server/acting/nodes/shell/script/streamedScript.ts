import { Bash } from "just-bash/browser";
import { backgroundJobs } from "./backgroundJobs.ts";
import { braceNames } from "./bracedNames.ts";
import { type Parse, replaceCommands } from "./commandTree.ts";
import { expandedName } from "./expandedNames.ts";
import { hereStrings } from "./hereStrings.ts";
import { markPaths } from "./markScript.ts";
import { negatedBrackets } from "./negatedBrackets.ts";
import { plainAssignment } from "./plainAssignments.ts";
import { quotedDefaults } from "./quotedDefaults.ts";
import type { ScriptParts } from "./scriptParts.ts";
import type { Script, Statement } from "./scriptTree.ts";
import { endingCommand } from "./shellEnds.ts";
import { type Outlets, StreamRewriter } from "./streamRewriter.ts";

let parsed: Script | undefined;
let change: (script: Script) => void = () => undefined;
const parser = new Bash({ defenseInDepth: false });
parser.registerTransformPlugin({
  name: "streamed",
  transform({ ast }) {
    parsed = ast as unknown as Script;
    change(parsed);
    return { ast };
  },
});

/** @throws Error of the parser */
function transform(script: string, by: (script: Script) => void): string {
  change = by;
  return parser.transform(script).script;
}

/** The statements of a script. @throws Error of the parser */
export function statementsOf(script: string): Statement[] {
  transform(script, () => undefined);
  return parsed?.statements ?? [];
}

const printer = new Bash({ defenseInDepth: false });
let printed: readonly unknown[] = [];
printer.registerTransformPlugin({
  name: "printed",
  transform: ({ ast }) => ({ ast: { ...ast, statements: printed as typeof ast.statements } }),
});

/** Statements printed as text. */
function textOf(statements: readonly unknown[]): string {
  const copy = structuredClone(statements);
  braceNames(copy);
  printed = copy;
  return printer.transform(":").script;
}

/** Options for making a script print as it goes. */
export interface Streaming {
  readonly outlets: Outlets;
  /** The texts that the shell stores from its scripts. */
  readonly parts: ScriptParts;
  /**
   * Whether the shell ends at errors at which POSIX requires a non-interactive shell to end: see {@link endingCommand}.
   */
  readonly isStrict?: boolean;
  /** Names of functions that come from sourced files. */
  readonly sourced?: Iterable<string>;
}

/**
 * Makes a script print as it goes: the library returns a script's output only after all of it has ended. In the result,
 * every command that prints to the script's own output is redirected to an outlet, so that its output arrives when that
 * command ends. Commands whose output goes elsewhere (a pipe, a substitution, a file) stay unchanged. Each function is
 * generated twice, once for either case. Loops yield to other runs, paths that are opened for output or tested are
 * marked, and background commands are started by an internal command.
 * @throws Error of the parser, with its line
 */
export function streamedScript(script: string, { outlets, parts, isStrict = false, sourced = [] }: Streaming): string {
  return transform(script, (ast) => {
    hereStrings(ast);
    const parse = statementsOf as unknown as Parse;
    const defined = backgroundJobs(ast, { parse, print: textOf, parts });
    quotedDefaults(ast);
    negatedBrackets(ast);
    braceNames(ast);
    markPaths(ast);
    replaceCommands(
      ast,
      (command) =>
        plainAssignment(command, parse) ?? expandedName(command, parse) ?? endingCommand(command, parse, isStrict),
    );
    const rewriter = new StreamRewriter({ outlets, parts, parse: statementsOf, hasTraps: /\btrap\b/.test(script) });
    rewriter.rewrite(ast.statements);
    ast.statements = [...rewriter.standIns(new Set([...defined, ...sourced])), ...ast.statements];
  });
}

/**
 * The same, but a script that cannot be parsed is returned unchanged, so that the shell reports the error. @see
 * streamedScript
 */
export function streamedOr(text: string, streaming: Streaming): string {
  try {
    return streamedScript(text, streaming);
  } catch {
    return text;
  }
}

/** Whether a text is the beginning of a script, for which the parser needs more lines. @param error of the parser */
export function isUnfinished(error: unknown, text: string): boolean {
  if (!(error instanceof Error)) return false;
  if (/got EOF|unexpected EOF|unterminated/.test(error.message)) return true;
  // In a list of commands that is still empty, the parser takes the end of the text for the keyword that ends the list.
  const [, line, column] = /^Parse error at (\d+):(\d+): syntax error near unexpected token/.exec(error.message) ?? [];
  if (line === undefined) return false;
  const rest = text
    .split("\n")
    .slice(Number(line) - 1)
    .join("\n");
  return rest.slice(Number(column) - 1).trim() === "";
}
