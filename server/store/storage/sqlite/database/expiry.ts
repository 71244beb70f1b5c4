import type { Timers } from "../../../../ground/timing/timers.ts";
import { type Database, numberAt, textAt } from "./database.ts";

/** Maximum number of expired keys read at a time: one commit deletes them. */
const MOST = 500;
/** Maximum milliseconds between two checks while there are keys with a time to live. */
const LONGEST_PAUSE = 60_000;

/** A stored key whose time to live has ended. */
export interface Expired {
  readonly key: string;
  readonly modRevision: number;
}

export interface ExpiredKeys {
  readonly keys: readonly Expired[];
  /** When the next key expires, in ms since the epoch; undefined when no other key has a time to live. */
  readonly next: number | undefined;
}

/** Keys that have expired at `time` (ms since the epoch), up to a maximum number. */
export function expiredKeys(database: Database, time: number): ExpiredKeys {
  const rows = database.all(
    `SELECT key, mod_revision FROM current WHERE expires IS NOT NULL AND expires <= ? ORDER BY expires LIMIT ${MOST}`,
    time,
  );
  const keys = rows.map((row) => ({ key: textAt(row, 0), modRevision: numberAt(row, 1) }));
  if (keys.length === MOST) return { keys, next: time };
  const next = database.first("SELECT min(expires) FROM current WHERE expires > ?", time)?.[0];
  return { keys, next: next === null || next === undefined ? undefined : Number(next) };
}

export interface ExpirySweepOptions {
  readonly timers: Timers;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  find(time: number): ExpiredKeys | Promise<ExpiredKeys>;
  /** Deletes the keys, except those that were written again meanwhile. */
  remove(keys: readonly Expired[]): Promise<unknown>;
}

/** Deletes keys when their time to live has ended. Sets no timer while there are none. */
export class ExpirySweep {
  readonly #options: ExpirySweepOptions;
  #cancel: (() => void) | undefined;
  /** When the next check is due, in ms since the epoch. */
  #due = Number.POSITIVE_INFINITY;
  #stopped = false;

  constructor(options: ExpirySweepOptions) {
    this.#options = options;
  }

  /** Schedules a check at `time` (ms since the epoch), when a key expires. */
  scheduleBy(time: number): void {
    if (this.#stopped || time >= this.#due) return;
    this.#cancel?.();
    this.#due = time;
    const pause = Math.min(Math.max(time - this.#options.now(), 0), LONGEST_PAUSE);
    this.#cancel = this.#options.timers.after(pause, () => void this.#sweep());
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel?.();
  }

  async #sweep(): Promise<void> {
    this.#due = Number.POSITIVE_INFINITY;
    const now = this.#options.now();
    try {
      const { keys, next } = await this.#options.find(now);
      if (this.#stopped) return;
      if (keys.length > 0) await this.#options.remove(keys);
      if (next !== undefined) this.scheduleBy(next);
    } catch {
      // The medium cannot delete now: a later check will.
      this.scheduleBy(now + LONGEST_PAUSE);
    }
  }
}
