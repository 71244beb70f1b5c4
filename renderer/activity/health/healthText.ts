/** One line of a verbose health response. */
interface CheckLine {
  readonly name: string;
  readonly ok: boolean;
  /** The text after the check's name: `ok`, `failed: reason withheld`, `excluded: ok`. */
  readonly said: string;
}

/** Reads `[+]name ok` and `[-]name failed: …`; skips every other line. */
export function parseHealth(text: string): CheckLine[] {
  return [...text.matchAll(/^\[([+-])\](\S+) ?(.*)$/gm)].map(([, sign, name = "", said = ""]) => ({
    name,
    ok: sign === "+",
    said,
  }));
}
