import { Select as Radix } from "radix-ui";
import { useId } from "react";
import { Icon } from "../Icon.tsx";
import { useShownChoice } from "./useShownChoice.ts";
import "./Field.css";
import "../layers/popover.css";
import "./Select.css";

interface SelectOption {
  value: string;
  label: string;
}

export interface SelectProps {
  label: string;
  value: string;
  onChange(value: string): void;
  options: SelectOption[];
  /** Whether the label is only for screen readers, because the chosen value is self-explanatory. */
  isLabelHidden?: boolean;
  testId?: string;
}

/** Replaces the empty value of an item, which the library reserves for no choice. */
const EMPTY = "\u0000";

/** A labelled choice of one of a few options. */
export function Select({ label, value, onChange, options, isLabelHidden = false, testId }: SelectProps) {
  const id = useId();
  const [shown, choose] = useShownChoice(value, onChange);
  return (
    <div className={isLabelHidden ? "" : "field"}>
      <span className={isLabelHidden ? "visuallyHidden" : "fieldLabel"} id={id}>
        {label}
      </span>
      <Radix.Root value={shown || EMPTY} onValueChange={(next) => choose(next === EMPTY ? "" : next)}>
        <Radix.Trigger className="uiInput selectTrigger" aria-labelledby={id} data-testid={testId}>
          <Radix.Value />
          <Radix.Icon asChild>
            <span className="faint">
              <Icon name="chevronDown" />
            </span>
          </Radix.Icon>
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content className="popover" position="popper" sideOffset={4}>
            <Radix.Viewport>
              {options.map((option) => (
                <Radix.Item key={option.value} value={option.value || EMPTY} className="menuItem">
                  <Radix.ItemText>{option.label}</Radix.ItemText>
                </Radix.Item>
              ))}
            </Radix.Viewport>
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </div>
  );
}
