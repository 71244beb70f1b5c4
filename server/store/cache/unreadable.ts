/**
 * An object that is stored but cannot be read: its value does not decrypt (`untransformable`), or does not decode to an
 * object (`undecodable`). The message is the bare reason, without any of the data.
 */
export class UnreadableError extends Error {
  override readonly name = "UnreadableError";
  readonly kind: "untransformable" | "undecodable";
  /** The storage key. */
  readonly key: string;
  /** The revision of the last write of the object. */
  readonly revision: number;

  constructor(kind: "untransformable" | "undecodable", message: string, at: { key: string; revision: number }) {
    super(message);
    this.kind = kind;
    this.key = at.key;
    this.revision = at.revision;
  }
}
