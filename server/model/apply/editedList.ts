/** The initial length of a piece; a piece that grows to twice this length is split. */
const PIECE = 1024;

/**
 * A list for many insertions and removals at any position. It is stored in pieces, so that a change moves only the
 * items of one piece, however long the list is. Positions must be within the list.
 */
export class EditedList {
  #pieces: unknown[][] = [];
  #length: number;

  constructor(items: readonly unknown[]) {
    this.#length = items.length;
    for (let start = 0; start < items.length; start += PIECE) this.#pieces.push(items.slice(start, start + PIECE));
  }

  get length(): number {
    return this.#length;
  }

  at(position: number): unknown {
    const [piece, offset] = this.#find(position);
    return piece[offset];
  }

  set(position: number, value: unknown): void {
    const [piece, offset] = this.#find(position);
    piece[offset] = value;
  }

  /** @param position from 0 to the length of the list, which appends */
  insert(position: number, value: unknown): void {
    const [piece, offset, index] = this.#find(position);
    piece.splice(offset, 0, value);
    this.#length++;
    if (piece.length >= 2 * PIECE) this.#pieces.splice(index, 1, piece.slice(0, PIECE), piece.slice(PIECE));
  }

  remove(position: number): void {
    const [piece, offset, index] = this.#find(position);
    piece.splice(offset, 1);
    this.#length--;
    if (piece.length === 0) this.#pieces.splice(index, 1);
  }

  /** Replaces the items of `list` by those of this one. */
  writeTo(list: unknown[]): void {
    list.length = this.#length;
    let position = 0;
    for (const piece of this.#pieces) for (const item of piece) list[position++] = item;
  }

  #find(position: number): [piece: unknown[], offset: number, index: number] {
    let offset = position;
    for (const [index, piece] of this.#pieces.entries()) {
      if (offset < piece.length || (offset === piece.length && index === this.#pieces.length - 1)) {
        return [piece, offset, index];
      }
      offset -= piece.length;
    }
    const piece: unknown[] = [];
    this.#pieces.push(piece);
    return [piece, 0, this.#pieces.length - 1];
  }
}
