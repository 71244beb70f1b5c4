import { Fifo } from "../../../shared/collections/fifo.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { isApiError } from "../../../shared/status.ts";
import { microTimestamp } from "../../../shared/time.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { ApiClient } from "../../api/client/apiClient.ts";
import type { Timers } from "../../ground/timing/timers.ts";
import { type EventWords, involvedObject, type ObjectOfEvent, objectOfEvent } from "./eventWords.ts";

export interface SeriesRecorderParts {
  readonly client: Pick<ApiClient, "create" | "patch">;
  readonly vocabulary: Vocabulary;
  /** The reporting component: `default-scheduler`. */
  readonly controller: string;
  /** The machine on which it runs. */
  readonly host: string;
  /** Milliseconds since the epoch. */
  now(): number;
  readonly timers: Timers;
  onError(error: unknown, key: string): void;
}

/** The content of an Event in the newer API. */
export interface SeriesWords extends EventWords {
  /** The action that was taken or attempted: `Binding`. */
  readonly action: string;
  /** Another object that is involved. */
  readonly related?: ApiObject;
}

/**
 * Maximum number of Events waiting to be written. Further ones are dropped, because reporting must not delay the work.
 */
const WAITING = 10_000;
/** Number of Events that are written concurrently. */
const AT_ONCE = 8;
/** Maximum number of Events that are remembered; the oldest are dropped first. */
const REMEMBERED = 4096;
/** Milliseconds without a new occurrence after which a series has ended. */
const SERIES = 6 * 60_000;
/** Maximum length of a note; longer ones are truncated, because the API rejects them. */
const LONGEST_NOTE = 1024;

interface Remembered {
  readonly event: ApiObject;
  count: number;
  /** Milliseconds since the epoch. */
  last: number;
  /** The count of the series that is stored in the API. */
  written: number;
}

/**
 * Writes Events of the group `events`. An Event that occurs again within six minutes forms a series: the second
 * occurrence is written at once, all further ones when the series has ended.
 */
export class SeriesRecorder {
  readonly #parts: SeriesRecorderParts;
  readonly #events: { readonly group: string; readonly version: string; readonly resource: string };
  readonly #waiting = new Fifo<() => Promise<void>>();
  readonly #remembered = new Map<string, Remembered>();
  #writing = 0;
  #idle: (() => void)[] = [];
  #named = 0;
  #isStopped = false;
  #cancelSweep: (() => void) | undefined;

  constructor(parts: SeriesRecorderParts) {
    this.#parts = parts;
    this.#events = { group: parts.vocabulary.render("events.{domain}"), version: "v1", resource: "events" };
  }

  /** Writes an Event about an object. Never throws. */
  record(object: ApiObject, words: SeriesWords): void {
    const of = objectOfEvent(object);
    const key = this.#keyOf(of, words);
    const now = this.#parts.now();
    const known = this.#remembered.get(key);
    if (known !== undefined) {
      known.count++;
      known.last = now;
      if (known.count === 2) this.#enqueue(() => this.#writeSeries(known));
      return;
    }
    const event = this.#event(of, words, now);
    this.#remember(key, { event, count: 1, last: now, written: 1 });
    this.#enqueue(() => this.#create(event));
  }

  /** Resolves when every Event so far was written, or has failed. */
  async idle(): Promise<void> {
    while (this.#writing > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /** Drops pending Events, and waits for those being written. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelSweep?.();
    this.#waiting.clear();
    await this.idle();
  }

  #keyOf(of: ObjectOfEvent, { type, reason, action, related }: SeriesWords): string {
    const other = related === undefined ? "" : objectOfEvent(related);
    return JSON.stringify([type, reason, action, of, other]);
  }

  #event(of: ObjectOfEvent, { type, reason, action, message, related }: SeriesWords, now: number): ApiObject {
    const { controller, host, vocabulary } = this.#parts;
    this.#named = (this.#named + 1) % 1_000_000;
    const moment = BigInt(Math.trunc(now)) * 1_000_000n + BigInt(this.#named);
    return {
      apiVersion: vocabulary.render("events.{domain}/v1"),
      kind: "Event",
      metadata: { name: `${of.name}.${moment.toString(16)}`, namespace: of.namespace || "default" },
      eventTime: microTimestamp(now),
      reportingController: controller,
      reportingInstance: `${controller}-${host}`,
      action,
      reason,
      regarding: involvedObject(of),
      ...(related === undefined ? {} : { related: involvedObject(objectOfEvent(related)) }),
      note: shortened(message),
      type,
    };
  }

  #enqueue(write: () => Promise<void>): void {
    if (this.#isStopped || this.#waiting.size >= WAITING) return;
    this.#waiting.push(write);
    if (this.#writing < AT_ONCE) void this.#writeAll();
  }

  async #writeAll(): Promise<void> {
    this.#writing++;
    for (let write = this.#waiting.shift(); write !== undefined; write = this.#waiting.shift()) {
      try {
        await write();
      } catch (error) {
        // Events cannot be written in a namespace that is being deleted.
        const causes = isApiError(error) ? (error.status.details?.causes ?? []) : [];
        if (!causes.some(({ reason }) => reason === "NamespaceTerminating")) this.#parts.onError(error, "events");
      }
    }
    this.#writing--;
    if (this.#writing === 0) for (const wake of this.#idle.splice(0)) wake();
  }

  async #create(event: ApiObject): Promise<void> {
    await this.#parts.client.create({ ...this.#events, namespace: event.metadata.namespace }, event);
  }

  async #writeSeries(known: Remembered): Promise<void> {
    const { event, count, last } = known;
    const series = { count, lastObservedTime: microTimestamp(last) };
    const { namespace, name } = event.metadata;
    known.written = count;
    try {
      await this.#parts.client.patch({ ...this.#events, namespace, name }, { series }, { type: "strategic" });
    } catch (error) {
      if (!isApiError(error, "NotFound")) throw error;
      await this.#create({ ...event, series });
    }
  }

  #remember(key: string, known: Remembered): void {
    this.#remembered.set(key, known);
    if (this.#remembered.size > REMEMBERED) {
      const [oldest] = this.#remembered.keys();
      if (oldest !== undefined) this.#remembered.delete(oldest);
    }
    this.#cancelSweep ??= this.#parts.timers.after(SERIES, () => this.#sweep());
  }

  /** Ends series without recent occurrences. */
  #sweep(): void {
    this.#cancelSweep = undefined;
    const oldest = this.#parts.now() - SERIES;
    for (const [key, known] of this.#remembered) {
      if (known.last > oldest) continue;
      this.#remembered.delete(key);
      if (known.count > known.written) this.#enqueue(() => this.#writeSeries(known));
    }
    if (this.#remembered.size > 0) this.#cancelSweep = this.#parts.timers.after(SERIES, () => this.#sweep());
  }
}

function shortened(note: string): string {
  return note.length <= LONGEST_NOTE ? note : `${note.slice(0, LONGEST_NOTE - 4)} ...`;
}
