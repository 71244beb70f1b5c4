/**
 * A live list: list in pages, watch from the list's resourceVersion with bookmarks, resume from the last version seen,
 * start over when the server has forgotten it. Framework-free: no DOM, no React; sockets, requests and time are handed in.
 */
import { ApiError, isApiError } from "../../shared/status.ts";
import type { Clock } from "./clock.ts";
import type { ListWatchSink } from "./listSink.ts";
import type { ListWatchSource, WatchChange } from "./listSource.ts";
import { cancelledError, isCancelled, type ListStanding, newStanding, stateOf } from "./listStanding.ts";
import { STALE_AFTER } from "./listState.ts";
import { afterListError, afterWatch, isRefused, type NextTry } from "./nextTry.ts";
import { readPages } from "./readPages.ts";
import { startTicking } from "./ticker.ts";
import { WatchAttempt, type WatchEnd } from "./watchAttempt.ts";

/** Bookmarks come about once a minute; silence much longer than that means a socket that died unnoticed. */
const SILENCE_LIMIT = 150_000;
/** Milliseconds after which a list is read again that may not be watched. */
export const READ_AGAIN_AFTER = 5_000;

/** Runs one live list from `start` to `stop`. */
export class ListWatch<T> {
  readonly #source: ListWatchSource<T>;
  readonly #sink: ListWatchSink<T>;
  readonly #clock: Clock;
  readonly #standing: ListStanding;
  #resourceVersion = "";
  /** Ends whatever goes on now: a list, an open watch, or a wait. Only one at a time. */
  #cancelCurrent: () => void = () => undefined;
  #stopTicking: () => void = () => undefined;
  #running = false;

  /** @param lastContact time of the last sign of life, for a sink that holds rows of an earlier reading */
  constructor(source: ListWatchSource<T>, sink: ListWatchSink<T>, clock: Clock, lastContact = clock.now()) {
    this.#source = source;
    this.#sink = sink;
    this.#clock = clock;
    this.#standing = newStanding(lastContact);
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    this.#stopTicking = startTicking(this.#clock, (slept) => this.#tick(slept));
    void this.#list();
  }

  /** Ends everything; no handler is called afterwards. */
  stop(): void {
    this.#running = false;
    this.#cancelCurrent();
    this.#stopTicking();
  }

  /** Tries again now: the user asked, or the browser came back online or awake. */
  retry(relist = false): void {
    if (!this.#running) return;
    this.#cancelCurrent();
    const { complete, error, unwatched } = this.#standing;
    if (relist || !complete || error !== undefined || unwatched !== undefined) void this.#list();
    else this.#watch();
  }

  /** Tries again now what waits or may hang, unless the user gave it up. */
  wake(): void {
    const isLoading = !this.#standing.complete && this.#standing.error === undefined;
    if (!this.#standing.connected && !isLoading && !isCancelled(this.#standing)) this.retry();
  }

  /** Gives up what takes too long; only `retry` goes on. What was read so far stays. */
  cancel(): void {
    if (!this.#running || this.#standing.connected) return;
    this.#cancelCurrent();
    this.#cancelCurrent = () => undefined;
    this.#standing.error = cancelledError();
    this.#standing.attempts = 1;
    this.#publish();
  }

  #publish(): void {
    this.#sink.state(stateOf(this.#standing, this.#sink.size(), this.#clock.now()));
  }

  #contact(): void {
    this.#standing.lastContact = this.#clock.now();
  }

  /** Ages the state, and reopens what slept or died silently. */
  #tick(slept: boolean): void {
    const { connected, lastContact } = this.#standing;
    const silence = this.#clock.now() - lastContact;
    if (!isCancelled(this.#standing) && (slept || (connected && silence > SILENCE_LIMIT))) this.retry();
    else if (!connected && silence >= STALE_AFTER) this.#publish();
  }

  #goOn({ what, delay }: NextTry): void {
    this.#cancelCurrent = this.#clock.after(delay, () => (what === "list" ? void this.#list() : this.#watch()));
    this.#publish();
  }

  async #list(): Promise<void> {
    const abort = new AbortController();
    this.#cancelCurrent = () => abort.abort();
    this.#standing.connected = false;
    this.#sink.beginList();
    this.#publish();
    try {
      await readPages(this.#source, abort.signal, (page) => {
        this.#contact();
        this.#standing.error = undefined;
        this.#sink.page(page.items);
        this.#standing.remaining = page.continue === undefined ? undefined : page.remaining;
        this.#resourceVersion = page.resourceVersion;
        this.#publish();
      });
      if (abort.signal.aborted) return;
      this.#sink.endList();
      this.#standing.complete = true;
      const isDoubtful = isRefused(this.#standing) || this.#standing.unwatched !== undefined;
      this.#standing.refusals = 0;
      if (isDoubtful) await this.#watchIfAllowed(abort.signal);
      else this.#watch();
    } catch (error) {
      if (abort.signal.aborted) return;
      const text = error instanceof Error ? error.message : String(error);
      this.#refused(isApiError(error) ? error : new ApiError(0, "", text));
    }
  }

  /** Asks whether a watch is refused for want of a right. Then the list is read again after a while, and so is this. */
  async #watchIfAllowed(signal: AbortSignal): Promise<void> {
    const why = await this.#source.whyUnwatched(this.#resourceVersion, signal);
    if (signal.aborted) return;
    this.#standing.unwatched = why;
    if (why === undefined) return this.#watch();
    this.#standing.attempts = 0;
    this.#goOn({ what: "list", delay: READ_AGAIN_AFTER });
  }

  /** A list failed: tell, and list again after a while. An expired token of a page is no failure to tell of. */
  #refused(error: ApiError): void {
    if (error.code !== 410) this.#standing.error = error;
    this.#goOn(afterListError(this.#standing, error, this.#clock.random()));
  }

  #watch(): void {
    const attempt = new WatchAttempt<T>(this.#clock, {
      opened: () => {
        this.#standing.connected = true;
        this.#standing.refusals = 0;
        this.#contact();
        this.#publish();
      },
      changed: (change) => this.#changed(change),
      ended: (end) => this.#watchEnded(end),
    });
    this.#cancelCurrent = () => {
      attempt.close();
      this.#standing.connected = false;
    };
    attempt.open(this.#source, this.#resourceVersion);
    this.#publish();
  }

  #changed(change: WatchChange<T>): void {
    this.#contact();
    // Not when it opens: a server that ends every watch at once must not be asked without a pause.
    this.#standing.attempts = 0;
    if (change.resourceVersion !== "") this.#resourceVersion = change.resourceVersion;
    if (change.type === "BOOKMARK") return;
    this.#sink.changed(change.type, change.items);
    this.#publish();
  }

  #watchEnded(end: WatchEnd): void {
    this.#standing.connected = false;
    if (end.opened && end.heard) this.#contact();
    if (end.error?.code === 403) this.#refused(end.error);
    else this.#goOn(afterWatch(this.#standing, end, this.#clock.random()));
  }
}
