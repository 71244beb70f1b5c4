import { append } from "../../../shared/collections/append.ts";
import { type AuditRow, ROW_WEIGHING } from "./auditView.ts";

/** Maximum number of events of a page. */
const MOST = 20_000;

/** The events of a page: new ones are added at one end, earlier ones at the other, within limits. */
export class AuditRows {
  /** Oldest first. */
  #recent: AuditRow[] = [];
  /** Newest first, all before the recent ones. */
  #earlier: AuditRow[] = [];
  /** Number of dropped rows at the start of `#recent`; they are removed in bulk. */
  #gone = 0;
  #size = 0;
  /** Whether new rows have displaced older ones. */
  hasDropped = false;
  /** The place in the log before which the search goes on. */
  earliest: string;

  constructor(earliest = "") {
    this.earliest = earliest;
  }

  get #count(): number {
    return this.#recent.length - this.#gone + this.#earlier.length;
  }

  /** Whether there is no room for earlier events. */
  get isFull(): boolean {
    return this.#count >= MOST || this.#size >= ROW_WEIGHING.most;
  }

  /** Adds a new event; drops the oldest ones if there are too many. */
  push(row: AuditRow): void {
    this.#recent.push(row);
    this.#size += row.size;
    while (this.#count > MOST || (this.#size > ROW_WEIGHING.most && this.#count > 1)) this.#drop();
    if (this.#gone > MOST) {
      this.#recent = this.#recent.slice(this.#gone);
      this.#gone = 0;
    }
  }

  /** Adds an event that is older than all others. */
  addEarlier(row: AuditRow): void {
    this.#earlier.push(row);
    this.#size += row.size;
  }

  newestFirst(): AuditRow[] {
    const rows = this.#recent.slice(this.#gone).reverse();
    append(rows, this.#earlier);
    return rows;
  }

  /** Time of the oldest event; empty if there is none. */
  oldestTime(): string {
    return (this.#earlier.at(-1) ?? this.#recent[this.#gone])?.event.stageTimestamp ?? "";
  }

  #drop(): void {
    const dropped = this.#earlier.pop() ?? this.#recent[this.#gone++];
    this.#size -= dropped?.size ?? 0;
    this.hasDropped = true;
  }
}
