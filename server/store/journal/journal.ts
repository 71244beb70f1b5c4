/**
 * A longer memory than the store's own history: every change, in separate files, within limits of time and size. It
 * reads the store's watch like any other reader, so no write waits for it. Where it lags, it continues from the store's
 * history; where that is compacted, it starts a new segment after a gap.
 */
import { systemTimers, type Timers } from "../../ground/timing/timers.ts";
import { KEY_ROOT, prefixOfKey } from "../storage/keyLayout.ts";
import { makeFolder } from "../storage/makeFolder.ts";
import { RevisionWaits } from "../storage/revisionWaits.ts";
import type { Storage, StorageEvent, StorageWatch, WatchEnd } from "../storage/storage.ts";
import { BlockWriter } from "./blockWriter.ts";
import { type JournalPage, type JournalQuery, readPage } from "./journalPage.ts";
import { isFull, type JournalLimits, TooLittleRoomError } from "./limits.ts";
import type { Segment } from "./segment.ts";
import { Segments } from "./segments.ts";
import { createStateSegment } from "./stateSegment.ts";
import type { Stretch } from "./stretches.ts";

export interface JournalOptions {
  /** Created when it is needed. */
  readonly folder: string;
  /** Values as stored: encrypted values stay encrypted. */
  readonly storage: Pick<Storage, "currentRevision" | "get" | "range" | "watch">;
  readonly limits: JournalLimits;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The clock that dates objects; `now` when omitted. */
  readonly clock?: () => number;
  readonly timers?: Timers;
  /** Maximum milliseconds until a change is in the file. Until then the store's history has it. */
  readonly flushDelay?: number;
  /** Minimum bytes of a block. */
  readonly blockBytes?: number;
  /** Called with the reason why nothing is recorded, and with undefined once recording works again. */
  readonly onTrouble?: (error: unknown) => void;
  /** Called with the maximum number of changes that were not recorded. */
  readonly onGap?: (changes: number) => void;
}

/** Shorter than the five minutes of the store's history, so that no change is lost when the process ends. */
const FLUSH_DELAY = 30_000;
const BLOCK = 256 * 1024;
/**
 * Maximum bytes waiting to be written; beyond that the watch is closed, and reading later continues from the store's
 * history.
 */
const MAX_BACKLOG = 16 * 1024 * 1024;
/**
 * Milliseconds until the next attempt: after lost changes, after a failure (doubled each time), and after too little
 * room.
 */
const GAP_DELAY = 1_000;
const PAUSE = 5_000;
const LONGEST_PAUSE = 60_000;
const FULL_DISK_RETRY = 600_000;
/** Milliseconds that a reader waits for changes that the journal has not received from the store yet. */
const CATCH_UP = 3_000;

/** Why reading the watch stopped. */
type Outcome = WatchEnd["reason"] | "behind" | "full";

export class Journal {
  readonly #options: JournalOptions;
  readonly #timers: Timers;
  #limits: JournalLimits;
  #identity = "";
  readonly #segments = new Segments();
  #active: Segment | undefined;
  readonly #writer: BlockWriter;
  #cancelPause: (() => void) | undefined;
  #watch: StorageWatch | undefined;
  #running: Promise<void> | undefined;
  #isStarted = false;
  #stopping = false;
  #trouble: unknown;
  #pause = 0;
  /** Reads, once, the index of the segments that earlier processes have left. */
  #opening: Promise<void> | undefined;
  /** The revision at which the first segment begins. */
  #first: number | Promise<number> | undefined;
  /** The latest revision whose changes were received from the store. */
  #received = 0;
  readonly #waits = new RevisionWaits(() => this.#watch?.requestProgress());

  constructor(options: JournalOptions) {
    this.#options = options;
    this.#limits = options.limits;
    this.#timers = options.timers ?? systemTimers;
    this.#writer = new BlockWriter({
      target: () => this.#active,
      now: options.now,
      timers: this.#timers,
      blockBytes: options.blockBytes ?? BLOCK,
      flushDelay: options.flushDelay ?? FLUSH_DELAY,
      afterBlock: () => this.#makeRoom(0),
      onFailure: () => this.#watch?.close(),
    });
  }

  /** Whether recording is configured: the retention is not 0. */
  get isOn(): boolean {
    return this.#limits.retention > 0;
  }

  get limits(): JournalLimits {
    return this.#limits;
  }

  /** Bytes of all files. */
  get size(): number {
    return this.#segments.size;
  }

  /** Why nothing is recorded right now; undefined while recording works. */
  get trouble(): unknown {
    return this.#trouble;
  }

  /** The covered stretches, in order, without changes that are still being written. */
  get stretches(): Stretch[] {
    return this.#segments.stretches;
  }

  /**
   * Starts recording.
   * @param identity identity of the store: a journal of another store is dropped
   * @param from the revision after which changes are recorded if there is no earlier record; default the latest
   */
  start(identity: string, from?: number): void {
    this.#identity = identity;
    this.#stopping = false;
    if (!this.isOn || this.#running !== undefined) return;
    this.#first = from ?? this.#options.storage.currentRevision();
    this.#isStarted = true;
    this.#running = this.#run();
  }

  /** Applies other limits at once; a retention of 0 stops the recording and deletes what is there. */
  async configure(limits: JournalLimits): Promise<void> {
    this.#limits = limits;
    if (this.isOn) {
      if (this.#identity !== "" && this.#running === undefined) this.start(this.#identity);
      this.#cancelPause?.();
      await this.#writer.after(() => this.#makeRoom(0));
      return;
    }
    await this.#stop();
    await this.#segments.removeAll();
    this.#active = undefined;
  }

  /** Writes the pending changes, then releases the files. */
  async close(): Promise<void> {
    await this.#stop();
    await this.#segments.closeAll();
    this.#active = undefined;
  }

  /** Resolves once everything seen so far is in the files. */
  flush(): Promise<void> {
    return this.#writer.flush();
  }

  /** Resolves once the segments of earlier processes are indexed. @throws an operating system's error */
  async ready(): Promise<void> {
    if (!this.#isStarted) return;
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    await this.#opening;
  }

  /** The segment that has the state at a revision. @throws CompactedError when none does */
  async segmentAt(revision: number): Promise<Segment> {
    await this.ready();
    await this.#receive(revision);
    if (!this.#segments.know(revision) && this.#writer.isWaiting) await this.flush();
    return this.#segments.at(revision);
  }

  /**
   * Changes before a revision, one page at a time, the latest page first.
   * @throws CompactedError when they are dropped meanwhile
   */
  async changes(query: JournalQuery): Promise<JournalPage> {
    await this.ready();
    const { before } = query;
    const current = await this.#options.storage.currentRevision();
    await this.#receive(Math.min(current, (before ?? Number.POSITIVE_INFINITY) - 1));
    // The changes that wait to be written belong to the answer, too.
    if (before === undefined || (!this.#segments.know(before - 1) && this.#writer.isWaiting)) await this.flush();
    return readPage(this.#segments.all, query);
  }

  /** Waits until the changes of a revision that the store has reached are received, if they are going to be. */
  async #receive(revision: number): Promise<void> {
    const isComing = this.#running !== undefined && this.#trouble === undefined;
    if (!isComing || revision <= this.#received || this.#segments.know(revision)) return;
    await this.#waits.add(revision, CATCH_UP, true);
  }

  /** Ends the waits for a revision whose changes were received. */
  #reach(revision: number): void {
    this.#received = Math.max(this.#received, revision);
    this.#waits.reach(revision);
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      try {
        await this.ready();
        const outcome = await this.#record();
        if (outcome === "closed") return;
        if (outcome === "compacted" || outcome === "overrun") await this.#rest(GAP_DELAY);
        if (outcome === "failed") await this.#rest(this.#nextPause());
      } catch (error) {
        await this.#troubled(error);
        await this.#rest(error instanceof TooLittleRoomError ? FULL_DISK_RETRY : this.#nextPause());
      }
    }
  }

  #nextPause(): number {
    this.#pause = Math.min(Math.max(2 * this.#pause, PAUSE), LONGEST_PAUSE);
    return this.#pause;
  }

  /** Indexes the segments that earlier processes have left. */
  async #open(): Promise<void> {
    const { folder, storage } = this.#options;
    await this.#segments.open(folder, { identity: this.#identity, storage });
    this.#active = this.#segments.last;
  }

  /**
   * Records the store's changes from the end of the active segment, or from the start of a new one, until the watch
   * ends.
   */
  async #record(): Promise<Outcome> {
    const active = this.#active ?? (await this.#begin());
    const watch = this.#options.storage.watch({ prefix: KEY_ROOT, after: active.end });
    this.#watch = watch;
    if (this.#stopping) watch.close();
    const outcome = await this.#follow(watch, active);
    watch.close();
    await this.flush();
    if (this.#writer.hasFailed) throw this.#writer.takeFailure();
    // The next segment begins where this one ends, or, after lost changes, with the state stored at that time.
    if (outcome === "full") await this.#begin(active.end);
    if (outcome === "compacted") this.#active = undefined;
    return this.#stopping ? "closed" : outcome;
  }

  async #follow(watch: StorageWatch, active: Segment): Promise<Outcome> {
    this.#reach(active.end);
    if (!this.#waits.isEmpty) watch.requestProgress();
    for await (const message of watch) {
      if (message.type === "end") return message.end.reason;
      if (message.type === "progress") {
        this.#reach(message.revision);
        continue;
      }
      for (const event of message.events) this.#note(event);
      this.#reach(message.events.at(-1)?.revision ?? 0);
      this.#writer.handBlock();
      if (this.#writer.hasFailed) return "failed";
      const { backlog } = this.#writer;
      if (backlog > MAX_BACKLOG) return "behind";
      // Bytes waiting to be written are included; otherwise a burst would make the segment larger than the available
      // room.
      const measure = { ...measured(active), size: active.size + backlog };
      if (isFull(measure, this.#limits, this.#options.now())) return "full";
      this.#solved();
    }
    return "closed";
  }

  #note(event: StorageEvent): void {
    if (prefixOfKey(event.key) === undefined) return;
    const { key, revision } = event;
    const { now, clock = now } = this.#options;
    this.#writer.add({ key, revision, at: clock(), kv: event.type === "put" ? event.kv : undefined });
  }

  /** Starts a segment with the state at a revision. @param revision the latest when omitted */
  async #begin(revision?: number): Promise<Segment> {
    const { folder, storage, now, blockBytes = BLOCK, onGap } = this.#options;
    const before = this.#segments.last;
    const start = revision ?? (await (this.#first ?? storage.currentRevision()));
    this.#first = undefined;
    makeFolder(folder);
    await this.#makeRoom(before?.stateSize ?? 0);
    const head = { identity: this.#identity, start, since: now() };
    const room = (): number => this.#limits.bytes;
    const makeRoom = (bytes: number): Promise<void> => this.#makeRoom(bytes);
    const segment = await createStateSegment(head, { folder, storage, blockBytes, room, makeRoom });
    if (before !== undefined && start > before.end) onGap?.(start - before.end);
    this.#segments.add(segment);
    this.#active = segment;
    await this.#makeRoom(0);
    return segment;
  }

  /** Drops segments that are too old or do not fit. @param more bytes about to be added */
  #makeRoom(more: number): Promise<void> {
    const { retention, bytes } = this.#limits;
    return this.#segments.drop({ before: this.#options.now() - retention, room: bytes - more, except: this.#active });
  }

  async #troubled(error: unknown): Promise<void> {
    if (error instanceof TooLittleRoomError) {
      this.#active = undefined;
      await this.#segments.removeAll();
    }
    // On a full disk, the oldest segment is dropped: other files need the room more.
    if (errorCode(error) === "ENOSPC") await this.#segments.dropOldest();
    if (this.#trouble === undefined) this.#options.onTrouble?.(error);
    this.#trouble = error;
    this.#waits.reach(Number.POSITIVE_INFINITY);
  }

  #solved(): void {
    this.#pause = 0;
    if (this.#trouble === undefined) return;
    this.#trouble = undefined;
    this.#options.onTrouble?.(undefined);
  }

  #rest(pause: number): Promise<void> {
    if (this.#stopping) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = this.#timers.after(pause, resolve);
      this.#cancelPause = () => {
        cancel();
        resolve();
      };
    });
  }

  async #stop(): Promise<void> {
    this.#stopping = true;
    this.#cancelPause?.();
    this.#watch?.close();
    this.#waits.reach(Number.POSITIVE_INFINITY);
    await this.#running?.catch(() => undefined);
    this.#running = undefined;
    this.#isStarted = false;
    await this.flush();
    this.#opening = undefined;
  }
}

const errorCode = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);

const measured = ({ size, stateSize, head }: Segment) => ({ size, stateSize, since: head.since });
