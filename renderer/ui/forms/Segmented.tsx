import { type ReactNode, useId } from "react";
import { useShownChoice } from "./useShownChoice.ts";
import "./segments.css";

export interface SegmentedProps<T extends string> {
  label: string;
  /** Undefined as long as nothing is chosen. */
  value: T | undefined;
  options: readonly { readonly value: T; readonly label: ReactNode; readonly tip?: string }[];
  onChange(value: T): void;
  testId?: string;
}

/** A choice of one out of a few, with all options visible. Arrow keys move the choice. */
export function Segmented<T extends string>({ label, value, options, onChange, testId }: SegmentedProps<T>) {
  const name = useId();
  const [shown, choose] = useShownChoice(value, onChange);
  return (
    <fieldset className="segments" aria-label={label} data-testid={testId}>
      {options.map((option) => (
        <label key={option.value} className="segment" data-tip={option.tip}>
          <input
            type="radio"
            name={name}
            checked={option.value === shown}
            onChange={() => choose(option.value)}
            data-testid={testId === undefined ? undefined : `${testId}-${option.value}`}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
