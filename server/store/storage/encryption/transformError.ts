/** A stored value that cannot be turned back into what was written. The message never holds data or keys. */
export class TransformError extends Error {
  override readonly name = "TransformError";
}

/** One sentence for several failures: each text once, in brackets when there are several. */
export function combined(errors: readonly TransformError[]): TransformError {
  const texts = [...new Set(errors.map(({ message }) => message))];
  return new TransformError(texts.length === 1 ? (texts[0] ?? "") : `[${texts.join(", ")}]`);
}
