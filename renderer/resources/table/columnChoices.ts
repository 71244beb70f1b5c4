/** The columns that the user turned on or off for a kind; stored on this machine. */
import type { ColumnChoices } from "./columnPlan.ts";

const keyOf = (type: string): string => `orrery.columns.${type}`;

/** Reads stored choices; anything that is not a map of booleans counts as none. */
export function readChoices(storage: Pick<Storage, "getItem">, type: string): ColumnChoices {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(type)) ?? "{}");
    if (typeof kept !== "object" || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter((e): e is [string, boolean] => typeof e[1] === "boolean"));
  } catch {
    return {};
  }
}

export const keepChoices = (storage: Pick<Storage, "setItem">, type: string, choices: ColumnChoices): void =>
  storage.setItem(keyOf(type), JSON.stringify(choices));
