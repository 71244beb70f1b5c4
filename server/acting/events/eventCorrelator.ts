import { BoundedMap } from "../../../shared/collections/boundedMap.ts";
import type { EventWords, ObjectOfEvent } from "./eventWords.ts";

/**
 * Rate limit of one component's Events about one object: the size of a burst, and the milliseconds per Event after it.
 */
const BURST = 25;
const REFILL = 300_000;
/**
 * Number of different messages about the same thing from which they are combined, and the window for that in
 * milliseconds.
 */
const MESSAGES = 10;
const MESSAGES_INTERVAL = 600_000;
/** Maximum number of objects and messages that are remembered. */
const REMEMBERED = { entries: 4096 };

const COMBINED = "(combined from similar events): ";

/** An Event as it was last stored. */
export interface StoredEvent {
  readonly name: string;
  readonly count: number;
  /** RFC 3339. */
  readonly first: string;
}

/** The result of correlating an Event. */
export interface Correlated {
  readonly message: string;
  /** The stored Event with the same content. */
  readonly known: StoredEvent | undefined;
  /** Called with the Event that is now stored; with undefined when it is no longer stored. */
  stored(event: StoredEvent | undefined): void;
}

interface Bucket {
  tokens: number;
  at: number;
}

interface Similar {
  messages: Set<string>;
  at: number;
}

/**
 * Limits the number of Events by the rules of the reference's controllers: a repeated Event increments its count, many
 * that differ only in their message are combined, and Events of a component about one object are rate-limited.
 */
export class EventCorrelator {
  readonly #buckets = new BoundedMap<string, Bucket>(REMEMBERED);
  readonly #similar = new BoundedMap<string, Similar>(REMEMBERED);
  readonly #stored = new BoundedMap<string, StoredEvent>(REMEMBERED);

  /**
   * @param now milliseconds
   * @returns undefined when the Event must be dropped
   */
  correlate(object: ObjectOfEvent, words: EventWords, now: number): Correlated | undefined {
    const of = [object.kind, object.namespace, object.name, object.uid, object.apiVersion].join("\0");
    if (!this.#spend(of, now)) return undefined;
    const about = [of, object.fieldPath ?? "", words.type, words.reason].join("\0");
    const isOneOfMany = this.#isOneOfMany(about, words.message, now);
    const key = isOneOfMany ? about : `${about}\0${words.message}`;
    return {
      message: isOneOfMany ? `${COMBINED}${words.message}` : words.message,
      known: this.#stored.get(key),
      stored: (event) => {
        if (event === undefined) this.#stored.delete(key);
        else this.#stored.set(key, event);
      },
    };
  }

  #spend(of: string, now: number): boolean {
    const { tokens, at } = this.#buckets.get(of) ?? { tokens: BURST, at: now };
    const available = Math.min(BURST, tokens + (now - at) / REFILL);
    const isEnough = available >= 1;
    this.#buckets.set(of, { tokens: isEnough ? available - 1 : available, at: now });
    return isEnough;
  }

  #isOneOfMany(about: string, message: string, now: number): boolean {
    let similar = this.#similar.get(about);
    if (similar === undefined || now - similar.at > MESSAGES_INTERVAL) similar = { messages: new Set(), at: now };
    similar.at = now;
    similar.messages.add(message);
    this.#similar.set(about, similar);
    if (similar.messages.size < MESSAGES) return false;
    // Limit the size of the set.
    const [oldest] = similar.messages;
    if (oldest !== undefined) similar.messages.delete(oldest);
    return true;
  }
}
