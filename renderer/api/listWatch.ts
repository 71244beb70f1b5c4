/**
 * A live list: list in pages, watch from the list's resourceVersion with bookmarks, resume from the last version seen,
 * start over when the server has forgotten it. Framework-free: no DOM, no React; sockets, requests and time are handed in.
 */
import { ApiError, isApiError } from "../../shared/status.ts";
import { backoffDelay, type Clock } from "./clock.ts";
import { type ListState, phaseOf, STALE_AFTER } from "./listState.ts";

/** One page of a list. */
export interface ListPage<T> {
  items: T[];
  resourceVersion: string;
  /** Token of the next page; undefined on the last. */
  continue?: string | undefined;
  remaining?: number | undefined;
}

/** One frame of a watch, decoded. */
export type WatchEvent<T> =
  | { type: "ADDED" | "MODIFIED" | "DELETED"; items: T[]; resourceVersion: string }
  | { type: "BOOKMARK"; resourceVersion: string }
  | { type: "ERROR"; error: ApiError };

export interface WatchHandlers<T> {
  opened(): void;
  event(event: WatchEvent<T>): void;
  /** Once, however the watch ended; never after `close` of the returned handle. */
  closed(): void;
}

export interface ListWatchSource<T> {
  list(query: { limit: number; continue?: string | undefined }, signal: AbortSignal): Promise<ListPage<T>>;
  watch(resourceVersion: string, handlers: WatchHandlers<T>): { close(): void };
}

/** Where the rows go. A list is marked and swept: rows on the screen stay until the new list is complete. */
export interface ListWatchSink<T> {
  beginList(): void;
  page(items: T[]): void;
  endList(): void;
  changed(type: "ADDED" | "MODIFIED" | "DELETED", items: T[]): void;
  /** Rows held at the moment. */
  size(): number;
  state(state: ListState): void;
}

export const PAGE_SIZE = 500;
/** Bookmarks come about once a minute; silence much longer than that means a socket that died unnoticed. */
export const SILENCE_LIMIT = 150_000;
const TICK = 5_000;
/** A watch that lived this long ended in good order; the next one is opened without waiting. */
const GOOD_LIFE = 5_000;
/** A browser does not tell why a socket was refused; after this many refusals the list is read again, which does. */
const REFUSALS_BEFORE_LIST = 2;

/** Runs one live list from `start` to `stop`. */
export class ListWatch<T> {
  readonly #source: ListWatchSource<T>;
  readonly #sink: ListWatchSink<T>;
  readonly #clock: Clock;
  #resourceVersion = "";
  #complete = false;
  #connected = false;
  #remaining: number | undefined;
  #error: ApiError | undefined;
  #attempts = 0;
  #refusals = 0;
  #lastContact: number;
  #lastTick: number;
  /** Whatever goes on now: a list, an open watch, or a wait. Only one at a time. */
  #cancelCurrent: () => void = () => undefined;
  #cancelTick: () => void = () => undefined;
  #running = false;

  constructor(source: ListWatchSource<T>, sink: ListWatchSink<T>, clock: Clock) {
    this.#source = source;
    this.#sink = sink;
    this.#clock = clock;
    this.#lastContact = clock.now();
    this.#lastTick = clock.now();
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    this.#scheduleTick();
    void this.#list();
  }

  /** Ends everything; no handler is called afterwards. */
  stop(): void {
    this.#running = false;
    this.#cancelCurrent();
    this.#cancelTick();
  }

  /** Tries again now: the user asked, or the browser came back online or awake. */
  retry(relist = false): void {
    if (!this.#running) return;
    this.#cancelCurrent();
    if (relist || !this.#complete || this.#error !== undefined) void this.#list();
    else this.#watch();
  }

  #publish(): void {
    const loaded = this.#sink.size();
    const silence = this.#clock.now() - this.#lastContact;
    this.#sink.state({
      // Between a list and its watch, and from one watch to the next, nothing was lost yet.
      phase: phaseOf({
        connected: this.#connected || (this.#attempts === 0 && silence < STALE_AFTER),
        complete: this.#complete,
        loaded,
        silence,
        error: this.#error,
      }),
      loaded,
      remaining: this.#remaining,
      complete: this.#complete,
      lastContact: this.#lastContact,
      attempts: this.#attempts,
      error: this.#error,
    });
  }

  #contact(): void {
    this.#lastContact = this.#clock.now();
  }

  async #list(): Promise<void> {
    const abort = new AbortController();
    this.#cancelCurrent = () => abort.abort();
    this.#connected = false;
    this.#sink.beginList();
    this.#publish();
    try {
      let token: string | undefined;
      do {
        const page = await this.#source.list({ limit: PAGE_SIZE, continue: token }, abort.signal);
        if (abort.signal.aborted) return;
        this.#contact();
        this.#error = undefined;
        this.#sink.page(page.items);
        this.#remaining = page.continue === undefined ? undefined : page.remaining;
        this.#resourceVersion = page.resourceVersion;
        token = page.continue;
        this.#publish();
      } while (token !== undefined);
      this.#sink.endList();
      this.#complete = true;
      this.#refusals = 0;
      this.#watch();
    } catch (error) {
      if (abort.signal.aborted) return;
      this.#fail(
        isApiError(error) ? error : new ApiError(0, "", error instanceof Error ? error.message : String(error)),
      );
    }
  }

  /** A list failed: tell, and list again after a while. A refusal is asked again seldom, in case rights were given. */
  #fail(error: ApiError): void {
    // The token of a page expired while paging: start over at once, the server is well.
    const expiredPage = error.code === 410;
    if (!expiredPage) this.#error = error;
    this.#attempts += 1;
    const delay = backoffDelay(error.code === 403 || error.code === 404 ? 7 : this.#attempts, this.#clock.random());
    this.#wait(expiredPage && this.#attempts === 1 ? 0 : delay, () => void this.#list());
  }

  #wait(delay: number, then: () => void): void {
    this.#cancelCurrent = this.#clock.after(delay, then);
    this.#publish();
  }

  #watch(): void {
    const openedAt = this.#clock.now();
    let opened = false;
    let over = false;
    const finish = (next: () => void): void => {
      if (over) return;
      over = true;
      handle?.close();
      this.#connected = false;
      next();
    };
    const handlers: WatchHandlers<T> = {
      opened: () => {
        opened = true;
        this.#connected = true;
        this.#attempts = 0;
        this.#refusals = 0;
        this.#contact();
        this.#publish();
      },
      event: (event) => {
        if (over) return;
        this.#contact();
        if (event.type === "ERROR") {
          finish(() => this.#watchError(event.error));
          return;
        }
        if (event.resourceVersion !== "") this.#resourceVersion = event.resourceVersion;
        if (event.type === "BOOKMARK") return;
        this.#sink.changed(event.type, event.items);
        this.#publish();
      },
      closed: () => finish(() => this.#watchClosed(opened, this.#clock.now() - openedAt)),
    };
    let handle: { close(): void } | undefined;
    this.#cancelCurrent = () => finish(() => undefined);
    handle = this.#source.watch(this.#resourceVersion, handlers);
    this.#publish();
  }

  #watchError(error: ApiError): void {
    if (error.code === 403) {
      this.#fail(error);
      return;
    }
    this.#attempts += 1;
    const first = error.code === 410 && this.#attempts === 1;
    this.#wait(first ? 0 : backoffDelay(this.#attempts, this.#clock.random()), () => void this.#list());
  }

  #watchClosed(opened: boolean, life: number): void {
    if (!opened) this.#refusals += 1;
    if (opened && life >= GOOD_LIFE) {
      this.#wait(0, () => this.#watch());
      return;
    }
    this.#attempts += 1;
    const relist = this.#refusals >= REFUSALS_BEFORE_LIST;
    if (relist) this.#refusals = 0;
    this.#wait(backoffDelay(this.#attempts, this.#clock.random()), () => (relist ? void this.#list() : this.#watch()));
  }

  /** Ages the state, and notices what no event tells: a machine that slept, a socket that died silently. */
  #scheduleTick(): void {
    this.#cancelTick = this.#clock.after(TICK, () => {
      const now = this.#clock.now();
      const slept = now - this.#lastTick > TICK * 6;
      this.#lastTick = now;
      if (this.#connected && (slept || now - this.#lastContact > SILENCE_LIMIT)) this.retry();
      else if (!this.#connected && now - this.#lastContact >= STALE_AFTER) this.#publish();
      this.#scheduleTick();
    });
  }
}
