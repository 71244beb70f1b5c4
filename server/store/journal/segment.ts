/**
 * A stretch of the past in one self-contained file: the state at its start, then every change in order. An index in
 * memory shows which blocks can contain a key or a resource; the others are not read.
 */
import { type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { compareKeys, prefixEnd } from "../storage/keyOrder.ts";
import type { KeyValue } from "../storage/storage.ts";
import { dataOf, type Frame, frameAt, makeFrame } from "./frames.ts";
import { HashSet, hashOf, scopesOf } from "./keyHashes.ts";
import { type JournalRecord, type RecordBuffer, type RecordView, recordsOf } from "./records.ts";

/** The start of a segment. */
export interface SegmentHead {
  /** Identity of the store: segments of other stores are not part of this store's past. */
  readonly identity: string;
  /** The revision of its initial state. */
  readonly start: number;
  /** When the segment was begun, in milliseconds since the epoch. */
  readonly since: number;
}

interface StateBlock {
  readonly frame: Frame;
  readonly firstKey: string;
  readonly lastKey: string;
}

interface ChangeBlock {
  readonly frame: Frame;
  /** Revisions of the block's first and last change. */
  readonly first: number;
  readonly last: number;
  readonly keys: HashSet;
  readonly scopes: HashSet;
}

/** The wanted records: those of one key, or all under a prefix. */
export type RecordFilter = { readonly key: string } | { readonly prefix: string };

const FORMAT = 1;
const SUFFIX = ".journal";
/** Maximum number of blocks kept in memory after they were read. */
const KEPT_BLOCKS = 16;

/** Whether a file of the folder is a segment. */
export const isSegmentFile = (name: string): boolean => name.endsWith(SUFFIX);

export class Segment {
  readonly path: string;
  readonly head: SegmentHead;
  readonly #file: FileHandle;
  readonly #states: StateBlock[] = [];
  readonly #changes: ChangeBlock[] = [];
  readonly #read = new Map<Frame, Promise<Buffer>>();
  #size = 0;
  #stateSize = 0;
  #complete = false;
  #until: number;
  #removed = false;

  private constructor(path: string, head: SegmentHead, file: FileHandle) {
    this.path = path;
    this.head = head;
    this.#file = file;
    this.#until = head.since;
  }

  /** @throws an operating system's error */
  static async create(folder: string, head: SegmentHead): Promise<Segment> {
    const path = join(folder, `${String(head.start).padStart(16, "0")}-${head.since}${SUFFIX}`);
    const segment = new Segment(path, head, await open(path, "wx+", 0o600));
    try {
      await segment.#append({ kind: "head", format: FORMAT, ...head }, new Uint8Array());
      return segment;
    } catch (error) {
      await segment.remove();
      throw error;
    }
  }

  /** Reads the index of a file, up to its first damaged part; undefined when the file is not a segment. */
  static async read(path: string): Promise<Segment | undefined> {
    const file = await open(path, "r+");
    const { size } = await file.stat();
    const first = await frameAt(file, 0, size);
    const head = first === undefined ? undefined : headOf(first.meta);
    if (first === undefined || head === undefined) {
      await file.close();
      return undefined;
    }
    const segment = new Segment(path, head, file);
    for (let frame: Frame | undefined = first; frame !== undefined; frame = await frameAt(file, segment.#size, size)) {
      if (!segment.#index(frame)) break;
      segment.#size = frame.end;
    }
    await segment.#dropTorn();
    return segment;
  }

  /** The revision up to which the segment has every change. */
  get end(): number {
    return this.#changes.at(-1)?.last ?? this.head.start;
  }

  /** When the last change was written, in milliseconds since the epoch. */
  get until(): number {
    return this.#until;
  }

  /** Bytes of the file. */
  get size(): number {
    return this.#size;
  }

  /** Bytes of the initial state. */
  get stateSize(): number {
    return this.#stateSize;
  }

  /** Whether the initial state is complete: without it, the segment is useless. */
  get isComplete(): boolean {
    return this.#complete;
  }

  get isRemoved(): boolean {
    return this.#removed;
  }

  /** Adds a part of the initial state. @param records in key order */
  async addState(records: RecordBuffer): Promise<void> {
    const keys = [...recordsOf(records.bytes)].map(({ key }) => key);
    const meta = { kind: "state", firstKey: keys[0] ?? "", lastKey: keys.at(-1) ?? "" };
    await this.#append(meta, records.bytes);
  }

  /** Marks the initial state as complete. */
  async closeState(): Promise<void> {
    await this.#append({ kind: "stateEnd" }, new Uint8Array());
    await this.#file.datasync();
  }

  /** Adds changes of whole revisions, in order. @param until time of writing, in milliseconds since the epoch */
  async addChanges(records: RecordBuffer, until: number): Promise<void> {
    const keys = new Set<number>();
    const scopes = new Set<number>();
    let first: number | undefined;
    let last = 0;
    for (const view of recordsOf(records.bytes)) {
      const { key, revision } = view;
      first ??= revision;
      last = revision;
      keys.add(hashOf(key));
      for (const scope of scopesOf(key)) scopes.add(hashOf(scope));
    }
    const hashes = { keys: new HashSet(keys).text, scopes: new HashSet(scopes).text };
    await this.#append({ kind: "changes", first, last, until, ...hashes }, records.bytes);
  }

  /**
   * The records of keys under a prefix as of a revision, without deleted keys.
   * @param prefix of a resource, of a namespace of a resource, or any other (then all blocks are read)
   */
  async stateAt(prefix: string, revision: number): Promise<Map<string, RecordView>> {
    const found = new Map<string, RecordView>();
    const bytes = Buffer.from(prefix);
    const end = prefixEnd(prefix);
    for (const { frame, firstKey, lastKey } of this.#states) {
      if (compareKeys(lastKey, prefix) < 0 || (end !== undefined && compareKeys(firstKey, end) >= 0)) continue;
      for (const view of recordsOf(await this.#block(frame))) if (view.startsWith(bytes)) found.set(view.key, view);
    }
    for (const block of this.#blocksOf({ prefix })) {
      if (block.first > revision) break;
      for (const view of recordsOf(await this.#block(block.frame))) {
        if (view.revision > revision) break;
        if (!view.startsWith(bytes)) continue;
        if (view.isDeletion) found.delete(view.key);
        else found.set(view.key, view);
      }
    }
    return found;
  }

  /** One key at a revision; undefined when it did not exist. */
  async get(key: string, revision: number): Promise<KeyValue | undefined> {
    for await (const record of this.back({ key }, revision + 1)) return record.kv;
    const bytes = Buffer.from(key);
    for (const { frame, firstKey, lastKey } of this.#states) {
      if (compareKeys(lastKey, key) < 0 || compareKeys(firstKey, key) > 0) continue;
      for (const view of recordsOf(await this.#block(frame))) if (view.isOf(bytes)) return view.read().kv;
    }
    return undefined;
  }

  /** Changes before a revision, the latest first. */
  async *back(wanted: RecordFilter, before: number): AsyncGenerator<JournalRecord> {
    const bytes = Buffer.from("key" in wanted ? wanted.key : wanted.prefix);
    const blocks = this.#blocksOf(wanted);
    for (const block of blocks.reverse()) {
      if (block.first >= before) continue;
      const views: RecordView[] = [];
      for (const view of recordsOf(await this.#block(block.frame))) {
        if (view.revision >= before) break;
        if ("key" in wanted ? view.isOf(bytes) : view.startsWith(bytes)) views.push(view);
      }
      for (const view of views.reverse()) yield view.read();
    }
  }

  async close(): Promise<void> {
    await this.#file.datasync().catch(() => undefined);
    await this.#file.close();
  }

  /** Closes and deletes the file. */
  async remove(): Promise<void> {
    this.#removed = true;
    await this.#file.close().catch(() => undefined);
    await rm(this.path, { force: true });
  }

  #blocksOf(wanted: RecordFilter): ChangeBlock[] {
    if ("key" in wanted) {
      const hash = hashOf(wanted.key);
      return this.#changes.filter(({ keys }) => keys.has(hash));
    }
    if (!scopesOf(`${wanted.prefix}x`).includes(wanted.prefix)) return [...this.#changes];
    const hash = hashOf(wanted.prefix);
    return this.#changes.filter(({ scopes }) => scopes.has(hash));
  }

  #block(frame: Frame): Promise<Buffer> {
    let block = this.#read.get(frame);
    if (block === undefined) {
      block = dataOf(this.#file, frame);
      block.catch(() => this.#read.delete(frame));
      this.#read.set(frame, block);
      if (this.#read.size > KEPT_BLOCKS) for (const oldest of this.#read.keys()) return this.#forget(oldest, block);
    }
    return block;
  }

  #forget(frame: Frame, block: Promise<Buffer>): Promise<Buffer> {
    this.#read.delete(frame);
    return block;
  }

  async #append(meta: object, records: Uint8Array): Promise<void> {
    const bytes = await makeFrame(meta, records);
    // Written at an explicit offset, which overwrites what a failed write has left.
    for (let written = 0; written < bytes.length; ) {
      const { bytesWritten } = await this.#file.write(bytes, written, bytes.length - written, this.#size + written);
      written += bytesWritten;
    }
    const frame = await frameAt(this.#file, this.#size, this.#size + bytes.length);
    if (frame === undefined || !this.#index(frame)) throw new Error("a block that was written cannot be read");
    this.#size = frame.end;
  }

  /** Adds a part to the index; returns false for a part that is invalid at this place. */
  #index(frame: Frame): boolean {
    const { meta } = frame;
    if (meta["kind"] === "head") return this.#size === 0;
    if (meta["kind"] === "state") {
      const { firstKey, lastKey } = meta;
      if (this.#complete || typeof firstKey !== "string" || typeof lastKey !== "string") return false;
      this.#states.push({ frame, firstKey, lastKey });
      return true;
    }
    if (meta["kind"] === "stateEnd") {
      this.#complete = true;
      this.#stateSize = frame.end;
      return true;
    }
    const { first, last, until, keys, scopes } = meta;
    if (!this.#complete || meta["kind"] !== "changes" || typeof keys !== "string" || typeof scopes !== "string")
      return false;
    if (typeof first !== "number" || typeof last !== "number" || typeof until !== "number") return false;
    this.#changes.push({ frame, first, last, keys: HashSet.fromText(keys), scopes: HashSet.fromText(scopes) });
    this.#until = until;
    return true;
  }

  /** Drops the last block if its records did not reach the disk completely. */
  async #dropTorn(): Promise<void> {
    const last = this.#changes.at(-1);
    if (last === undefined) return;
    try {
      await dataOf(this.#file, last.frame);
    } catch {
      this.#changes.pop();
      this.#size = this.#changes.at(-1)?.frame.end ?? this.#stateSize;
    }
  }
}

function headOf(meta: Frame["meta"]): SegmentHead | undefined {
  const { kind, format, identity, start, since } = meta;
  if (kind !== "head" || format !== FORMAT || typeof identity !== "string") return undefined;
  if (typeof start !== "number" || typeof since !== "number") return undefined;
  return { identity, start, since };
}
