/** The column widths that the user set for a kind; stored on this machine. */
import { useMemo, useSyncExternalStore } from "react";
import { createKept, type Kept } from "../../localSettings/kept.ts";
import type { ColumnWidths } from "./columnPlan.ts";

/** Limits of a width in pixels. */
export const NARROWEST = 48;
export const WIDEST = 1_200;

const clamp = (width: number): number => Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));

/** Reads stored widths; ignores invalid ones. */
export function decodeWidths(text: string | undefined): ColumnWidths {
  try {
    const kept: unknown = JSON.parse(text ?? "{}");
    if (typeof kept !== "object" || kept === null) return {};
    const widths = Object.entries(kept).filter((entry): entry is [string, number] => Number.isFinite(entry[1]));
    return Object.fromEntries(widths.map(([column, width]) => [column, clamp(width)]));
  } catch {
    return {};
  }
}

const keptOf = (type: string): Kept<ColumnWidths> =>
  createKept({ key: `orrery.columnWidths.${type}`, decode: decodeWidths, encode: JSON.stringify });

/** The stored widths of a kind's columns, and a setter; undefined restores the automatic width. */
export function useColumnWidths(type: string): [ColumnWidths, (column: string, width: number | undefined) => void] {
  const kept = useMemo(() => keptOf(type), [type]);
  const widths = useSyncExternalStore(kept.subscribe, kept.read);
  const set = useMemo(
    () =>
      (column: string, width: number | undefined): void => {
        const { [column]: _, ...others } = kept.read();
        const next = width === undefined ? others : { ...others, [column]: clamp(width) };
        kept.write(Object.keys(next).length === 0 ? undefined : next);
      },
    [kept],
  );
  return [widths, set];
}
