import { useCallback, useState } from "react";
import { keepChoices, readChoices } from "./columnChoices.ts";
import type { ColumnChoices } from "./columnPlan.ts";

/** The stored choices of a kind's columns, and a setter. */
export function useColumnChoices(type: string): [ColumnChoices, (column: string, shown: boolean) => void] {
  const [choices, setChoices] = useState(() => readChoices(localStorage, type));
  const choose = useCallback(
    (column: string, shown: boolean) =>
      setChoices((current) => {
        const next = { ...current, [column]: shown };
        keepChoices(localStorage, type, next);
        return next;
      }),
    [type],
  );
  return [choices, choose];
}
