import type { ReactNode } from "react";
import { useShownChoice } from "./useShownChoice.ts";
import "./Field.css";

export interface CheckLineProps {
  checked: boolean;
  onChange(checked: boolean): void;
  disabled?: boolean;
  /** Further class of the line. */
  className?: string;
  testId?: string;
  children: ReactNode;
}

/** A checkbox with its text, in one line. */
export function CheckLine({ checked, onChange, disabled = false, className = "", testId, children }: CheckLineProps) {
  const [shown, choose] = useShownChoice(checked, onChange);
  return (
    <label className={`checkLine ${className}`}>
      <input
        type="checkbox"
        checked={shown}
        disabled={disabled}
        onChange={(event) => choose(event.target.checked)}
        data-testid={testId}
      />
      {children}
    </label>
  );
}
