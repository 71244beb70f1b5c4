import type { ApiObject } from "../../shared/object.ts";
import type { RawWatchHandlers } from "../activity/inspector/rawWatch.ts";

/** What tells of a list's past. */
export interface PastSource {
  /** Watches the list from just after a revision. */
  watch(revision: number, handlers: RawWatchHandlers): { close(): void };
  /** Whether the list can still be read at a revision. */
  isListable(revision: number): Promise<boolean>;
}

/** An event of a watch, as it is sent. */
export interface Frame {
  type?: string;
  object?: ApiObject & { code?: number; message?: string };
}

/** The oldest revision that a watch may begin at, which the server names in its refusal: `too old …: 5 (120)`. */
export function oldestWatchable(message: string): number | undefined {
  const found = /\((\d+)\)\s*$/.exec(message)?.[1];
  return found === undefined ? undefined : Number(found);
}
