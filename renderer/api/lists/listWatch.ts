/**
 * A live list: lists in pages, watches from the list's resourceVersion with bookmarks, resumes from the last version
 * seen, and lists again when that version has expired. Independent of the DOM and React; the caller provides sockets,
 * requests and time.
 */

import { ApiError, isApiError } from "../../../shared/status.ts";
import { messageOf } from "../../../shared/text/messageOf.ts";
import type { Clock } from "../clock.ts";
import type { ListWatchSource, WatchChange } from "../watch/listSource.ts";
import { afterListError, afterWatch, isRefused, type NextTry } from "../watch/nextTry.ts";
import { startTicking } from "../watch/ticker.ts";
import { WatchAttempt, type WatchEnd } from "../watch/watchAttempt.ts";
import type { ListWatchSink } from "./listSink.ts";
import { STALE_AFTER } from "./listState.ts";
import { cancelledError, isCancelled, type ListStatus, newListStatus, stateOf } from "./listStatus.ts";
import { readPages } from "./readPages.ts";

/** Milliseconds of silence after which a watch counts as dead: bookmarks arrive about once a minute. */
const SILENCE_LIMIT = 150_000;
/** Milliseconds between two polls of a list that the kind or the user's permissions do not allow to watch. */
export const READ_AGAIN_AFTER = 5_000;

/** Runs one live list from `start` to `stop`. */
export class ListWatch<T> {
  readonly #source: ListWatchSource<T>;
  readonly #sink: ListWatchSink<T>;
  readonly #clock: Clock;
  readonly #status: ListStatus;
  #resourceVersion = "";
  /** Cancels the current activity: a list, an open watch, or a wait. There is only one at a time. */
  #cancelCurrent: () => void = () => undefined;
  #stopTicking: () => void = () => undefined;
  #running = false;

  /** @param lastContact time of the last contact, for a sink with rows of an earlier list */
  constructor(source: ListWatchSource<T>, sink: ListWatchSink<T>, clock: Clock, lastContact = clock.now()) {
    this.#source = source;
    this.#sink = sink;
    this.#clock = clock;
    this.#status = newListStatus(lastContact);
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    this.#stopTicking = startTicking(this.#clock, (slept) => this.#tick(slept));
    void this.#list();
  }

  /** Ends everything; no callback is called afterwards. */
  stop(): void {
    this.#running = false;
    this.#cancelCurrent();
    this.#stopTicking();
  }

  /** Retries immediately: on the user's request, or when the browser is online or awake again. */
  retry(relist = false): void {
    if (!this.#running) return;
    this.#cancelCurrent();
    const { complete, error, unwatched } = this.#status;
    if (relist || !complete || error !== undefined || unwatched !== undefined) void this.#list();
    else this.#watch();
  }

  /** Retries immediately if the list is waiting or its connection may be dead, unless the user cancelled it. */
  wake(): void {
    const isLoading = !this.#status.complete && this.#status.error === undefined;
    if (!this.#status.connected && !isLoading && !isCancelled(this.#status)) this.retry();
  }

  /** Cancels a list that takes too long; only `retry` resumes it. The rows read so far stay. */
  cancel(): void {
    if (!this.#running || this.#status.connected) return;
    this.#cancelCurrent();
    this.#cancelCurrent = () => undefined;
    this.#status.error = cancelledError();
    this.#status.attempts = 1;
    this.#publish();
  }

  #publish(): void {
    this.#sink.state(stateOf(this.#status, this.#sink.size(), this.#clock.now()));
  }

  #contact(): void {
    this.#status.lastContact = this.#clock.now();
  }

  /** Updates the age of the state, and reopens a watch after a sleep or when it died silently. */
  #tick(slept: boolean): void {
    const { connected, lastContact } = this.#status;
    const silence = this.#clock.now() - lastContact;
    if (!isCancelled(this.#status) && (slept || (connected && silence > SILENCE_LIMIT))) this.retry();
    else if (!connected && silence >= STALE_AFTER) this.#publish();
  }

  #scheduleNext({ action, delay }: NextTry): void {
    this.#cancelCurrent = this.#clock.after(delay, () => (action === "list" ? void this.#list() : this.#watch()));
    this.#publish();
  }

  async #list(): Promise<void> {
    const abort = new AbortController();
    this.#cancelCurrent = () => abort.abort();
    this.#status.connected = false;
    this.#sink.beginList();
    this.#publish();
    try {
      await readPages(this.#source, abort.signal, (page) => {
        this.#contact();
        this.#status.error = undefined;
        this.#sink.page(page.items);
        this.#status.remaining = page.continue === undefined ? undefined : page.remaining;
        this.#resourceVersion = page.resourceVersion;
        this.#publish();
      });
      if (abort.signal.aborted) return;
      this.#sink.endList();
      this.#status.complete = true;
      const { unwatchable } = this.#source;
      const isDoubtful = isRefused(this.#status) || this.#status.unwatched !== undefined;
      this.#status.refusals = 0;
      if (unwatchable !== undefined) this.#readAgain(unwatchable);
      else if (isDoubtful) await this.#watchIfAllowed(abort.signal);
      else this.#watch();
    } catch (error) {
      if (abort.signal.aborted) return;
      const text = messageOf(error);
      this.#refused(isApiError(error) ? error : new ApiError(0, "", text));
    }
  }

  /** Checks whether the user lacks the permission to watch. If so, the list is polled, and each poll checks again. */
  async #watchIfAllowed(signal: AbortSignal): Promise<void> {
    const refusal = await this.#source.watchRefusal(this.#resourceVersion, signal);
    if (signal.aborted) return;
    this.#status.unwatched = refusal;
    if (refusal === undefined) this.#watch();
    else this.#readAgain(refusal);
  }

  /** Polls the list, because it cannot be watched. */
  #readAgain(refusal: ApiError): void {
    this.#status.unwatched = refusal;
    this.#status.attempts = 0;
    this.#scheduleNext({ action: "list", delay: READ_AGAIN_AFTER });
  }

  /** Reports a failed list, and lists again after a pause. An expired page token is not reported as a failure. */
  #refused(error: ApiError): void {
    if (error.code !== 410) this.#status.error = error;
    this.#scheduleNext(afterListError(this.#status, error, this.#clock.random()));
  }

  #watch(): void {
    const attempt = new WatchAttempt<T>(this.#clock, {
      opened: () => {
        this.#status.connected = true;
        this.#status.refusals = 0;
        this.#contact();
        this.#publish();
      },
      changed: (change) => this.#changed(change),
      ended: (end) => this.#watchEnded(end),
    });
    this.#cancelCurrent = () => {
      attempt.close();
      this.#status.connected = false;
    };
    attempt.open(this.#source, this.#resourceVersion);
    this.#publish();
  }

  #changed(change: WatchChange<T>): void {
    this.#contact();
    // Not reset when a watch opens: a server that ends every watch at once must not be contacted without a delay.
    this.#status.attempts = 0;
    if (change.resourceVersion !== "") this.#resourceVersion = change.resourceVersion;
    if (change.type === "BOOKMARK") return;
    this.#sink.changed(change.type, change.items);
    this.#publish();
  }

  #watchEnded(end: WatchEnd): void {
    this.#status.connected = false;
    if (end.opened && end.hasReceived) this.#contact();
    if (end.error?.code === 403) this.#refused(end.error);
    else this.#scheduleNext(afterWatch(this.#status, end, this.#clock.random()));
  }
}
