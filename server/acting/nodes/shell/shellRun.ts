import { Bash, type CustomCommand, getCommandNames, type IFileSystem } from "just-bash/browser";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { sharedAbort } from "../../../ground/timing/signals.ts";
import { commandsFor } from "./commands/commands.ts";
import { serverCommand } from "./commands/serverCommands.ts";
import { RefusedError } from "./files/refusals.ts";
import type { ProgramMessage, SignalName, UserMessage } from "./messages.ts";
import { startFailure } from "./missingProgram.ts";
import { Jobs, type ShellChild } from "./processes/jobs.ts";
import type { ListedProcess } from "./processes/processSpace.ts";
import { RunSignals } from "./processes/runSignals.ts";
import { RunFiles } from "./runFiles.ts";
import { plainScript, type RunScript, readScript } from "./runScript.ts";
import { EMPTY, OWN_NAME } from "./script/innerNames.ts";
import { missingProgramNames } from "./script/missingProgramNames.ts";
import { ScriptParts } from "./script/scriptParts.ts";
import { shellMessages } from "./script/shellMessages.ts";
import { sourcedFunctions } from "./script/sourcedFunctions.ts";
import { streamedOr } from "./script/streamedScript.ts";
import type { Outlets } from "./script/streamRewriter.ts";
import { LIMITS } from "./shellLimits.ts";
import type { ChildMessage, RunParts, ShellProcess } from "./shellProcess.ts";
import { completions } from "./terminal/completions.ts";
import { OutputFlow } from "./terminal/outputFlow.ts";
import { RunInput } from "./terminal/runInput.ts";

const KILLED = 137;
const FAILED = 126;
const NOT_FOUND = 127;
/** A shell's exit code for a script that it cannot open. */
const UNREADABLE = 2;

/** One command that runs in a machine: a shell with a script or a terminal, or any other command. */
export class ShellRun implements ShellProcess {
  readonly parts: RunParts;
  readonly process: number;
  readonly input: RunInput;
  readonly signals: RunSignals;
  root = "";
  readonly jobs = new Jobs();
  readonly scriptParts = new ScriptParts();
  readonly #files: RunFiles;
  #script: RunScript | undefined;
  /** Foreground children: they end with this run. */
  readonly #children = new Set<ShellRun>();
  readonly #ended = sharedAbort();
  readonly #output = new OutputFlow();

  constructor(parts: RunParts) {
    this.parts = parts;
    this.process = parts.machine.add(this, parts.request.isMain);
    this.#files = new RunFiles(this, (process) => this.#rootOf(process));
    this.signals = new RunSignals((code) => this.#end(code));
    this.signals.isFirst = this.process === 1;
    this.input = parts.input ?? this.#ownInput();
  }

  #ownInput(): RunInput {
    const { tty, stdin } = this.parts.request;
    return new RunInput({
      tty,
      hasInput: stdin,
      show: (text) => void this.print("stdout", text),
      interrupt: () => this.signal("INT"),
      taken: (bytes) => this.parts.inputTaken?.(bytes),
      complete: (line, folder) => completions(this.#files.plain, line, folder),
    });
  }

  get name(): string {
    return this.#script?.name ?? this.parts.request.argv[0] ?? "";
  }

  get isBash(): boolean {
    const shell = this.#script?.shell ?? this.parts.request.argv[0] ?? "";
    return this.parts.job?.isBash ?? /bash$/.test(shell);
  }

  /** A foreground command is killed when this run ends; a background one when the machine closes. */
  spawn({ argv, env, cwd, job, stdin, send, begun }: ChildMessage): ShellChild | undefined {
    const { machine, call, machineNumbered, request, print: above } = this.parts;
    if (machine.processes.isFull) return undefined;
    const isShared = stdin === undefined && request.stdin;
    const passOn = send ?? above ?? ((stream, bytes) => this.print(stream, bytes));
    const child = new ShellRun({
      ...{ machine, call, machineNumbered, begun, job },
      // Output of background commands goes where the outermost command prints.
      print: passOn,
      request: {
        ...{ argv, cwd, env: Object.entries(env), isMain: false },
        ...{ serves: request.serves === true, isFallback: request.isFallback === true },
        tty: isShared && request.tty,
        stdin: isShared || (stdin?.length ?? 0) > 0,
      },
      ...(isShared ? { input: this.input } : {}),
      send: (stream, bytes) => void Promise.resolve(passOn(stream, bytes)).then(() => child.taken(bytes.length)),
    });
    child.root = this.root;
    if (stdin !== undefined) {
      child.input.push(stdin);
      child.input.end();
    }
    const runs: Set<unknown> = job === undefined ? this.#children : machine.jobs;
    runs.add(child);
    const exited = child.run().finally(() => runs.delete(child));
    return { process: child.process, title: child.title, exited, signal: (name) => child.signal(name) };
  }

  /** Prints. @returns a promise that resolves when there is room for more */
  print(stream: "stdout" | "stderr", bytes: Uint8Array | string): Promise<void> | void {
    const sent = typeof bytes === "string" ? Buffer.from(bytes) : bytes;
    if (this.#ended.signal.aborted || sent.length === 0) return;
    const room = this.#output.sent(sent.length);
    this.parts.send(stream, sent);
    return room;
  }

  /** The receiver has passed on this many bytes of the output. */
  taken(bytes: number): void {
    this.#output.taken(bytes);
  }

  /** The command line, as `ps` shows it. */
  get title(): string {
    return this.parts.job?.title ?? this.parts.request.argv.join(" ");
  }

  get user(): UserMessage {
    return this.parts.machine.user;
  }

  signal(name: SignalName): void {
    // A terminal interrupts all processes in its foreground.
    if (name === "INT") for (const child of this.#children) child.signal(name);
    this.signals.send(name);
  }

  async processes(): Promise<readonly ListedProcess[]> {
    const { machine, call } = this.parts;
    const programs = (await call({ name: "programs" }, this.#ended.signal)) as readonly ProgramMessage[] | undefined;
    return machine.processes.list(programs ?? []);
  }

  /** The files that another process sees, with the permissions of this run's user. */
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
      const speaker = this.parts.request.argv[0];
      const words = isRefused ? `${speaker}: ${error.path}: ${error.message}` : messageOf(error);
      void this.print("stderr", `${words}\n`);
      return isRefused ? 1 : FAILED;
    } finally {
      this.#ended.abort();
      this.taken(this.#output.underway);
      for (const child of this.#children) child.signal("KILL");
      if (this.parts.input === undefined) this.input.end();
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
    const { request, job, machine } = this.parts;
    await machine.untilTurn();
    if (this.#ended.signal.aborted) return KILLED;
    if (job !== undefined)
      return this.#runScript({ name: job.name, text: job.script, isInteractive: false, readsInput: false });
    const problem = await this.#startFailure();
    this.parts.begun?.(problem);
    if (problem !== undefined) {
      return problem.endsWith("permission denied") || problem.endsWith("is a directory") ? FAILED : NOT_FOUND;
    }
    const script = await readScript(request.argv, this.#files.plain, request);
    if (script === undefined) {
      const file = request.argv.slice(1).find((each) => !/^[-+]/.test(each));
      void this.print("stderr", `${request.argv[0]}: can't open '${file}': No such file or directory\n`);
      return UNREADABLE;
    }
    return this.#runScript(script);
  }

  async #runScript(script: RunScript): Promise<number> {
    const { text, isInteractive, readsInput } = script;
    this.#script = script;
    this.signals.isSession = isInteractive;
    const env = Object.fromEntries(this.parts.request.env);
    const ended = await this.#execute({ text, isInteractive, env }, await this.#wholeInput(readsInput));
    const onExit = this.signals.trap("EXIT");
    if (onExit === undefined) return ended.code;
    // The library does not support `EXIT` traps. Another shell runs the trap, with the state of this one at its end.
    const { functions } = this.scriptParts;
    const last = `${functions}(exit ${ended.code})\n${onExit}\nexit ${ended.code}`;
    return (await this.#execute({ text: last, isInteractive: false, env: ended.env }, "")).code;
  }

  /** Why the command cannot be started. */
  #startFailure(): Promise<string | undefined> {
    const { request, machine } = this.parts;
    const outlets = { stdout: "", stderr: "" };
    const commands = new Set([...getCommandNames(), ...commandsFor(this, outlets).map(({ name }) => name)]);
    const path = new Map(request.env).get("PATH") ?? "";
    const files = machine.filesFor(machine.user);
    return startFailure(request.argv, { files, cwd: request.cwd, path, commands, lacks: machine.lacks });
  }

  /** The complete input of a command whose input is not a terminal. */
  async #wholeInput(isRead: boolean): Promise<string> {
    if (!isRead || !this.parts.request.stdin || this.parts.request.tty) return "";
    return this.input.all(LIMITS.maxStringLength);
  }

  /** The commands of the container, and those of the image itself. */
  #commandsFor(text: string, outlets: Outlets): CustomCommand[] {
    const commands = commandsFor(this, outlets);
    if (this.parts.request.isFallback !== true) return commands;
    const known = new Set([...getCommandNames(), ...commands.map(({ name }) => name)]);
    const own = missingProgramNames(text, (name) => known.has(name));
    return [...commands, ...own.map((name) => serverCommand(this, name))];
  }

  #printError(bytes: Uint8Array): Promise<void> | void {
    const { request, machine } = this.parts;
    const { argv } = request;
    const hasSpeaker = this.#script?.shell !== undefined || !plainScript(argv);
    return this.print(
      "stderr",
      shellMessages(hasSpeaker ? argv[0] : undefined, this.#files.withoutMarks(bytes), machine.isBusybox),
    );
  }

  /** @returns the exit code, and the variables at the end */
  async #execute(
    { text, isInteractive, env }: { text: string; isInteractive: boolean; env: Record<string, string> },
    stdin: string,
  ): Promise<{ readonly code: number; readonly env: Record<string, string> }> {
    const { machine, request, job } = this.parts;
    const id = `/dev/.run-${machine.number}-${this.process}`;
    const outlets = { stdout: `${id}-1`, stderr: `${id}-2` };
    const print = (bytes: Uint8Array) => this.print("stdout", this.#files.withoutMarks(bytes));
    const printError = (bytes: Uint8Array) => this.#printError(bytes);
    const customCommands = this.#commandsFor(text, outlets);
    const names = new Set([...getCommandNames(), ...customCommands.map((custom) => custom.name)]);
    for (const name of machine.lacks) names.delete(name);
    const streaming = { outlets, parts: this.scriptParts, isStrict: !this.isBash };
    const files = this.#files.forScript(
      names,
      [
        [outlets.stdout, print],
        [outlets.stderr, printError],
        ["/dev/stdout", print],
        ["/dev/stderr", printError],
      ],
      (sourced) => streamedOr(sourced, streaming),
    );
    const bash = new Bash({
      fs: files,
      cwd: (await machine.files.exists(request.cwd)) ? request.cwd : "/",
      env: { ...env, [OWN_NAME]: this.name, [EMPTY]: "" },
      // The library's checks replace global functions of the whole thread. Scripts cannot run JavaScript in the first
      // place.
      defenseInDepth: false,
      executionLimits: LIMITS,
      processInfo: {
        pid: job?.shell ?? this.process,
        ppid: this.process === 1 ? 0 : 1,
        uid: machine.user.user,
        gid: machine.user.group,
      },
      customCommands,
    });
    const sourced = isInteractive ? [] : await sourcedFunctions(text, this.#files.plain, request.cwd);
    for (const name of sourced) this.scriptParts.expect(name);
    const script = isInteractive ? text : streamedOr(text, { ...streaming, sourced });
    const result = await bash.exec(script, {
      stdin,
      stdinKind: "bytes",
      rawScript: true,
      signal: this.#ended.signal,
    });
    // Output that was not sent through an outlet: errors of the parser, and traces.
    await print(Buffer.from(result.stdout, result.stdoutKind === "bytes" ? "latin1" : "utf8"));
    await this.#printError(Buffer.from(result.stderr));
    return { code: this.#ended.signal.aborted ? KILLED : result.exitCode, env: result.env };
  }
}
