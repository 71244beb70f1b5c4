import { Worker } from "node:worker_threads";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import type { TerminalSize } from "../../../api/registry/podAccess.ts";
import { ownBytes } from "../../../ground/memory/ownBytes.ts";
import { programText } from "../../../ground/threads/program.ts";
import type {
  CallMessage,
  FileEnd,
  FileText,
  FromShells,
  MachineMessage,
  PathKind,
  RunMessage,
  SignalName,
  ToShells,
  UsageMessage,
} from "../shell/messages.ts";
import { InputFlow } from "./inputFlow.ts";

/** Heap of the thread for all shells, in mebibytes. */
const HEAP = 768;
/** Milliseconds between two checks whether the thread answers, and failed checks after which it is terminated. */
const CHECK_INTERVAL = 10_000;
const MAX_FAILED_CHECKS = 4;
const SIGKILL_EXIT_CODE = 137;

/** Called with a part of an answer. */
export type OnPart = (bytes: Uint8Array) => void;

/** Performs a machine's call to something outside of its thread. */
export type CallHandler = (payload: CallMessage, signal: AbortSignal, onPart?: OnPart) => Promise<unknown>;

export interface RunEvents {
  /** When this returns a promise, the run continues to print after it has resolved. */
  output(stream: "stdout" | "stderr", bytes: Uint8Array): Promise<void> | void;
  /** Called when the run has started, or with the reason why it cannot start. */
  begun(problem: string | undefined): void;
  exit(code: number): void;
}

/** Bytes used, in the order of the request. */
export interface UsedBytes {
  readonly machines: readonly number[];
  readonly volumes: readonly number[];
}

const NOTHING: UsedBytes = { machines: [], volumes: [] };

/** A command that was started. */
export interface StartedRun {
  /** @returns a promise that resolves when there is room for more; undefined when there is room now */
  input(bytes: Uint8Array | undefined): Promise<void> | undefined;
  resize(size: TerminalSize): void;
  signal(name: SignalName): void;
}

/**
 * The thread in which the shells of all simulated containers run, so that their work does not block the server. It
 * starts with the first machine. A thread that does not answer, or has used up its memory, is terminated along with
 * everything that runs in it; the next machine starts a new thread.
 */
export class Shells {
  readonly #callHandlers = new Map<number, CallHandler>();
  readonly #runs = new Map<number, RunEvents & { readonly flow: InputFlow }>();
  readonly #calls = new Map<number, AbortController>();
  readonly #reads = new Map<number, (bytes: Uint8Array | undefined) => void>();
  readonly #measures = new Map<number, (used: UsedBytes) => void>();
  readonly #probes = new Map<number, (kind: PathKind | undefined) => void>();
  #worker: Worker | undefined;
  #watch: NodeJS.Timeout | undefined;
  #silent = 0;
  #last = 0;
  #generation = 0;

  /** Changes when all machines were lost. */
  get generation(): number {
    return this.#generation;
  }

  /** Creates a machine. @returns its number */
  open(payload: MachineMessage, handleCall: CallHandler): number {
    this.#last += 1;
    this.#callHandlers.set(this.#last, handleCall);
    this.#send({ type: "open", machine: this.#last, payload });
    return this.#last;
  }

  close(machine: number): void {
    if (this.#callHandlers.delete(machine)) this.#sendIfRunning({ type: "close", machine });
  }

  /**
   * Replaces all files of a volume by these.
   * @param folder the name of the folder that a kubelet would put them into; undefined to put them into the volume's root
   */
  fill(volume: string, files: readonly FileText[], folder?: string): void {
    this.#send({ type: "volume", volume, files, ...(folder === undefined ? {} : { folder }) });
  }

  drop(volume: string): void {
    this.#sendIfRunning({ type: "dropVolume", volume });
  }

  run(machine: number, payload: RunMessage, events: RunEvents): StartedRun {
    this.#last += 1;
    const run = this.#last;
    const flow = new InputFlow();
    this.#runs.set(run, { ...events, flow });
    this.#send({ type: "run", run, machine, payload });
    return {
      input: (bytes) => {
        this.#sendIfRunning({ type: "input", run, bytes: bytes && ownBytes(bytes) });
        return flow.sent(bytes?.length ?? 0);
      },
      resize: (size) => this.#sendIfRunning({ type: "resize", run, size }),
      signal: (name) => this.#sendIfRunning({ type: "signal", run, name }),
    };
  }

  /** The first or the last bytes of a machine's file; undefined when there is no such file, or the machine was lost. */
  read(machine: number, path: string, most: number, end: FileEnd): Promise<Uint8Array | undefined> {
    this.#last += 1;
    const call = this.#last;
    return new Promise((resolve) => {
      this.#reads.set(call, resolve);
      this.#send({ type: "read", call, machine, path, most, end });
    });
  }

  /**
   * The kind of entry at a path of a volume; undefined when there is none.
   * @param requiredValue what to create in that case
   */
  probePath(volume: string, path: string, expected?: PathKind): Promise<PathKind | undefined> {
    this.#last += 1;
    const call = this.#last;
    return new Promise((resolve) => {
      this.#probes.set(call, resolve);
      this.#send({ type: "look", call, volume, path, expected });
    });
  }

  /** Bytes used by machines and volumes; lost ones use none. */
  usage(of: UsageMessage): Promise<UsedBytes> {
    if (this.#worker === undefined) return Promise.resolve(NOTHING);
    this.#last += 1;
    const call = this.#last;
    return new Promise((resolve) => {
      this.#measures.set(call, resolve);
      this.#sendIfRunning({ type: "usage", call, of });
    });
  }

  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#lose(worker);
    await worker?.terminate();
  }

  #send(message: ToShells): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(message);
  }

  /** Sends a message that can be dropped when the thread is gone. */
  #sendIfRunning(message: ToShells): void {
    this.#worker?.postMessage(message);
  }

  #start(): Worker {
    const worker = new Worker(programText("shell"), {
      eval: true,
      name: "shell",
      stdin: false,
      // Node flags of this process do not apply to the thread, and the thread must not inherit secrets from the
      // environment.
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: HEAP },
    });
    worker.unref();
    worker.on("message", (message: FromShells) => this.#take(message));
    worker.on("error", () => this.#lose(worker));
    worker.on("exit", () => this.#lose(worker));
    this.#watch = setInterval(() => this.#checkWorker(worker), CHECK_INTERVAL);
    this.#watch.unref();
    return worker;
  }

  #checkWorker(worker: Worker): void {
    if (this.#silent >= MAX_FAILED_CHECKS) {
      this.#lose(worker);
      void worker.terminate();
      return;
    }
    this.#silent += 1;
    worker.postMessage({ type: "ping" } satisfies ToShells);
  }

  #take(message: FromShells): void {
    this.#silent = 0;
    switch (message.type) {
      case "output":
        void this.#pass(message.run, message.stream, message.bytes);
        return;
      case "begun":
        this.#runs.get(message.run)?.begun(message.problem);
        return;
      case "inputTaken":
        this.#runs.get(message.run)?.flow.taken(message.bytes);
        return;
      case "exit": {
        const run = this.#runs.get(message.run);
        this.#runs.delete(message.run);
        run?.flow.end();
        run?.exit(message.code);
        return;
      }
      case "content":
        this.#reads.get(message.call)?.(message.bytes);
        this.#reads.delete(message.call);
        return;
      case "looked":
        this.#probes.get(message.call)?.(message.kind);
        this.#probes.delete(message.call);
        return;
      case "used":
        this.#measures.get(message.call)?.(message);
        this.#measures.delete(message.call);
        return;
      case "call":
        void this.#answer(message.call, message.machine, message.payload);
    }
  }

  async #pass(run: number, stream: "stdout" | "stderr", bytes: Uint8Array): Promise<void> {
    await this.#runs.get(run)?.output(stream, bytes);
    this.#sendIfRunning({ type: "taken", run, bytes: bytes.length });
  }

  async #answer(call: number, machine: number, payload: CallMessage): Promise<void> {
    if (payload.name === "cancel") {
      this.#calls.get(call)?.abort();
      return;
    }
    const abort = new AbortController();
    this.#calls.set(call, abort);
    try {
      const onPart = (bytes: Uint8Array): void => this.#sendIfRunning({ type: "part", call, bytes });
      const value = await this.#callHandlers.get(machine)?.(payload, abort.signal, onPart);
      this.#sendIfRunning({ type: "reply", call, value });
    } catch (error) {
      this.#sendIfRunning({ type: "reply", call, failure: messageOf(error) });
    } finally {
      this.#calls.delete(call);
    }
  }

  /** Everything that ran there was killed. */
  #lose(worker: Worker | undefined): void {
    if (worker === undefined || worker !== this.#worker) return;
    this.#worker = undefined;
    this.#generation += 1;
    this.#silent = 0;
    clearInterval(this.#watch);
    const runs = [...this.#runs.values()];
    this.#runs.clear();
    this.#callHandlers.clear();
    for (const abort of this.#calls.values()) abort.abort();
    this.#calls.clear();
    const reads = [...this.#reads.values()];
    this.#reads.clear();
    const measures = [...this.#measures.values()];
    this.#measures.clear();
    for (const resolve of measures) resolve(NOTHING);
    const probes = [...this.#probes.values()];
    this.#probes.clear();
    for (const resolve of [...reads, ...probes]) resolve(undefined);
    for (const run of runs) {
      run.flow.end();
      run.exit(SIGKILL_EXIT_CODE);
    }
  }
}
