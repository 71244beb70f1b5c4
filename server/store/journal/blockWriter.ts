/** Collects changes into blocks, and writes one block after the other. */
import type { Timers } from "../../ground/timing/timers.ts";
import { type JournalRecord, RecordBuffer } from "./records.ts";
import type { Segment } from "./segment.ts";

export interface BlockWriterOptions {
  /** Where the next block goes; undefined while there is no such place: what was collected waits. */
  readonly target: () => Segment | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly timers: Timers;
  /** Bytes that make a block. */
  readonly blockBytes: number;
  /** Milliseconds until a change is in the file at the latest. */
  readonly patience: number;
  /** Done after each block, before the next one. */
  readonly afterBlock: () => Promise<void>;
  /** Told at once when writing fails: nothing more is written until the failure is taken. */
  readonly onFailure: () => void;
}

export class BlockWriter {
  readonly #options: BlockWriterOptions;
  #pending = new RecordBuffer();
  #backlog = 0;
  /** Everything that is written, one after the other. */
  #writing: Promise<void> = Promise.resolve();
  #failure: unknown;
  #cancelFlush: (() => void) | undefined;

  constructor(options: BlockWriterOptions) {
    this.#options = options;
  }

  /** Bytes that are handed over and not written yet. */
  get backlog(): number {
    return this.#backlog;
  }

  /** Whether there are changes that are not handed over yet. */
  get isWaiting(): boolean {
    return this.#pending.count > 0;
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** Why writing failed; it may go on from then on. */
  takeFailure(): unknown {
    const failure = this.#failure;
    this.#failure = undefined;
    return failure;
  }

  /** Takes a change; the block that it is in is handed over in time. */
  add(record: JournalRecord): void {
    this.#pending.add(record);
    this.#cancelFlush ??= this.#options.timers.after(this.#options.patience, () => this.#hand());
  }

  /** Hands over what makes a block. */
  handBlock(): void {
    if (this.#pending.size >= this.#options.blockBytes) this.#hand();
  }

  /** Resolves once everything that was taken up to now is written, or could not be. */
  async flush(): Promise<void> {
    this.#hand();
    await this.#writing;
  }

  /** Does something when everything before is written. Never rejects: a failure is kept. */
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
      // After a failure nothing may follow: it is read from the store's history again.
      if (this.#failure === undefined) await target.addChanges(records, this.#options.now());
      await this.#options.afterBlock();
    };
    void this.after(write).finally(() => {
      this.#backlog -= records.size;
    });
  }
}
