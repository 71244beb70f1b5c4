import { isTurnOver, type Steps } from "../../../shared/steps.ts";

/** Characters of text that are encoded to one chunk of bytes. */
const CHUNK = 64 * 1024;

/** Collects parts of a long text as chunks of bytes, so that the whole text is never in memory. */
export class ByteChunks {
  readonly #chunks: Buffer[] = [];
  #text = "";

  /** Adds parts of the text; yields when a chunk was encoded. */
  *add(parts: Iterable<string>): Steps<void> {
    for (const part of parts) {
      this.#text += part;
      if (this.#text.length < CHUNK) continue;
      this.#cut();
      if (isTurnOver()) yield;
    }
  }

  /** The whole text in UTF-8. */
  finish(): readonly Buffer[] {
    if (this.#text !== "") this.#cut();
    return this.#chunks;
  }

  #cut(): void {
    this.#chunks.push(Buffer.from(this.#text));
    this.#text = "";
  }
}
