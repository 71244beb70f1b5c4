/** Events of a watch as the server sent them, without confidential values. */
import { parseJson } from "../../../shared/json/parseJson.ts";
import { stringifyJson } from "../../../shared/json/stringifyJson.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { HIDDEN } from "../../../shared/secrets/hidden.ts";
import { hideSecrets } from "../../../shared/secrets/hideSecrets.ts";
import { mentionsSecrets } from "../../../shared/secrets/mentionsSecrets.ts";

export interface RawEvent {
  /** Starts at 1 in each watch. */
  readonly id: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** ADDED, MODIFIED, DELETED, BOOKMARK, ERROR; empty for a frame that is not an event. */
  readonly type: string;
  /** Namespace and name, `ns/name`; the message of an ERROR. */
  readonly name: string;
  readonly resourceVersion: string;
  /** Size of the received frame, in UTF-16 units. */
  readonly size: number;
  /**
   * The received frame. If it contained values of secrets, a new text without them, because the console does not keep
   * such values.
   */
  readonly text: string;
}

/** Parses the columns of the table. Keeps unparsable frames as well, unless they mention secrets. */
export function readEvent(id: number, at: number, text: string): RawEvent {
  let frame: { type?: string; object?: Partial<ApiObject> & { message?: string } } = {};
  let kept = text;
  try {
    frame = (parseJson(text) ?? {}) as typeof frame;
    const hidden = hideSecrets(frame);
    if (hidden !== frame) kept = stringifyJson(hidden);
  } catch {
    // Keep the frame unchanged: this view should reveal invalid frames.
    if (mentionsSecrets(text)) kept = HIDDEN;
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
    text: kept,
  };
}

export const EVENT_TYPES = ["ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR"] as const;

/** The matching events, newest first. @param type empty for all @param text words that must occur in the name */
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

/** One line per event, oldest first: the frame with its time of arrival. */
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
