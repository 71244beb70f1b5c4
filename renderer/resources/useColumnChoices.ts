import { useCallback, useState } from "react";
import type { ColumnChoices } from "./columnPlan.ts";

const keyOf = (type: string): string => `orrery.columns.${type}`;

/** Reads kept choices; anything that is not a map of booleans counts as none. */
export function readChoices(storage: Pick<Storage, "getItem">, type: string): ColumnChoices {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(type)) ?? "{}");
    if (typeof kept !== "object" || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter((e): e is [string, boolean] => typeof e[1] === "boolean"));
  } catch {
    return {};
  }
}

/** Which columns the user turned on or off for a kind; kept on this machine. */
export function useColumnChoices(type: string): [ColumnChoices, (column: string, shown: boolean) => void] {
  const [choices, setChoices] = useState(() => readChoices(localStorage, type));
  const choose = useCallback(
    (column: string, shown: boolean) =>
      setChoices((current) => {
        const next = { ...current, [column]: shown };
        localStorage.setItem(keyOf(type), JSON.stringify(next));
        return next;
      }),
    [type],
  );
  return [choices, choose];
}
