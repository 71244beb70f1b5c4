import type { ApiObject } from "../../shared/object.ts";
import type { RawWatchHandlers } from "../activity/inspector/rawWatch.ts";

/** The source of a list's past. */
export interface PastSource {
  /** Watches the list from directly after a revision. */
  watch(revision: number, handlers: RawWatchHandlers): { close(): void };
  /** Whether the list can still be read at a revision. */
  isListable(revision: number): Promise<boolean>;
}

/** A watch event as sent by the server. */
export interface Frame {
  type?: string;
  object?: ApiObject & { code?: number; message?: string };
}

/** Parses the oldest revision from which a watch can start from the server's refusal: `too old …: 5 (120)`. */
export function oldestWatchable(message: string): number | undefined {
  const found = /\((\d+)\)\s*$/.exec(message)?.[1];
  return found === undefined ? undefined : Number(found);
}
