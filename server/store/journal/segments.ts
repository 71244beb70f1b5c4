import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { KEY_ROOT } from "../storage/keyLayout.ts";
import { makeFolder } from "../storage/makeFolder.ts";
import { CompactedError, type Storage } from "../storage/storage.ts";
import { isSegmentFile, Segment } from "./segment.ts";
import { joined, type Stretch } from "./stretches.ts";

/** Whose journal it is. */
export interface Owner {
  /** Of the store: segments of another one are deleted. */
  readonly identity: string;
  readonly storage: Pick<Storage, "currentRevision" | "get">;
}

/** What may be dropped. */
export interface Surplus {
  /** A segment whose last change is older is too old: milliseconds since the epoch. */
  readonly before: number;
  /** Bytes that may stay. */
  readonly room: number;
  /** The segment that changes are added to: it stays, and what follows it. */
  readonly except: Segment | undefined;
}

/** The segments of a journal, the oldest first. */
export class Segments {
  #segments: Segment[] = [];

  get all(): readonly Segment[] {
    return [...this.#segments];
  }

  get last(): Segment | undefined {
    return this.#segments.at(-1);
  }

  /** Bytes of all files. */
  get size(): number {
    return this.#segments.reduce((sum, { size }) => sum + size, 0);
  }

  /** What is covered, in order. */
  get stretches(): Stretch[] {
    return joined(
      this.#segments.map(({ head, end, until }) => ({ from: head.start, to: end, since: head.since, until })),
    );
  }

  /** Reads the index of what earlier processes have left in a folder, which is made when it is not there. */
  async open(folder: string, { identity, storage }: Owner): Promise<void> {
    makeFolder(folder);
    const names = (await readdir(folder)).filter(isSegmentFile).sort();
    const current = await storage.currentRevision();
    for (const name of names) {
      const segment = await Segment.read(join(folder, name));
      if (segment === undefined) continue;
      const isOurs = segment.head.identity === identity && segment.end <= current;
      if (isOurs && segment.isComplete) this.add(segment);
      else await segment.remove();
    }
    // Where the store was put back to an earlier state, what follows it has other revisions.
    if (this.last !== undefined && !(await belongs(this.last, storage))) await this.removeAll();
  }

  add(segment: Segment): void {
    this.#segments.push(segment);
  }

  /** Whether a segment knows the state at a revision. */
  know(revision: number): boolean {
    return this.#segments.some((segment) => knows(segment, revision));
  }

  /** The latest segment that knows the state at a revision. @throws CompactedError where none does */
  at(revision: number): Segment {
    const known = this.#segments.findLast((segment) => knows(segment, revision));
    if (known !== undefined) return known;
    const next = this.#segments.find(({ head }) => head.start > revision);
    throw new CompactedError(revision, next?.head.start ?? this.last?.end ?? revision);
  }

  /** Drops what is too old or does not fit, the oldest first and whole. */
  async drop({ before, room, except }: Surplus): Promise<void> {
    for (;;) {
      const [first] = this.#segments;
      if (first === undefined || first === except) return;
      if (first.until >= before && this.size <= room) return;
      this.#segments.shift();
      await first.remove();
    }
  }

  /** Drops the oldest of several. */
  async dropOldest(): Promise<void> {
    if (this.#segments.length > 1) await this.#segments.shift()?.remove();
  }

  async removeAll(): Promise<void> {
    for (const segment of this.#segments.splice(0)) await segment.remove();
  }

  /** Releases the files. */
  async closeAll(): Promise<void> {
    for (const segment of this.#segments.splice(0)) await segment.close();
  }
}

const knows = ({ head, end }: Segment, revision: number): boolean => head.start <= revision && revision <= end;

/** Whether the last change of a segment is one of this store, as far as the store still knows. */
async function belongs(segment: Segment, storage: Pick<Storage, "get">): Promise<boolean> {
  for await (const { key, revision, kv } of segment.back({ prefix: KEY_ROOT }, Number.POSITIVE_INFINITY)) {
    try {
      const stored = await storage.get(key, revision);
      return kv === undefined
        ? stored === undefined
        : stored?.modRevision === revision && stored.createRevision === kv.createRevision;
    } catch (error) {
      if (error instanceof CompactedError) return true;
      throw error;
    }
  }
  return true;
}
