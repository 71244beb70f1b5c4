import { BoundedMap } from "../../../shared/collections/boundedMap.ts";
import type { EventWords, ObjectOfEvent } from "./eventWords.ts";

/** How often one controller may report about one object: a burst at once, and then one more in so many milliseconds. */
const BURST = 25;
const REFILL = 300_000;
/** The most different messages about the same thing that stay separate, within so many milliseconds of each other. */
const MESSAGES = 10;
const MESSAGES_INTERVAL = 600_000;
/** Objects and messages that are remembered. */
const REMEMBERED = { entries: 4096 };

const COMBINED = "(combined from similar events): ";

/** An Event as it was last stored. */
export interface StoredEvent {
  readonly name: string;
  readonly count: number;
  /** RFC 3339. */
  readonly first: string;
}

/** What becomes of something to tell. */
export interface Correlated {
  readonly message: string;
  /** The Event that tells the same already. */
  readonly known: StoredEvent | undefined;
  /** Notes what is stored now; undefined when it is stored no more. */
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
 * Keeps Events few, by the rules of the reference's controllers: the same Event told again counts, many that differ only in
 * their message become one, and who tells too much of one object is not heard for a while.
 */
export class EventCorrelator {
  readonly #buckets = new BoundedMap<string, Bucket>(REMEMBERED);
  readonly #similar = new BoundedMap<string, Similar>(REMEMBERED);
  readonly #stored = new BoundedMap<string, StoredEvent>(REMEMBERED);

  /**
   * @param now milliseconds
   * @returns undefined when no Event is to be written
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
    // Grows no further.
    const [oldest] = similar.messages;
    if (oldest !== undefined) similar.messages.delete(oldest);
    return true;
  }
}
