import { isTurnOver, type Steps } from "../../../shared/steps.ts";

/** Characters of text that become one chunk of bytes. */
const CHUNK = 64 * 1024;

/** Gathers parts of a long text as chunks of bytes, so that the text itself is never held as a whole. */
export class ByteChunks {
  readonly #chunks: Buffer[] = [];
  #text = "";

  /** Adds parts of the text; pauses where they became bytes. */
  *add(parts: Iterable<string>): Steps<void> {
    for (const part of parts) {
      this.#text += part;
      if (this.#text.length < CHUNK) continue;
      this.#cut();
      if (isTurnOver()) yield;
    }
  }

  /** All of the text, in UTF-8. */
  finish(): readonly Buffer[] {
    if (this.#text !== "") this.#cut();
    return this.#chunks;
  }

  #cut(): void {
    this.#chunks.push(Buffer.from(this.#text));
    this.#text = "";
  }
}
