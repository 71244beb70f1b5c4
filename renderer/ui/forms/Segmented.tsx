import { useId } from "react";
import { useShownChoice } from "./useShownChoice.ts";
import "./segments.css";

export interface SegmentedProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange(value: string): void;
  testId?: string;
}

/** A choice of one out of a few, with all options visible. */
export function Segmented({ label, value, options, onChange, testId }: SegmentedProps) {
  const name = useId();
  const [shown, choose] = useShownChoice(value, onChange);
  return (
    <fieldset className="segments" aria-label={label} data-testid={testId}>
      {options.map((option) => (
        <label key={option.value} className="segment">
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
