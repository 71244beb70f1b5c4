import { randomBytes } from "node:crypto";
import { HostError } from "../api/hostError.ts";

/** Texts to be passed from an external program to the page; each can be taken once. */
export interface Handovers {
  /** @returns the id with which to take it. @throws HostError 413 for a text that is too long */
  give(text: string): string;
  take(id: string): string | undefined;
}

/** Maximum number of characters of a text: larger files are not manifests that a person edits. */
const MAX_TEXT = 4 * 1024 * 1024;
const MAX_WAITING = 8;
/** Milliseconds after which a text that was not taken is dropped. */
const LIFETIME = 10 * 60 * 1000;

/** @param now milliseconds */
export function createHandovers(now: () => number): Handovers {
  const waiting = new Map<string, { text: string; until: number }>();
  const forgetOld = (): void => {
    for (const [id, { until }] of waiting) {
      if (until <= now() || waiting.size >= MAX_WAITING) waiting.delete(id);
    }
  };
  return {
    give(text) {
      if (text.length > MAX_TEXT) {
        throw new HostError(413, "RequestEntityTooLarge", `Texts of more than ${MAX_TEXT} characters are not opened.`);
      }
      forgetOld();
      const id = randomBytes(16).toString("base64url");
      waiting.set(id, { text, until: now() + LIFETIME });
      return id;
    },
    take(id) {
      const found = waiting.get(id);
      waiting.delete(id);
      return found !== undefined && found.until > now() ? found.text : undefined;
    },
  };
}
