import { Bash } from "just-bash/browser";
import { braceNames } from "./bracedNames.ts";
import { type Parse, replaceCommands } from "./commandTree.ts";
import { expandedName } from "./expandedNames.ts";
import { hereStrings } from "./hereStrings.ts";
import { markPaths } from "./markScript.ts";
import { endingCommand } from "./shellEnds.ts";

/** The parts of the library's syntax trees that are looked at here. */
interface Node {
  readonly type: string;
}
interface Word extends Node {
  readonly parts: readonly (Node & { readonly value?: string })[];
}
interface Redirection extends Node {
  readonly operator: string;
}
interface Command extends Node {
  readonly name?: Word | string | null;
  redirections?: Redirection[];
  body?: Statement[] | Command;
  condition?: Statement[];
  clauses?: readonly { condition: Statement[]; body: Statement[] }[];
  elseBody?: Statement[] | null;
  items?: readonly { body: Statement[] }[];
  assignments?: unknown[];
  readonly args?: readonly unknown[];
}
interface Statement extends Node {
  readonly pipelines: readonly { readonly commands: Command[] }[];
}
interface Script extends Node {
  statements: Statement[];
}

/** Where the output of a script goes as it comes. */
export interface Outlets {
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * The name of the variable that tells a built-in command that only the outlet reads its output, so that it may print as
 * it goes.
 */
export const IS_STREAMED = "__STREAMED";
/** Commands that give others their turn, and tell whether loops are to end. */
export const TURN = "__turn";
/** Succeeds when a trap is to be run, which then stands in the variable `__trap`. */
export const TRAPPED = "__trapped";

const INPUT = new Set(["<", "<<", "<<-", "<<<", "<&"]);
/** Commands during which a signal may come. */
const BLOCKING = new Set(["sleep", "wait", "read", "tail", "curl", "wget", "cat"]);
const LOOPS = new Set(["For", "CStyleFor", "While", "Until"]);

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

/**
 * The library gives a script's output when all of it has ended. The result is the same script, in which every command
 * that prints to the script's own output sends it to an outlet by a redirection, so that it comes when that command
 * ends. Commands whose output goes elsewhere (into a pipe, a substitution, a file, a function's caller) stay as they
 * are. Loops give others a turn, and paths that are opened for output or asked about are marked.
 * @param isStrict whether the shell ends where POSIX wants one to end that runs a script: see {@link endingCommand}
 * @throws Error of the parser, with its line
 */
export function streamedScript(script: string, outlets: Outlets, isStrict = false): string {
  return transform(script, (ast) => {
    hereStrings(ast);
    braceNames(ast);
    markPaths(ast);
    const parse = statementsOf as unknown as Parse;
    replaceCommands(ast, (command) => expandedName(command, parse) ?? endingCommand(command, parse, isStrict));
    new Rewriter(outlets, /\btrap\b/.test(script)).rewrite(ast.statements);
  });
}

class Rewriter {
  readonly #redirections: Redirection[];
  readonly #turn: Statement[];
  readonly #traps: Statement[];
  readonly #mark: unknown[];

  constructor({ stdout, stderr }: Outlets, hasTraps: boolean) {
    const [model] = commandsOf(statementsOf(`${IS_STREAMED}=1 x >>${stdout} 2>>${stderr}`));
    this.#redirections = model?.redirections ?? [];
    this.#mark = model?.assignments ?? [];
    this.#turn = statementsOf(`${TURN} || break 99`);
    this.#traps = hasTraps ? statementsOf(`if ${TRAPPED}; then eval "$__trap"; fi`) : [];
  }

  rewrite(statements: Statement[]): void {
    for (let i = 0; i < statements.length; i++) {
      const statement = statements[i] as Statement;
      for (const { commands } of statement.pipelines) {
        for (const command of commands.slice(0, -1)) this.#redirect(command, "stderr");
        const last = commands.at(-1);
        if (last !== undefined) this.#command(last);
      }
      if (this.#traps.length > 0 && isBlocking(statement)) {
        statements.splice(i + 1, 0, ...structuredClone(this.#traps));
        i += this.#traps.length;
      }
    }
  }

  #command(command: Command): void {
    if (command.type === "FunctionDef") {
      this.#takeTurns(command);
    } else if (command.type === "SimpleCommand") {
      // Redirections of `exec` alone are those of the shell.
      if (command.name == null || (nameOf(command) === "exec" && command.args?.length === 0)) return;
      command.assignments = [...structuredClone(this.#mark), ...(command.assignments ?? [])];
      this.#redirect(command, "all");
    } else if ((command.redirections ?? []).some(({ operator }) => !INPUT.has(operator))) {
      this.#takeTurns(command);
      this.#redirect(command, "all");
    } else {
      for (const list of listsOf(command)) this.rewrite(list);
      this.#takeTurn(command);
    }
  }

  /** Puts redirections before those of the command, which so have the last word. */
  #redirect(command: Command, which: "all" | "stderr"): void {
    const ours = structuredClone(which === "all" ? this.#redirections : this.#redirections.slice(1));
    command.redirections = [...ours, ...(command.redirections ?? [])];
  }

  #takeTurn(command: Command): void {
    if (LOOPS.has(command.type) && Array.isArray(command.body)) command.body.unshift(...structuredClone(this.#turn));
  }

  /** In everything inside of a command that keeps its output. */
  #takeTurns(command: Command): void {
    for (const inner of listsOf(command).flatMap(commandsOf)) this.#takeTurns(inner);
    this.#takeTurn(command);
  }
}

const commandsOf = (statements: readonly Statement[]): Command[] =>
  statements.flatMap(({ pipelines }) => pipelines.flatMap(({ commands }) => commands));

/** The lists of statements that a compound command consists of. */
function listsOf({ condition, body, clauses = [], elseBody, items = [] }: Command): Statement[][] {
  if (body !== undefined && !Array.isArray(body)) return listsOf(body);
  const lists = [condition, body, ...clauses.flatMap((each) => [each.condition, each.body]), elseBody];
  return [...lists, ...items.map((item) => item.body)].filter((list) => Array.isArray(list));
}

const isBlocking = (statement: Statement): boolean =>
  commandsOf([statement]).some((command) => BLOCKING.has(nameOf(command) ?? ""));

/** The name of a simple command, where it stands there as it is. */
function nameOf({ name }: Command): string | undefined {
  if (typeof name !== "object" || name === null) return undefined;
  const [part] = name.parts;
  return name.parts.length === 1 && part?.type === "Literal" ? part.value : undefined;
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
