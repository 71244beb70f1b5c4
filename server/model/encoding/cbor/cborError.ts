/**
 * Bytes that are not CBOR, or CBOR without a JSON equivalent. The message is the reference decoder's, such as `cbor:
 * exceeded max nested level 64`.
 */
export class CborError extends Error {
  override readonly name = "CborError";
  /** The kind of the object could be read all the same: the complaint is about its content. */
  readonly inContent: boolean;

  constructor(message: string, inContent = false) {
    super(message);
    this.inContent = inContent;
  }
}

/** How messages name what an item is. */
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
