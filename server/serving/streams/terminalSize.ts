import type { TerminalSize } from "../../api/registry/podDoors.ts";

/** The most rows and columns of a terminal: a kernel keeps them in 16 bits. */
const MOST = 65_535;

/** The size that a client tells, as JSON; undefined for what is none. */
export function readTerminalSize(text: string): TerminalSize | undefined {
  try {
    const { Width: columns, Height: rows } = JSON.parse(text) as { Width?: unknown; Height?: unknown };
    return isCount(columns) && isCount(rows) ? { columns, rows } : undefined;
  } catch {
    return undefined;
  }
}

const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MOST;
