/**
 * A longer memory than the store's own history: every change, in files of their own, for a time and within a size. It reads the
 * store's watch like any other reader, so no write waits for it; where it falls behind, it goes on from the store's history,
 * and where that is gone, with a new segment behind a gap.
 */
import { systemTimers, type Timers } from "../../ground/timing/timers.ts";
import { KEY_ROOT, prefixOfKey } from "../storage/keyLayout.ts";
import { makeFolder } from "../storage/makeFolder.ts";
import type { Storage, StorageEvent, StorageWatch, WatchEnd } from "../storage/storage.ts";
import { BlockWriter } from "./blockWriter.ts";
import { type JournalPage, type JournalQuery, readPage } from "./journalPage.ts";
import { isFull, type JournalLimits, TooLittleRoomError } from "./limits.ts";
import type { Segment } from "./segment.ts";
import { Segments } from "./segments.ts";
import { createStateSegment } from "./stateSegment.ts";
import type { Stretch } from "./stretches.ts";

export interface JournalOptions {
  /** Made when it is needed. */
  readonly folder: string;
  /** As it is stored: encrypted values stay encrypted. */
  readonly storage: Pick<Storage, "currentRevision" | "get" | "range" | "watch">;
  readonly limits: JournalLimits;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The clock that dates objects; `now` when omitted. */
  readonly clock?: () => number;
  readonly timers?: Timers;
  /** Milliseconds until a change is in the file at the latest. Until then the store's history has it. */
  readonly patience?: number;
  /** Bytes that make a block. */
  readonly blockBytes?: number;
  /** Told why nothing is recorded; undefined once something is again. */
  readonly onTrouble?: (error: unknown) => void;
  /** Told how many changes, at most, were not recorded. */
  readonly onGap?: (changes: number) => void;
}

/** Below the five minutes of the store's history, so that nothing is lost with the process. */
const PATIENCE = 30_000;
const BLOCK = 256 * 1024;
/** Bytes that may wait to be written; more is read from the store's history again once they are. */
const BACKLOG = 16 * 1024 * 1024;
/**
 * Milliseconds until another attempt: after lost changes, after a failure (longer each time), where there is too little room.
 */
const AFTER_GAP = 1_000;
const PAUSE = 5_000;
const LONGEST_PAUSE = 60_000;
const ROOM_PAUSE = 600_000;

/** Why reading the watch was given up. */
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
  /** The index of what earlier processes have left, read once. */
  #opening: Promise<void> | undefined;
  /** The revision from which a first segment begins. */
  #first: number | Promise<number> | undefined;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.#limits = options.limits;
    this.#timers = options.timers ?? systemTimers;
    this.#writer = new BlockWriter({
      target: () => this.#active,
      now: options.now,
      timers: this.#timers,
      blockBytes: options.blockBytes ?? BLOCK,
      patience: options.patience ?? PATIENCE,
      afterBlock: () => this.#makeRoom(0),
      onFailure: () => this.#watch?.close(),
    });
  }

  /** Whether changes are recorded, or would be. */
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

  /** Why nothing is recorded right now; undefined where all is well. */
  get trouble(): unknown {
    return this.#trouble;
  }

  /** What is covered, in order, without what is still being written. */
  get stretches(): Stretch[] {
    return this.#segments.stretches;
  }

  /**
   * Begins to record.
   * @param identity of the store: a journal of another one is dropped
   * @param from the revision after which changes count where nothing was recorded before; default the latest
   */
  start(identity: string, from?: number): void {
    this.#identity = identity;
    this.#stopping = false;
    if (!this.isOn || this.#running !== undefined) return;
    this.#first = from ?? this.#options.storage.currentRevision();
    this.#isStarted = true;
    this.#running = this.#run();
  }

  /** Takes other limits at once; a retention of 0 ends the recording and deletes what is there. */
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

  /** Writes what waits, then releases the files. */
  async close(): Promise<void> {
    await this.#stop();
    await this.#segments.closeAll();
    this.#active = undefined;
  }

  /** Resolves once everything that was seen up to now is in the files. */
  flush(): Promise<void> {
    return this.#writer.flush();
  }

  /** Resolves once it is known what earlier processes have left. @throws an operating system's error */
  async ready(): Promise<void> {
    if (!this.#isStarted) return;
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    await this.#opening;
  }

  /** The segment that knows the state at a revision. @throws CompactedError where none does */
  async segmentAt(revision: number): Promise<Segment> {
    await this.ready();
    if (!this.#segments.know(revision) && this.#writer.isWaiting) await this.flush();
    return this.#segments.at(revision);
  }

  /**
   * Changes before a revision, a page at a time, the latest page first. @throws CompactedError when they are dropped meanwhile
   */
  async changes(query: JournalQuery): Promise<JournalPage> {
    await this.ready();
    if (query.before === undefined) await this.flush();
    return readPage(this.#segments.all, query);
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      try {
        await this.ready();
        const outcome = await this.#record();
        if (outcome === "closed") return;
        if (outcome === "compacted" || outcome === "overrun") await this.#rest(AFTER_GAP);
        if (outcome === "failed") await this.#rest(this.#nextPause());
      } catch (error) {
        await this.#troubled(error);
        await this.#rest(error instanceof TooLittleRoomError ? ROOM_PAUSE : this.#nextPause());
      }
    }
  }

  #nextPause(): number {
    this.#pause = Math.min(Math.max(2 * this.#pause, PAUSE), LONGEST_PAUSE);
    return this.#pause;
  }

  /** Reads the index of what earlier processes have left. */
  async #open(): Promise<void> {
    const { folder, storage } = this.#options;
    await this.#segments.open(folder, { identity: this.#identity, storage });
    this.#active = this.#segments.last;
  }

  /** Follows the store from the end of the active segment, or of a new one, until the watch is over. */
  async #record(): Promise<Outcome> {
    const active = this.#active ?? (await this.#begin());
    const watch = this.#options.storage.watch({ prefix: KEY_ROOT, after: active.end });
    this.#watch = watch;
    if (this.#stopping) watch.close();
    const outcome = await this.#follow(watch, active);
    watch.close();
    await this.flush();
    if (this.#writer.hasFailed) throw this.#writer.takeFailure();
    // The next segment begins where this one ends, or, where changes are lost, with what is stored then.
    if (outcome === "full") await this.#begin(active.end);
    if (outcome === "compacted") this.#active = undefined;
    return this.#stopping ? "closed" : outcome;
  }

  async #follow(watch: StorageWatch, active: Segment): Promise<Outcome> {
    for await (const message of watch) {
      if (message.type === "end") return message.end.reason;
      if (message.type === "progress") continue;
      for (const event of message.events) this.#note(event);
      this.#writer.handBlock();
      if (this.#writer.hasFailed) return "failed";
      const { backlog } = this.#writer;
      if (backlog > BACKLOG) return "behind";
      // What waits to be written counts, or a burst would make the segment larger than the room.
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

  /** Begins a segment with the state at a revision. @param revision the latest when omitted */
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

  /** Drops what is too old or does not fit. @param more bytes that come */
  #makeRoom(more: number): Promise<void> {
    const { retention, bytes } = this.#limits;
    return this.#segments.drop({ before: this.#options.now() - retention, room: bytes - more, except: this.#active });
  }

  async #troubled(error: unknown): Promise<void> {
    if (error instanceof TooLittleRoomError) {
      this.#active = undefined;
      await this.#segments.removeAll();
    }
    // A full disk has better uses for what is oldest here.
    if (errorCode(error) === "ENOSPC") await this.#segments.dropOldest();
    if (this.#trouble === undefined) this.#options.onTrouble?.(error);
    this.#trouble = error;
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
    await this.#running?.catch(() => undefined);
    this.#running = undefined;
    this.#isStarted = false;
    await this.flush();
    this.#opening = undefined;
  }
}

const errorCode = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);

const measured = ({ size, stateSize, head }: Segment) => ({ size, stateSize, since: head.since });
