/**
 * The user's column setup of a list: visible columns, widths, and user-defined columns. Stored on this machine, for
 * each kind and each saved view.
 */
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { isPath, LONGEST_NAME, MAX_OWN_COLUMNS, normalPath, type OwnColumn } from "../../api/tables/ownColumns.ts";
import { createPersisted, type PersistedValue } from "../../localSettings/persistedValue.ts";
import type { ColumnChoices, ColumnWidths } from "./columnPlan.ts";

/** Minimum column width in pixels. */
export const NARROWEST = 48;
export const WIDEST = 1_200;

const clamp = (width: number): number => Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

/** The entries of a map with valid values; empty for anything else. */
function entriesOf<T>(text: string | undefined, isValue: (value: unknown) => value is T): [string, T][] {
  const kept = parsed(text);
  if (typeof kept !== "object" || kept === null || Array.isArray(kept)) return [];
  return Object.entries(kept).filter((entry): entry is [string, T] => isValue(entry[1]));
}

/** Decodes stored choices; ignores invalid entries. */
export const decodeChoices = (text: string | undefined): ColumnChoices =>
  Object.fromEntries(entriesOf(text, (value): value is boolean => typeof value === "boolean"));

/** Decodes stored widths; ignores invalid entries. */
export const decodeWidths = (text: string | undefined): ColumnWidths =>
  Object.fromEntries(
    entriesOf(text, (value): value is number => Number.isFinite(value)).map(([column, width]) => [
      column,
      clamp(width),
    ]),
  );

/** Decodes stored user-defined columns; ignores invalid entries. */
export function decodeOwn(text: string | undefined): readonly OwnColumn[] {
  const kept = parsed(text);
  if (!Array.isArray(kept)) return [];
  const columns = new Map<string, OwnColumn>();
  for (const entry of kept.slice(0, MAX_OWN_COLUMNS) as unknown[]) {
    const { name, path } = (entry ?? {}) as { name?: unknown; path?: unknown };
    if (typeof name !== "string" || typeof path !== "string" || name.trim() === "" || !isPath(path)) continue;
    columns.set(name, { name: name.trim().slice(0, LONGEST_NAME), path: normalPath(path) });
  }
  return [...columns.values()];
}

const PREFIXES = { choices: "orrery.columns", widths: "orrery.columnWidths", own: "orrery.ownColumns" } as const;

const kept = <T>(prefix: string, list: string, decode: (text: string | undefined) => T): PersistedValue<T> =>
  createPersisted({ key: `${prefix}.${list}`, decode, encode: JSON.stringify });

/** Copies the current column setup of one list to another. */
export function copyColumns(
  from: string,
  to: string,
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem"> = localStorage,
): void {
  for (const prefix of Object.values(PREFIXES)) {
    const text = storage.getItem(`${prefix}.${from}`);
    if (text === null) storage.removeItem(`${prefix}.${to}`);
    else storage.setItem(`${prefix}.${to}`, text);
  }
}

/** Removes the stored column setup of a list. */
export function forgetColumns(list: string, storage: Pick<Storage, "removeItem"> = localStorage): void {
  for (const prefix of Object.values(PREFIXES)) storage.removeItem(`${prefix}.${list}`);
}

/** The user's column setup of a list, and functions to change it. */
export interface ColumnSetup {
  readonly choices: ColumnChoices;
  choose(column: string, shown: boolean): void;
  readonly widths: ColumnWidths;
  /** @param width undefined restores the automatic width */
  setWidth(column: string, width: number | undefined): void;
  readonly own: readonly OwnColumn[];
  add(column: OwnColumn): void;
  remove(name: string): void;
}

/** @param list key of the kind, or of a saved view */
export function useColumnSetup(list: string): ColumnSetup {
  const stores = useMemo(
    () => ({
      choices: kept(PREFIXES.choices, list, decodeChoices),
      widths: kept(PREFIXES.widths, list, decodeWidths),
      own: kept(PREFIXES.own, list, decodeOwn),
    }),
    [list],
  );
  const choices = useSyncExternalStore(stores.choices.subscribe, stores.choices.read);
  const widths = useSyncExternalStore(stores.widths.subscribe, stores.widths.read);
  const own = useSyncExternalStore(stores.own.subscribe, stores.own.read);
  const choose = useCallback(
    (column: string, shown: boolean) => stores.choices.write({ ...stores.choices.read(), [column]: shown }),
    [stores],
  );
  const setWidth = useCallback(
    (column: string, width: number | undefined) => {
      const { [column]: _, ...others } = stores.widths.read();
      const next = width === undefined ? others : { ...others, [column]: clamp(width) };
      stores.widths.write(Object.keys(next).length === 0 ? undefined : next);
    },
    [stores],
  );
  const write = useCallback(
    (columns: readonly OwnColumn[]) => stores.own.write(columns.length === 0 ? undefined : columns),
    [stores],
  );
  const add = useCallback((column: OwnColumn) => write([...stores.own.read(), column]), [stores, write]);
  const remove = useCallback(
    (name: string) => write(stores.own.read().filter((column) => column.name !== name)),
    [stores, write],
  );
  return { choices, choose, widths, setWidth, own, add, remove };
}
