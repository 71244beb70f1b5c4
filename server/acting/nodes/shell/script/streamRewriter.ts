import { textOf } from "./commandTree.ts";
import { IS_STREAMED, RUN_FILE, STATUS, STREAMED_FUNCTION, TRAPPED, TURN, WAIT } from "./innerNames.ts";
import type { ScriptParts } from "./scriptParts.ts";
import {
  type Command,
  commandsOf,
  listsOf,
  literal,
  nameOf,
  type Redirection,
  type Statement,
  type Word,
} from "./scriptTree.ts";

/** The outlets for a script's output, which pass it on as it comes. */
export interface Outlets {
  readonly stdout: string;
  readonly stderr: string;
}

export interface RewriterParts {
  readonly outlets: Outlets;
  readonly parts: ScriptParts;
  readonly parse: (text: string) => Statement[];
  readonly hasTraps: boolean;
}

/** Maximum nesting depth of functions of which a variant that prints as it goes is generated. */
const MAX_NESTED = 3;
const INPUT = new Set(["<", "<<", "<<-", "<<<", "<&"]);
/** Commands that may block, so that a signal can arrive in the meantime. */
const BLOCKING = new Set(["sleep", WAIT, "read", "tail", "curl", "wget", "cat", "sh", "bash", "timeout", "nginx"]);
const LOOPS = new Set(["For", "CStyleFor", "While", "Until"]);

/**
 * Rewrites a script's commands to print to outlets as they go. {@link streamedScript} explains what stays unchanged,
 * and why.
 */
export class StreamRewriter {
  readonly #redirections: Redirection[];
  readonly #turn: Statement[];
  readonly #hasTraps: boolean;
  readonly #marks: { readonly all: unknown[]; readonly output: unknown[] };
  readonly #parts: ScriptParts;
  readonly #outlets: Outlets;
  readonly #parse: (text: string) => Statement[];
  #nested = 0;

  /** @param parse parses a text to statements @param hasTraps whether to check for signals between commands */
  constructor({ outlets, parts, parse, hasTraps }: RewriterParts) {
    const { stdout, stderr } = outlets;
    this.#parse = parse;
    const [model] = commandsOf(this.#parse(`${IS_STREAMED}=1 x >>${stdout} 2>>${stderr}`));
    const [other] = commandsOf(this.#parse(`${IS_STREAMED}=o x`));
    this.#redirections = model?.redirections ?? [];
    this.#marks = { all: model?.assignments ?? [], output: other?.assignments ?? [] };
    this.#turn = this.#parse(`${TURN} || break 99`);
    this.#hasTraps = hasTraps;
    this.#parts = parts;
    this.#outlets = outlets;
  }

  rewrite(statements: Statement[]): void {
    for (let i = 0; i < statements.length; i++) {
      const statement = statements[i] as Statement;
      for (const { commands } of statement.pipelines) {
        for (const command of commands.slice(0, -1)) this.#redirect(command, "stderr");
        const last = commands.at(-1);
        if (last !== undefined) commands[commands.length - 1] = this.#command(last);
      }
      if (this.#hasTraps && isBlocking(statement)) {
        const [followed, ...traps] = this.#trapping(statement);
        statements.splice(i, 1, followed, ...traps);
        i += traps.length;
      }
    }
  }

  /**
   * Adds the check for traps after a statement; traps run even when the statement's failure ends the shell (`set -e`).
   */
  #trapping(statement: Statement): [Statement, ...Statement[]] {
    const isAlone = statement.pipelines.length === 1;
    const first = isAlone ? `x && ${TRAPPED} 0 || ${TRAPPED} $?` : `x; ${TRAPPED} $?`;
    const [followed, ...traps] = this.#parse(`${first}; eval "$__trap"; ${STATUS} $__code`) as [
      Statement,
      ...Statement[],
    ];
    if (!isAlone) return [statement, ...traps];
    return [{ ...followed, pipelines: [...statement.pipelines, ...followed.pipelines.slice(1)] }, ...traps];
  }

  #command(command: Command): Command {
    const hasOutput = (command.redirections ?? []).some(({ operator }) => !INPUT.has(operator));
    if (command.type === "FunctionDef") return this.#function(command);
    if (command.type === "SimpleCommand") {
      this.#simple(command, hasOutput);
      return nameOf(command) === "unset" ? this.#unset(command) : command;
    }
    if (hasOutput) {
      this.#takeTurns(command);
      this.#redirect(command, "all");
    } else {
      for (const list of listsOf(command)) this.rewrite(list);
      this.#takeTurn(command);
    }
    return command;
  }

  #simple(command: Command, hasOutput: boolean): void {
    const name = nameOf(command);
    // Redirections of `exec` without a command apply to the shell itself.
    if (command.name == null || name === STATUS || (name === "exec" && command.args?.length === 0)) return;
    if (name !== undefined && this.#parts.hasFunction(name)) {
      if (hasOutput) this.#redirect(command, "all");
      else command.name = literal(STREAMED_FUNCTION + name);
      return;
    }
    if (name !== undefined && isPath(name)) {
      command.args = [literal(name), ...(command.args ?? [])];
      command.name = literal(RUN_FILE);
    }
    const isSilent = (command.redirections ?? []).some((each) => !INPUT.has(each.operator) && each.fd !== 2);
    const mark = isSilent ? [] : hasOutput ? this.#marks.output : this.#marks.all;
    command.assignments = [...structuredClone(mark), ...(command.assignments ?? [])];
    this.#redirect(command, "all");
  }

  /** Handles `unset -f`: the variant that prints as it goes must then call whatever has the function's name. */
  #unset(command: Command): Command {
    const names = (command.args ?? []).flatMap((arg) => textOf(arg as Word) ?? []);
    const known = names.includes("-f") ? names.filter((name) => this.#parts.hasFunction(name)) : [];
    return known.length === 0 ? command : groupOf(this.#parse, [command, ...commandsOf(this.standIns(known))]);
  }

  /**
   * Generates two functions: the original, for output that goes elsewhere, and a variant that prints as it goes. Where
   * no variant is generated, `standIns` defines one that calls the original.
   */
  #function(command: Command): Command {
    const name = String(command.name);
    const body = command.body as Command | undefined;
    const redirections = [...(command.redirections ?? []), ...(body?.redirections ?? [])];
    if (redirections.length > 0 || this.#nested >= MAX_NESTED) {
      this.#takeTurns(command);
      return command;
    }
    const streamed = structuredClone(command);
    this.#nested += 1;
    streamed.name = STREAMED_FUNCTION + name;
    streamed.body = this.#command(streamed.body as Command);
    this.#nested -= 1;
    this.#takeTurns(command);
    return groupOf(this.#parse, [command, streamed]);
  }

  /**
   * Defines variants that print as they go by calling the originals, for names that are called before they are defined,
   * or are never defined.
   */
  standIns(names: Iterable<string>): Statement[] {
    const { stdout, stderr } = this.#outlets;
    return [...names].flatMap((name) =>
      this.#parse(`${STREAMED_FUNCTION}${name}() { ${name} "$@" >>${stdout} 2>>${stderr}; }`),
    );
  }

  /** Adds redirections before those of the command, so that the command's own take precedence. */
  #redirect(command: Command, which: "all" | "stderr"): void {
    const ours = structuredClone(which === "all" ? this.#redirections : this.#redirections.slice(1));
    command.redirections = [...ours, ...(command.redirections ?? [])];
  }

  #takeTurn(command: Command): void {
    if (!LOOPS.has(command.type) || !Array.isArray(command.body)) return;
    command.body = [...structuredClone(this.#turn), ...command.body];
  }

  /** Adds yielding to all commands inside of a command whose output is not redirected to an outlet. */
  #takeTurns(command: Command): void {
    for (const inner of listsOf(command).flatMap(commandsOf)) this.#takeTurns(inner);
    this.#takeTurn(command);
  }
}

/** A group `{ …; }` of commands. */
function groupOf(parse: (text: string) => Statement[], commands: readonly Command[]): Command {
  const [group] = commandsOf(parse("{ x; }")) as [Command];
  const body = commands.flatMap((command) => {
    const statements = parse("x");
    for (const { pipelines } of statements) for (const pipeline of pipelines) pipeline.commands[0] = command;
    return statements;
  });
  return { ...group, body };
}

/** Whether a command is the path of a file other than the machine's own programs. */
const isPath = (name: string): boolean => name.includes("/") && !/^\/(usr\/)?s?bin\//.test(name);

const isBlocking = (statement: Statement): boolean =>
  commandsOf([statement]).some((command) => BLOCKING.has(nameOf(command) ?? ""));
