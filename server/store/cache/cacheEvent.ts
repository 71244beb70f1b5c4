import type { Steps } from "../../../shared/steps.ts";
import { inTurns } from "../../ground/turns/turns.ts";
import type { CachedObject } from "./cachedObject.ts";

/** Keeps past events, and tracks how much memory they take. */
export interface EventKeeper {
  /** The memory of a kept event has grown by `bytes`. */
  grew(event: CacheEvent, bytes: number): void;
}

/** One change of one object, as watchers see it. Frames are encoded once for all watchers of the same format. */
export interface CacheEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly key: string;
  readonly revision: number;
  /** The new state; for DELETED the last state, with the revision of the deletion. */
  readonly current: CachedObject;
  readonly previous: CachedObject | undefined;
  /** Encoded frames by format; filled by {@link frameOf} when a client watches. */
  frames: Map<string, Buffer | Promise<Buffer>> | undefined;
  /** Approximate bytes of memory that the event takes: its objects and its frames. */
  bytes: number;
  /** The window that keeps the event for watches that resume; undefined once the event is forgotten. */
  keeper: EventKeeper | undefined;
}

/** The frame of an event in one format, encoded once; a promise when encoding takes long. */
export function frameOf(event: CacheEvent, format: string, encode: () => Steps<Buffer>): Buffer | Promise<Buffer> {
  const before = event.frames?.get(format);
  if (before !== undefined) return before;
  event.frames ??= new Map();
  const { frames } = event;
  const keep = (frame: Buffer): Buffer => {
    frames.set(format, frame);
    event.keeper?.grew(event, frame.length);
    return frame;
  };
  const frame = inTurns(encode());
  if (!(frame instanceof Promise)) return keep(frame);
  const kept = frame.then(keep);
  frames.set(format, kept);
  return kept;
}
