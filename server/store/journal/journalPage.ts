/** Changes out of a journal, a page at a time, from the latest to the oldest. */
import type { KeyValue } from "../storage/storage.ts";
import type { JournalRecord } from "./records.ts";
import type { Segment, Wanted } from "./segment.ts";

export interface JournalQuery {
  readonly wanted: Wanted;
  /** Only changes before this revision; from the latest on when omitted. */
  readonly before?: number | undefined;
  /** Changes of a page, about: those of one revision stay together. */
  readonly limit: number;
  /** Bytes of stored values that a page has, about. */
  readonly bytes: number;
}

export interface JournalChange extends JournalRecord {
  /** Of a deletion: what the object was; undefined where even that is not known. */
  readonly last?: KeyValue | undefined;
}

export interface JournalPage {
  /** In order. */
  readonly changes: readonly JournalChange[];
  /** The next page is before this revision; undefined where nothing is left. */
  readonly next?: number | undefined;
}

/** @param segments in order */
export async function readPage(segments: readonly Segment[], query: JournalQuery): Promise<JournalPage> {
  const { wanted, before = Number.POSITIVE_INFINITY, limit } = query;
  const changes: JournalChange[] = [];
  let bytes = 0;
  for (const segment of [...segments].reverse()) {
    if (segment.head.start >= before || segment.isRemoved) continue;
    for await (const record of segment.back(wanted, before)) {
      const newest = changes.at(-1);
      const isFull = changes.length >= limit || bytes >= query.bytes;
      if (isFull && newest !== undefined && record.revision < newest.revision) {
        return { changes: changes.reverse(), next: newest.revision };
      }
      const last = record.kv === undefined ? await segment.get(record.key, record.revision - 1) : undefined;
      bytes += (record.kv ?? last)?.value.length ?? 0;
      changes.push({ ...record, last });
    }
  }
  return { changes: changes.reverse() };
}
