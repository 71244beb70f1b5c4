/** Reads changes from a journal, one page at a time, from the latest to the oldest. */
import type { KeyValue } from "../storage/storage.ts";
import type { JournalRecord } from "./records.ts";
import type { RecordFilter, Segment } from "./segment.ts";

export interface JournalQuery {
  readonly filter: RecordFilter;
  /** Only changes before this revision; starts with the latest when omitted. */
  readonly before?: number | undefined;
  /** Approximate number of changes in a page: those of one revision stay together. */
  readonly limit: number;
  /** Approximate bytes of stored values in a page. */
  readonly bytes: number;
}

export interface JournalChange extends JournalRecord {
  /** For a deletion: the last state of the object; undefined when that is not known either. */
  readonly last?: KeyValue | undefined;
}

export interface JournalPage {
  /** In revision order. */
  readonly changes: readonly JournalChange[];
  /** The next page ends before this revision; undefined when nothing is left. */
  readonly next?: number | undefined;
}

/** @param segments in revision order */
export async function readPage(segments: readonly Segment[], query: JournalQuery): Promise<JournalPage> {
  const { filter, before = Number.POSITIVE_INFINITY, limit } = query;
  const changes: JournalChange[] = [];
  let bytes = 0;
  for (const segment of [...segments].reverse()) {
    if (segment.head.start >= before || segment.isRemoved) continue;
    for await (const record of segment.back(filter, before)) {
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
