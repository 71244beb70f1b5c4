import { Bash, getCommandNames, type IFileSystem } from "just-bash/browser";
import { messageOf } from "../../../../shared/messageOf.ts";
import { commandsFor } from "./commands/commands.ts";
import { completions } from "./completions.ts";
import type { ProgramMessage, SignalName } from "./messages.ts";
import { whyNotStarted } from "./missingProgram.ts";
import type { ListedProcess } from "./processSpace.ts";
import { RefusedError } from "./refusals.ts";
import { RunFiles } from "./runFiles.ts";
import { RunInput } from "./runInput.ts";
import { plainScript, readScript } from "./runScript.ts";
import { RunSignals } from "./runSignals.ts";
import type { RunParts, ShellProcess } from "./shellProcess.ts";
import { streamedScript } from "./streamedScript.ts";

/** Nothing that runs in a container is ended for what it did long enough. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;
const LIMITS = {
  maxCommandCount: UNLIMITED,
  maxLoopIterations: UNLIMITED,
  maxWorkUnits: UNLIMITED,
  maxOutputSize: UNLIMITED,
  maxInputBytes: UNLIMITED,
  maxTraversalWork: UNLIMITED,
  maxExecutionTimeMs: Number.POSITIVE_INFINITY,
  maxStringLength: 16 * 1024 * 1024,
  maxLiveBytes: 128 * 1024 * 1024,
};
/** The most bytes of output that may be on their way; a program that prints more waits. */
const MOST_UNDERWAY = 1024 * 1024;
/** Lines of a trace (`set -x`) of what is added to scripts. */
/** What the library says of commands of its own that it does not have here. */
const NOT_HERE = /: command not available in browser environments\. .*$/gm;
const OWN_TRACES = /^\++ __(STREAMED=1|turn)\n/gm;
const KILLED = 137;
const FAILED = 126;
const NOT_FOUND = 127;
/** A shell's code for a script that it cannot open. */
const UNREADABLE = 2;

/** One command that runs in a machine: a shell with a script or a terminal, or any other command. */
export class ShellRun implements ShellProcess {
  readonly parts: RunParts;
  readonly process: number;
  readonly input: RunInput;
  readonly signals: RunSignals;
  root = "";
  readonly #files: RunFiles;
  readonly #ended = new AbortController();
  #underway = 0;
  #resume: () => void = () => undefined;

  constructor(parts: RunParts) {
    this.parts = parts;
    this.process = parts.machine.add(this, parts.what.isMain);
    this.#files = new RunFiles(this, (process) => this.#rootOf(process));
    this.signals = new RunSignals((code) => this.#end(code));
    this.input = new RunInput({
      tty: parts.what.tty,
      hasInput: parts.what.stdin,
      show: (text) => void this.print("stdout", text),
      interrupt: () => this.signals.send("INT"),
      complete: (line, folder) => completions(this.#files.plain, line, folder),
    });
  }

  /** Prints. @returns what resolves when there is room for more */
  print(stream: "stdout" | "stderr", bytes: Uint8Array | string): Promise<void> | void {
    const sent = typeof bytes === "string" ? Buffer.from(bytes) : bytes;
    if (this.#ended.signal.aborted || sent.length === 0) return;
    this.#underway += sent.length;
    this.parts.send(stream, sent);
    if (this.#underway < MOST_UNDERWAY) return;
    return new Promise((resolve) => {
      const before = this.#resume;
      this.#resume = () => {
        before();
        resolve();
      };
    });
  }

  /** The receiver has passed on this many bytes of the output. */
  taken(bytes: number): void {
    this.#underway -= bytes;
    if (this.#underway >= MOST_UNDERWAY) return;
    const resume = this.#resume;
    this.#resume = () => undefined;
    resume();
  }

  /** What `ps` shows. */
  get title(): string {
    return this.parts.what.argv.join(" ");
  }

  get user(): number {
    return this.parts.machine.user.user;
  }

  signal(name: SignalName): void {
    this.signals.send(name);
  }

  async processes(): Promise<readonly ListedProcess[]> {
    const { machine, call } = this.parts;
    const programs = (await call({ name: "programs" }, this.#ended.signal)) as readonly ProgramMessage[] | undefined;
    return machine.processes.list(programs ?? []);
  }

  /** The files that another process sees, as this one's user may use them. */
  async #rootOf({ container }: ListedProcess): Promise<IFileSystem | undefined> {
    const { call, machine, machineNumbered } = this.parts;
    if (container === undefined) return machine.filesFor(machine.user);
    const number = await call({ name: "machineOf", container }, this.#ended.signal);
    return typeof number === "number" ? (await machineNumbered(number))?.filesFor(machine.user) : undefined;
  }

  /** @returns the exit code; never rejects */
  async run(): Promise<number> {
    const forced = new Promise<number>((resolve) => {
      this.#forced = resolve;
    });
    try {
      return await Promise.race([this.#runAll(), forced]);
    } catch (error) {
      const isRefused = error instanceof RefusedError;
      const speaker = this.parts.what.argv[0];
      const words = isRefused ? `${speaker}: ${error.path}: ${error.message}` : messageOf(error);
      void this.print("stderr", `${words}\n`);
      return isRefused ? 1 : FAILED;
    } finally {
      this.#ended.abort();
      this.taken(this.#underway);
      this.input.end();
      this.signals.wake();
      this.parts.machine.processes.delete(this.process);
    }
  }

  #forced: (code: number) => void = () => undefined;

  #end(code: number): void {
    this.#ended.abort();
    this.#forced(code);
  }

  async #runAll(): Promise<number> {
    const { what } = this.parts;
    const problem = await this.#whyNotStarted();
    this.parts.begun?.(problem);
    if (problem !== undefined) {
      void this.print("stderr", `${problem}\n`);
      return problem.endsWith("permission denied") || problem.endsWith("is a directory") ? FAILED : NOT_FOUND;
    }
    const script = await readScript(what.argv, this.#files.plain, what);
    if (script === undefined) {
      const file = what.argv.slice(1).find((each) => !/^[-+]/.test(each));
      void this.print("stderr", `${what.argv[0]}: can't open '${file}': No such file or directory\n`);
      return UNREADABLE;
    }
    this.signals.isSession = script.isInteractive;
    const code = await this.#execute(script.text, script.isInteractive, await this.#wholeInput(script.readsInput));
    const onExit = this.signals.trap("EXIT");
    if (onExit !== undefined) await this.#execute(onExit, false, "");
    return code;
  }

  /** Why there is nothing to be started. */
  #whyNotStarted(): Promise<string | undefined> {
    const { what, machine } = this.parts;
    const outlets = { stdout: "", stderr: "" };
    const commands = new Set([...getCommandNames(), ...commandsFor(this, outlets).map(({ name }) => name)]);
    const path = new Map(what.env).get("PATH") ?? "";
    return whyNotStarted(what.argv, { files: machine.filesFor(machine.user), cwd: what.cwd, path, commands });
  }

  /** What a command reads whose input is no terminal: all there is. */
  async #wholeInput(isRead: boolean): Promise<string> {
    if (!isRead || !this.parts.what.stdin || this.parts.what.tty) return "";
    return this.input.all();
  }

  /** The library calls every shell `bash`; a command that is run without a shell has none to speak for it. */
  #printError(bytes: Uint8Array): Promise<void> | void {
    const { argv } = this.parts.what;
    const said = this.#files.told(bytes);
    const isOdd = said.includes("+ __") || said.includes("browser environments");
    const mended = (): string =>
      said.toString("latin1").replace(OWN_TRACES, "").replace(NOT_HERE, ": command not found");
    const text = isOdd ? Buffer.from(mended(), "latin1") : said;
    const [prefix] = /^bash: (line \d+: )?/.exec(text.subarray(0, 30).toString("latin1")) ?? [];
    if (prefix === undefined) return this.print("stderr", text);
    const speaker = plainScript(argv) ? "" : `${argv[0]}: `;
    return this.print("stderr", Buffer.concat([Buffer.from(speaker), text.subarray(prefix.length)]));
  }

  async #execute(text: string, isInteractive: boolean, stdin: string): Promise<number> {
    const { machine, what } = this.parts;
    const id = `/dev/.run-${machine.number}-${this.process}`;
    const outlets = { stdout: `${id}-1`, stderr: `${id}-2` };
    const print = (bytes: Uint8Array) => this.print("stdout", this.#files.told(bytes));
    const printError = (bytes: Uint8Array) => this.#printError(bytes);
    const customCommands = commandsFor(this, outlets);
    const names = new Set([...getCommandNames(), ...customCommands.map((custom) => custom.name)]);
    const files = this.#files.forScript(names, [
      [outlets.stdout, print],
      [outlets.stderr, printError],
      ["/dev/stdout", print],
      ["/dev/stderr", printError],
    ]);
    const bash = new Bash({
      fs: files,
      cwd: (await machine.files.exists(what.cwd)) ? what.cwd : "/",
      env: Object.fromEntries(what.env),
      // Its checks replace functions of the whole thread. What is run has no way to JavaScript in the first place.
      defenseInDepth: false,
      executionLimits: LIMITS,
      processInfo: {
        pid: this.process,
        ppid: this.process === 1 ? 0 : 1,
        uid: machine.user.user,
        gid: machine.user.group,
      },
      customCommands,
    });
    const script = isInteractive ? text : streamedOr(text, outlets, !/bash$/.test(what.argv[0] ?? ""));
    const result = await bash.exec(script, {
      stdin,
      stdinKind: "bytes",
      rawScript: true,
      signal: this.#ended.signal,
    });
    // What was not sent on its way: errors of the parser, traces.
    await print(Buffer.from(result.stdout, result.stdoutKind === "bytes" ? "latin1" : "utf8"));
    await this.#printError(Buffer.from(result.stderr));
    return this.#ended.signal.aborted ? KILLED : result.exitCode;
  }
}

/** A script that cannot be read is left to the shell, which says why. */
function streamedOr(text: string, outlets: { stdout: string; stderr: string }, isStrict: boolean): string {
  try {
    return streamedScript(text, outlets, isStrict);
  } catch {
    return text;
  }
}
