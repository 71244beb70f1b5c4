import type { TerminalSize } from "../../api/registry/podAccess.ts";

/** Maximum rows and columns of a terminal: a kernel stores them in 16 bits. */
const MOST = 65_535;
/** Maximum characters of a size's text; longer texts are not sizes. */
export const LONGEST_SIZE = 1024;

/** Parses the size that a client sends as JSON; undefined when it is invalid. */
export function readTerminalSize(text: string): TerminalSize | undefined {
  if (text.length > LONGEST_SIZE) return undefined;
  try {
    const { Width: columns, Height: rows } = JSON.parse(text) as { Width?: unknown; Height?: unknown };
    return isCount(columns) && isCount(rows) ? { columns, rows } : undefined;
  } catch {
    return undefined;
  }
}

const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MOST;
