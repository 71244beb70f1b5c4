import { append } from "../../../../shared/collections/append.ts";
import type { Timers } from "../../../ground/timing/timers.ts";
import type { StagedEvent } from "../auditEvent.ts";
import type { AuditSink, SinkFailed } from "./auditSink.ts";

export interface BatchOptions {
  /** Maximum number of waiting events; further ones are lost. */
  readonly bufferSize: number;
  /** Maximum number of events per batch. */
  readonly maxSize: number;
  /** Maximum time in milliseconds that an event waits for its batch to fill; 0: without limit. */
  readonly maxWait: number;
  /** Rate limit of batches; undefined for no limit. */
  readonly throttle?: { readonly perSecond: number; readonly burst: number } | undefined;
}

export interface BatchParts {
  readonly timers: Timers;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onFailure: SinkFailed;
}

/** Mode `batch`: requests never wait; events are collected and sent in batches. */
export function batching(sink: AuditSink, options: BatchOptions, parts: BatchParts): AuditSink {
  const { bufferSize, maxSize, maxWait, throttle } = options;
  const allowance = throttle === undefined ? () => 0 : tokenBucket(throttle, parts.now);
  const queue: StagedEvent[] = [];
  const running = new Set<Promise<unknown>>();
  let cancelWait: (() => void) | undefined;
  let paused = false;

  const handOn = (): void => {
    const result = sink.process(queue.splice(0, maxSize));
    if (typeof result === "boolean") return;
    const ending = result.finally(() => running.delete(ending));
    running.add(ending);
  };
  /** @param all send incomplete batches, too, because the oldest event has waited long enough */
  const pump = (all: boolean): void => {
    if (paused) return;
    let left = all ? queue.length : queue.length - (queue.length % maxSize);
    for (; left > 0; left -= maxSize) {
      const pause = allowance();
      if (pause > 0) {
        paused = true;
        parts.timers.after(pause, () => {
          paused = false;
          pump(true);
        });
        return;
      }
      handOn();
    }
  };
  const wait = (): void => {
    if (cancelWait !== undefined || maxWait === 0 || queue.length === 0) return;
    cancelWait = parts.timers.after(maxWait, () => {
      cancelWait = undefined;
      pump(true);
    });
  };
  return {
    process(events) {
      const room = Math.max(0, bufferSize - queue.length);
      append(queue, events.slice(0, room));
      const lost = events.slice(room);
      if (lost.length > 0) parts.onFailure("buffered", new Error("audit buffer queue blocked"), lost);
      pump(false);
      wait();
      return true;
    },
    async close() {
      cancelWait?.();
      while (queue.length > 0) handOn();
      await Promise.all(running);
      await sink.close();
    },
  };
}

/** Returns a function that takes a token and returns 0, or else returns the milliseconds until the next token. */
function tokenBucket({ perSecond, burst }: { perSecond: number; burst: number }, now: () => number): () => number {
  let tokens = burst;
  let at = now();
  return () => {
    const time = now();
    tokens = Math.min(burst, tokens + ((time - at) / 1000) * perSecond);
    at = time;
    if (tokens < 1) return Math.ceil(((1 - tokens) / perSecond) * 1000);
    tokens -= 1;
    return 0;
  };
}
