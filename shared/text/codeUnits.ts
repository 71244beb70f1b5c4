/** Number of code units joined at once: a call supports a limited number of arguments. */
const PIECE = 4096;

/**
 * Builds text unit by unit: for escaping most characters of a long text. A replacement function takes ten times as long
 * per character.
 */
export class CodeUnits {
  readonly #units = new Uint16Array(PIECE);
  readonly #pieces: string[] = [];
  #filled = 0;

  /** Appends one code unit. */
  unit(code: number): void {
    if (this.#filled >= PIECE) this.#endPiece();
    this.#units[this.#filled++] = code;
  }

  /** Appends `\` and a letter. */
  short(letter: number): void {
    this.unit(BACKSLASH);
    this.unit(letter);
  }

  /** Appends `\`, a letter and a number in hexadecimal digits. */
  numbered(letter: number, value: number, digits: number): void {
    this.short(letter);
    for (let shift = 4 * (digits - 1); shift >= 0; shift -= 4) this.unit(DIGITS.charCodeAt((value >>> shift) & 15));
  }

  /** Returns everything that was appended. */
  text(): string {
    this.#endPiece();
    return this.#pieces.join("");
  }

  #endPiece(): void {
    // Spreading a typed array takes ten times as long.
    this.#pieces.push(String.fromCharCode.apply(null, this.#units.subarray(0, this.#filled) as unknown as number[]));
    this.#filled = 0;
  }
}

export const BACKSLASH = 0x5c;
const DIGITS = "0123456789abcdef";
