/** A value that cannot become the type it should; the message is the reference decoder's own text. */
export class DecodeError extends Error {
  override readonly name = "DecodeError";
}
