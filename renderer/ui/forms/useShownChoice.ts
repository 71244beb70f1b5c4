import { useState } from "react";

/**
 * A choice that a control shows at once, although its view may render it later: a value in the address changes with a
 * transition, and until then React would set the control back.
 *
 * @param value of the view; when it changes, it replaces the shown choice
 * @returns the value to show, and the function to call with the user's choice
 */
export function useShownChoice<T extends string | number | boolean | undefined, C extends T = T>(
  value: T,
  onChange: (choice: C) => void,
): [shown: T, choose: (choice: C) => void] {
  const [state, setState] = useState<{ value: T; shown: T }>({ value, shown: value });
  // During the render instead of an effect, so that the old choice is never painted.
  if (state.value !== value) setState({ value, shown: value });
  const choose = (choice: C): void => {
    setState({ value, shown: choice });
    onChange(choice);
  };
  return [state.value === value ? state.shown : value, choose];
}
