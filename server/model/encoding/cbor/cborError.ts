/**
 * Malformed CBOR, or CBOR without a JSON equivalent. The message is that of the reference's decoder, such as `cbor:
 * exceeded max nested level 64`.
 */
export class CborError extends Error {
  override readonly name = "CborError";
  /** Whether only the content is invalid, so that the object's kind could still be read. */
  readonly inContent: boolean;

  constructor(message: string, inContent = false) {
    super(message);
    this.inContent = inContent;
  }
}

/** The names of item types in messages. */
export const TYPE_NAMES = [
  "positive integer",
  "negative integer",
  "byte string",
  "UTF-8 text string",
  "array",
  "map",
  "tag",
  "primitives",
] as const;
