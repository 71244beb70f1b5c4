import type { Steps } from "../../../shared/steps.ts";
import { inTurns } from "../../ground/turns/turns.ts";
import type { CachedObject } from "./cachedObject.ts";

/** What keeps past events, and has to know how much memory they take. */
export interface EventKeeper {
  /** An event that it keeps takes so many bytes more. */
  grew(event: CacheEvent, bytes: number): void;
}

/** One change of one object, as watchers see it. Frames are encoded once for all watchers of the same format. */
export interface CacheEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly key: string;
  readonly revision: number;
  /** The new state; for DELETED the last state, carrying the revision of the deletion. */
  readonly current: CachedObject;
  readonly previous: CachedObject | undefined;
  /** Encoded frames by format; made by {@link frameOf} when a client watches. */
  frames: Map<string, Buffer | Promise<Buffer>> | undefined;
  /** Bytes of memory that it takes, about: its objects and its frames. */
  bytes: number;
  /** Who keeps it for those who come later; undefined once it is forgotten. */
  keeper: EventKeeper | undefined;
}

/** The frame of an event in one format, made once; later, when it takes long. */
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
