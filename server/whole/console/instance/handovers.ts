import { randomBytes } from "node:crypto";
import { HostError } from "../api/hostError.ts";

/** Texts on their way from a program outside into the page, each taken once. */
export interface Handovers {
  /** @returns the id to take it by. @throws HostError 413 for a text that is too long */
  give(text: string): string;
  take(id: string): string | undefined;
}

/** Longest text, in characters: larger files are not manifests that a person edits. */
const MAX_TEXT = 4 * 1024 * 1024;
const MAX_WAITING = 8;
/** A text that is not taken is forgotten after this many milliseconds. */
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
