/** A value that cannot be converted to the expected type; the message is the reference decoder's. */
export class DecodeError extends Error {
  override readonly name = "DecodeError";
}
