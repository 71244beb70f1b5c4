import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { KEY_ROOT } from "../storage/keyLayout.ts";
import { makeFolder } from "../storage/makeFolder.ts";
import { CompactedError, type Storage } from "../storage/storage.ts";
import { isSegmentFile, Segment } from "./segment.ts";
import { joined, type Stretch } from "./stretches.ts";

/** The store that a journal belongs to. */
export interface Owner {
  /** Identity of the store: segments of another store are deleted. */
  readonly identity: string;
  readonly storage: Pick<Storage, "currentRevision" | "get">;
}

/** Which segments may be dropped. */
export interface Retention {
  /** Milliseconds since the epoch: a segment whose last change is older is dropped. */
  readonly before: number;
  /** Maximum bytes that may remain. */
  readonly room: number;
  /** The segment that changes are added to: this segment and later ones are never dropped. */
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

  /** The covered stretches, in order. */
  get stretches(): Stretch[] {
    return joined(
      this.#segments.map(({ head, end, until }) => ({ from: head.start, to: end, since: head.since, until })),
    );
  }

  /** Indexes the segments that earlier processes have left in a folder, which is created if missing. */
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
    // If the store was restored to an earlier state, its later revisions differ from those in the journal.
    if (this.last !== undefined && !(await belongs(this.last, storage))) await this.removeAll();
  }

  add(segment: Segment): void {
    this.#segments.push(segment);
  }

  /** Whether some segment has the state at a revision. */
  know(revision: number): boolean {
    return this.#segments.some((segment) => knows(segment, revision));
  }

  /** The latest segment that has the state at a revision. @throws CompactedError when none does */
  at(revision: number): Segment {
    const known = this.#segments.findLast((segment) => knows(segment, revision));
    if (known !== undefined) return known;
    const next = this.#segments.find(({ head }) => head.start > revision);
    throw new CompactedError(revision, next?.head.start ?? this.last?.end ?? revision);
  }

  /** Drops whole segments that are too old or do not fit, the oldest first. */
  async drop({ before, room, except }: Retention): Promise<void> {
    for (;;) {
      const [first] = this.#segments;
      if (first === undefined || first === except) return;
      if (first.until >= before && this.size <= room) return;
      this.#segments.shift();
      await first.remove();
    }
  }

  /** Drops the oldest segment, unless it is the only one. */
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

/** Whether the last change of a segment is a change of this store, as far as the store's history still shows. */
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
