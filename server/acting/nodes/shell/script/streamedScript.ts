import { Bash } from "just-bash/browser";
import { backgroundJobs } from "./backgroundJobs.ts";
import { braceNames } from "./bracedNames.ts";
import { type Parse, replaceCommands } from "./commandTree.ts";
import { expandedName } from "./expandedNames.ts";
import { hereStrings } from "./hereStrings.ts";
import { markPaths } from "./markScript.ts";
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

/** @throws Error of the parser */
function statementsOf(script: string): Statement[] {
  transform(script, () => undefined);
  return parsed?.statements ?? [];
}

const printer = new Bash({ defenseInDepth: false });
let printed: readonly unknown[] = [];
printer.registerTransformPlugin({
  name: "printed",
  transform: ({ ast }) => ({ ast: { ...ast, statements: printed as typeof ast.statements } }),
});

/** Statements as a text. */
function textOf(statements: readonly unknown[]): string {
  const copy = structuredClone(statements);
  braceNames(copy);
  printed = copy;
  return printer.transform(":").script;
}

/** How a script is made to print as it goes. */
export interface Streaming {
  readonly outlets: Outlets;
  /** What the shell remembers of its scripts. */
  readonly parts: ScriptParts;
  /** Whether the shell ends where POSIX wants one to end that runs a script: see {@link endingCommand}. */
  readonly isStrict?: boolean;
  /** Names of functions that it gets from files that it reads in. */
  readonly sourced?: Iterable<string>;
}

/**
 * The library gives a script's output when all of it has ended. The result is the same script, in which every command
 * that prints to the script's own output sends it to an outlet by a redirection, so that it comes when that command
 * ends. Commands whose output goes elsewhere (into a pipe, a substitution, a file) stay as they are; of each function there are
 * two, one for either case. Loops give others a turn, paths that are opened for output or asked about are marked, and commands
 * in the background are started by another one.
 * @throws Error of the parser, with its line
 */
export function streamedScript(script: string, { outlets, parts, isStrict = false, sourced = [] }: Streaming): string {
  return transform(script, (ast) => {
    hereStrings(ast);
    const parse = statementsOf as unknown as Parse;
    const defined = backgroundJobs(ast, { parse, print: textOf, parts });
    quotedDefaults(ast);
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

/** The same; a script that cannot be read is left to the shell, which says why. @see streamedScript */
export function streamedOr(text: string, streaming: Streaming): string {
  try {
    return streamedScript(text, streaming);
  } catch {
    return text;
  }
}

/** Whether a text is the beginning of a script that the parser wants more of. @param error of the parser */
export function isUnfinished(error: unknown, text: string): boolean {
  if (!(error instanceof Error)) return false;
  if (/got EOF|unexpected EOF|unterminated/.test(error.message)) return true;
  // A list of commands that is still empty: the parser then takes the end of the text for the word that ends the list.
  const [, line, column] = /^Parse error at (\d+):(\d+): syntax error near unexpected token/.exec(error.message) ?? [];
  if (line === undefined) return false;
  const rest = text
    .split("\n")
    .slice(Number(line) - 1)
    .join("\n");
  return rest.slice(Number(column) - 1).trim() === "";
}
