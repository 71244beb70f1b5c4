/** So many code units are joined at once: a call may not have many more arguments. */
const PIECE = 4096;

/**
 * Text that is written unit by unit: for what escapes most characters of a long text. A replacement with a function takes ten
 * times as long for each.
 */
export class CodeUnits {
  readonly #units = new Uint16Array(PIECE);
  readonly #pieces: string[] = [];
  #filled = 0;

  /** Writes one code unit. */
  unit(code: number): void {
    if (this.#filled >= PIECE) this.#endPiece();
    this.#units[this.#filled++] = code;
  }

  /** Writes `\` and a letter. */
  short(letter: number): void {
    this.unit(BACKSLASH);
    this.unit(letter);
  }

  /** Writes `\`, a letter and a number in hexadecimal digits. */
  numbered(letter: number, value: number, digits: number): void {
    this.short(letter);
    for (let shift = 4 * (digits - 1); shift >= 0; shift -= 4) this.unit(DIGITS.charCodeAt((value >>> shift) & 15));
  }

  /** All that was written. */
  text(): string {
    this.#endPiece();
    return this.#pieces.join("");
  }

  #endPiece(): void {
    // To spread what is no array takes ten times as long.
    this.#pieces.push(String.fromCharCode.apply(null, this.#units.subarray(0, this.#filled) as unknown as number[]));
    this.#filled = 0;
  }
}

export const BACKSLASH = 0x5c;
const DIGITS = "0123456789abcdef";
