/** Collects changes into blocks, and writes one block after the other. */
import type { Timers } from "../../ground/timing/timers.ts";
import { type JournalRecord, RecordBuffer } from "./records.ts";
import type { Segment } from "./segment.ts";

export interface BlockWriterOptions {
  /** The segment for the next block. While it is undefined, collected changes wait. */
  readonly target: () => Segment | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly timers: Timers;
  /** Minimum bytes of a block. */
  readonly blockBytes: number;
  /** Maximum milliseconds until a change is in the file. */
  readonly flushDelay: number;
  /** Awaited after each block, before the next one. */
  readonly afterBlock: () => Promise<void>;
  /** Called at once when writing fails: nothing more is written until `takeFailure` is called. */
  readonly onFailure: () => void;
}

export class BlockWriter {
  readonly #options: BlockWriterOptions;
  #pending = new RecordBuffer();
  #backlog = 0;
  /** The chain of all writes, executed one after the other. */
  #writing: Promise<void> = Promise.resolve();
  #failure: unknown;
  #cancelFlush: (() => void) | undefined;

  constructor(options: BlockWriterOptions) {
    this.#options = options;
  }

  /** Bytes that are handed over for writing but not written yet. */
  get backlog(): number {
    return this.#backlog;
  }

  /** Whether there are changes that are not handed over for writing yet. */
  get isWaiting(): boolean {
    return this.#pending.count > 0;
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** Returns and clears the error of a failed write; writing may then continue. */
  takeFailure(): unknown {
    const failure = this.#failure;
    this.#failure = undefined;
    return failure;
  }

  /** Adds a change; it is handed over for writing within `timeout` milliseconds. */
  add(record: JournalRecord): void {
    this.#pending.add(record);
    this.#cancelFlush ??= this.#options.timers.after(this.#options.flushDelay, () => this.#hand());
  }

  /** Hands the pending changes over for writing if they fill a block. */
  handBlock(): void {
    if (this.#pending.size >= this.#options.blockBytes) this.#hand();
  }

  /** Resolves once everything added so far is written, or has failed to be. */
  async flush(): Promise<void> {
    this.#hand();
    await this.#writing;
  }

  /** Runs `work` after all earlier writes. Never rejects: a failure is kept for `takeFailure`. */
  after(work: () => Promise<void>): Promise<void> {
    this.#writing = this.#writing.then(work).catch((error: unknown) => {
      this.#failure = error;
      this.#options.onFailure();
    });
    return this.#writing;
  }

  #hand(): void {
    this.#cancelFlush?.();
    this.#cancelFlush = undefined;
    const [records, target] = [this.#pending, this.#options.target()];
    if (records.count === 0 || target === undefined) return;
    this.#pending = new RecordBuffer(records.size);
    this.#backlog += records.size;
    const write = async (): Promise<void> => {
      // Nothing may be written after a failure: the changes are read from the store's history again.
      if (this.#failure === undefined) await target.addChanges(records, this.#options.now());
      await this.#options.afterBlock();
    };
    void this.after(write).finally(() => {
      this.#backlog -= records.size;
    });
  }
}
