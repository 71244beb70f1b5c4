import { messageOf } from "../../../../shared/text/messageOf.ts";
import type {
  ContainerProcess,
  OutputListener,
  ProcessOptions,
  TerminalSize,
} from "../../../api/registry/podAccess.ts";
import { sharedAbort } from "../../../ground/timing/signals.ts";
import type { MessageProtocol } from "../programs/program.ts";
import type { CallMessage, FetchedMessage, FetchMessage, MachineMessage, SignalName } from "../shell/messages.ts";
import type { CallHandler, Shells, StartedRun } from "./shells.ts";

/** What a container's machine is created from, when it is first needed. */
export interface MachineParts {
  readonly shells: Shells;
  readonly env: ReadonlyMap<string, string>;
  readonly workingDir: string;
  /** Whether it mounts volumes that the pod names, besides the token of its account. */
  readonly hasVolumes: boolean;
  readonly handleCall: CallHandler;
  /** Fills the volumes and returns the description of the machine, including its mounts. */
  describe(): Promise<MachineMessage>;
  /** Called when the machine is no longer needed. */
  closed?(): void;
}

export interface MachineRun extends ProcessOptions {
  readonly argv: readonly string[];
  readonly isMain?: boolean;
  /** Runs the program that simulates the image, until the signal aborts. @returns the exit code */
  serve?(argv: readonly string[], signal: AbortSignal): Promise<number>;
  /** Whether that program also substitutes for programs that the simulation does not have. */
  readonly isFallback?: boolean;
}

const FAILED = 126;
const DEFAULT_ENV = { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", HOME: "/root" };

/** The machine for the commands of one run of a container. It costs nothing before its first command, which opens it. */
export class ContainerMachine {
  readonly #parts: MachineParts;
  #opened: Promise<number> | undefined;
  #generation = -1;
  #hostname = "";
  #serve: MachineRun["serve"];
  readonly #closed = sharedAbort();
  readonly #running = new Set<MachineProcess>();

  constructor(parts: MachineParts) {
    this.#parts = parts;
  }

  /** Whether a command has run in the machine, and the machine is not closed. */
  get isOpen(): boolean {
    return this.#opened !== undefined && !this.#closed.signal.aborted;
  }

  run(call: MachineRun): MachineProcess {
    const process = new MachineProcess();
    this.#running.add(process);
    void process.exited.then(() => this.#running.delete(process));
    void this.#start(process, call).catch((error: unknown) => {
      void process.output("stderr", Buffer.from(`${messageOf(error)}\n`));
      process.exit(FAILED);
    });
    return process;
  }

  fetch(request: FetchMessage): Promise<FetchedMessage> {
    return this.#ask({ name: "fetch", request }) as Promise<FetchedMessage>;
  }

  datagram(host: string, port: number, text: string, protocol: MessageProtocol = "UDP"): Promise<string | undefined> {
    return this.#ask({ name: "datagram", host, port, text, protocol }) as Promise<string | undefined>;
  }

  /** The last bytes of a file; undefined when no command has run that could have created it. */
  async readEnd(path: string, most: number): Promise<Uint8Array | undefined> {
    const machine = this.isOpen ? await this.#opened : undefined;
    return machine === undefined ? undefined : this.#parts.shells.read(machine, path, most, "last");
  }

  /**
   * The first bytes of a file, as a server that runs in the container reads it; null when the file does not exist.
   * @returns undefined while the container has only the files of its image, because no command has run in it and it
   * mounts no volumes. A server then answers without these files, and the container still costs nothing.
   */
  async file(path: string, most: number): Promise<Uint8Array | null | undefined> {
    if (this.#closed.signal.aborted || !(this.isOpen || this.#parts.hasVolumes)) return undefined;
    return this.mounted(path, most);
  }

  /**
   * The first bytes of a file, usually one of a mounted volume; null when the file does not exist. Opens the machine.
   */
  async mounted(path: string, most: number): Promise<Uint8Array | null> {
    if (this.#closed.signal.aborted) return null;
    return (await this.#parts.shells.read(await this.#machine(), path, most, "first")) ?? null;
  }

  /** Its number in the thread of all machines; undefined before the first command. */
  get openNumber(): Promise<number> | undefined {
    return this.isOpen ? this.#opened : undefined;
  }

  /** Its number in the thread of all machines. Opens the machine. */
  number(): Promise<number> {
    return this.#machine();
  }

  /** Closes the machine. As a kernel does, it kills all processes that still run in the container. */
  close(): void {
    if (this.#closed.signal.aborted) return;
    this.#closed.abort();
    for (const process of this.#running) process.kill();
    const { shells, closed } = this.#parts;
    void this.#opened?.then((machine) => shells.close(machine)).catch(() => undefined);
    closed?.();
  }

  #ask(call: CallMessage): Promise<unknown> {
    return this.#parts.handleCall(call, this.#closed.signal);
  }

  async #start(
    process: MachineProcess,
    { argv, tty, stdin, isMain = false, serve, isFallback = false }: MachineRun,
  ): Promise<void> {
    this.#serve = serve ?? this.#serve;
    const { shells, env, workingDir } = this.#parts;
    const machine = await this.#machine();
    const variables = new Map([...Object.entries(DEFAULT_ENV), ["HOSTNAME", this.#hostname], ...env]);
    if (tty) variables.set("TERM", "xterm");
    const run = {
      argv,
      env: [...variables] as [string, string][],
      cwd: workingDir || "/",
      tty,
      stdin,
      isMain,
      serves: serve !== undefined,
      isFallback,
    };
    const events = {
      output: (stream: "stdout" | "stderr", bytes: Uint8Array) => process.output(stream, bytes),
      begun: (problem: string | undefined) => process.begins(problem),
      exit: (code: number) => process.exit(code),
    };
    process.started(shells.run(machine, run, events));
  }

  /** Opens the machine when it is not open, or when the thread of all machines has been restarted. */
  #machine(): Promise<number> {
    if (this.#generation !== this.#parts.shells.generation) this.#opened = undefined;
    this.#opened ??= this.#open();
    return this.#opened;
  }

  async #open(): Promise<number> {
    const { shells, describe, handleCall } = this.#parts;
    this.#generation = shells.generation;
    const described = await describe();
    this.#hostname = described.hostname;
    return shells.open(described, async (call, signal, onPart) =>
      call.name === "serve" ? this.#serve?.(call.argv, signal) : handleCall(call, signal, onPart),
    );
  }
}

/** A command that runs in a machine, or is about to start there. */
export class MachineProcess implements ContainerProcess {
  readonly exited: Promise<number>;
  /** Resolves when it has started, or with the reason why it cannot start. */
  readonly begun: Promise<string | undefined>;
  /** Why the command could not be started. */
  problem: string | undefined;
  #markBegun: (problem: string | undefined) => void = () => undefined;
  readonly #listeners = new Set<OutputListener>();
  /** Output from before a listener was set. */
  readonly #early: (readonly ["stdout" | "stderr", Uint8Array])[] = [];
  readonly #waiting: ((run: StartedRun) => void)[] = [];
  #run: StartedRun | undefined;
  #hasListener = false;
  #resolve: (code: number) => void = () => undefined;

  constructor() {
    this.exited = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.begun = new Promise((resolve) => {
      this.#markBegun = resolve;
    });
  }

  started(run: StartedRun): void {
    this.#run = run;
    for (const callback of this.#waiting.splice(0)) callback(run);
  }

  listen(onOutput: OutputListener): () => void {
    this.#hasListener = true;
    this.#listeners.add(onOutput);
    for (const [stream, bytes] of this.#early.splice(0)) void onOutput(stream, bytes);
    return () => void this.#listeners.delete(onOutput);
  }

  write(bytes: Uint8Array): Promise<void> | undefined {
    if (this.#run !== undefined) return this.#run.input(bytes);
    return new Promise((resolve) => this.#whenStarted((run) => void Promise.resolve(run.input(bytes)).then(resolve)));
  }

  endInput(): void {
    this.#whenStarted((run) => void run.input(undefined));
  }

  resize(size: TerminalSize): void {
    this.#whenStarted((run) => run.resize(size));
  }

  signal(name: SignalName): void {
    this.#whenStarted((run) => run.signal(name));
  }

  kill(): void {
    this.signal("KILL");
  }

  begins(problem: string | undefined): void {
    this.problem = problem;
    this.#markBegun(problem);
  }

  async output(stream: "stdout" | "stderr", bytes: Uint8Array): Promise<void> {
    if (!this.#hasListener) this.#early.push([stream, bytes]);
    await Promise.all([...this.#listeners].map((listener) => listener(stream, bytes)));
  }

  exit(code: number): void {
    this.#markBegun(undefined);
    this.#resolve(code);
  }

  #whenStarted(callback: (run: StartedRun) => void): void {
    if (this.#run === undefined) this.#waiting.push(callback);
    else callback(this.#run);
  }
}
