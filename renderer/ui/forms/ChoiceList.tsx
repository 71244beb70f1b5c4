import { useId } from "react";
import { useShownChoice } from "./useShownChoice.ts";
import "./ChoiceList.css";

export interface ChoiceListProps<T extends string> {
  /** The name of the choice. */
  label: string;
  /** Whether the name is visible; otherwise only screen readers read it. Default false. */
  showsLabel?: boolean;
  /** Undefined as long as nothing is chosen. */
  value: T | undefined;
  options: readonly { readonly value: T; readonly title: string; readonly text: string }[];
  onChange(value: T): void;
  testId: string;
}

/** A choice of one out of a few options that each need a sentence: one below the other. Arrow keys move the choice. */
export function ChoiceList<T extends string>(props: ChoiceListProps<T>) {
  const { label, showsLabel = false, value, options, onChange, testId } = props;
  const name = useId();
  const [shown, choose] = useShownChoice(value, onChange);
  return (
    <fieldset className="choiceList" data-testid={testId}>
      <legend className={showsLabel ? "fieldLabel" : "visuallyHidden"}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="choice">
          <input
            type="radio"
            name={name}
            checked={option.value === shown}
            onChange={() => choose(option.value)}
            data-testid={`${testId}-${option.value}`}
          />
          <span>
            <strong>{option.title}</strong>
            <span className="choiceText">{option.text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
