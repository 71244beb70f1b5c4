/** Events of a watch as the server sent them. */
import { parseJson } from "../../../shared/json/parseJson.ts";
import type { ApiObject } from "../../../shared/object.ts";

export interface RawEvent {
  /** Counts from 1 within one watch. */
  readonly id: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** ADDED, MODIFIED, DELETED, BOOKMARK, ERROR; empty for what is no event. */
  readonly type: string;
  /** Namespace and name, `ns/name`; the message of an ERROR. */
  readonly name: string;
  readonly resourceVersion: string;
  readonly size: number;
  /** The frame, untouched. */
  readonly text: string;
}

/** Reads what the table shows; a frame that cannot be read is kept all the same. */
export function readEvent(id: number, at: number, text: string): RawEvent {
  let frame: { type?: string; object?: Partial<ApiObject> & { message?: string } } = {};
  try {
    frame = (parseJson(text) ?? {}) as typeof frame;
  } catch {
    // Shown as it is: that the server sends rubbish is what one wants to see here.
  }
  const { name = "", namespace = "", resourceVersion = "" } = frame.object?.metadata ?? {};
  const shown = namespace === "" ? name : `${namespace}/${name}`;
  return {
    id,
    at,
    type: typeof frame.type === "string" ? frame.type : "",
    name: shown || (typeof frame.object?.message === "string" ? frame.object.message : ""),
    resourceVersion,
    size: text.length,
    text,
  };
}

export const EVENT_TYPES = ["ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR"] as const;

/** What passes, newest first. @param type empty for all @param text words that must occur in the name */
export function filterEvents(events: readonly RawEvent[], type: string, text: string): RawEvent[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return events
    .filter((event) => {
      if (type !== "" && event.type !== type) return false;
      const name = event.name.toLowerCase();
      return words.every((word) => name.includes(word));
    })
    .reverse();
}

/** One line per event, oldest first: the frame with the time it arrived beside it. */
export function eventLines(newestFirst: readonly RawEvent[]): string {
  return newestFirst
    .map((event) => {
      const frame = event.text.trim();
      const body = frame.startsWith("{") ? frame.replace(/[\r\n]+/g, " ") : JSON.stringify(frame);
      return `{"at":"${new Date(event.at).toISOString()}","event":${body}}\n`;
    })
    .reverse()
    .join("");
}
