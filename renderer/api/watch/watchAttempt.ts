import type { ApiError } from "../../../shared/status.ts";
import type { Clock } from "../clock.ts";
import type { ListWatchSource, WatchChange, WatchEvent } from "./listSource.ts";

/** Maximum milliseconds for a watch to open. */
const OPEN_TIMEOUT = 20_000;
/** Milliseconds after which the end of a watch counts as normal, so that the next one is opened without a delay. */
const MIN_HEALTHY_LIFETIME = 5_000;

/** How a watch ended. */
export interface WatchEnd {
  opened: boolean;
  /** Whether the server was reachable until then; false if it had stopped responding before, or never responded. */
  hasReceived: boolean;
  /** Whether the watch was open long enough for the next one to be opened without a delay. */
  wasHealthy: boolean;
  /** The error with which the server ended the watch. */
  error?: ApiError;
}

export interface WatchAttemptHandlers<T> {
  opened(): void;
  changed(change: WatchChange<T>): void;
  /** Called once, and never after `close`. */
  ended(end: WatchEnd): void;
}

/** One watch from its opening to its end. Reports only the first end, and nothing afterwards. */
export class WatchAttempt<T> {
  readonly #clock: Clock;
  readonly #handlers: WatchAttemptHandlers<T>;
  readonly #begun: number;
  #opened = false;
  #over = false;
  #cancelTimeout: () => void = () => undefined;
  #handle: { close(): void } | undefined;

  constructor(clock: Clock, handlers: WatchAttemptHandlers<T>) {
    this.#clock = clock;
    this.#handlers = handlers;
    this.#begun = clock.now();
  }

  /** Must be called once. The end may be reported before this returns. */
  open(source: Pick<ListWatchSource<T>, "watch">, resourceVersion: string): void {
    this.#cancelTimeout = this.#clock.after(OPEN_TIMEOUT, () => this.#end(false));
    this.#handle = source.watch(resourceVersion, {
      opened: () => this.#open(),
      event: (event) => this.#event(event),
      closed: (hasReceived) => this.#end(hasReceived),
    });
  }

  close(): void {
    if (this.#over) return;
    this.#over = true;
    this.#cancelTimeout();
    this.#handle?.close();
  }

  #open(): void {
    if (this.#over) return;
    this.#opened = true;
    this.#cancelTimeout();
    this.#handlers.opened();
  }

  #event(event: WatchEvent<T>): void {
    if (this.#over) return;
    if (event.type === "ERROR") this.#end(true, event.error);
    else this.#handlers.changed(event);
  }

  #end(hasReceived: boolean, error?: ApiError): void {
    if (this.#over) return;
    this.close();
    const wasHealthy = this.#opened && hasReceived && this.#clock.now() - this.#begun >= MIN_HEALTHY_LIFETIME;
    this.#handlers.ended({ opened: this.#opened, hasReceived, wasHealthy, ...(error === undefined ? {} : { error }) });
  }
}
