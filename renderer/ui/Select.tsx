import { Select as Radix } from "radix-ui";
import { useId } from "react";
import { Icon } from "./Icon.tsx";
import "./Field.css";
import "./popover.css";
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
  testId?: string;
}

/** A labelled choice of one out of a few. */
export function Select({ label, value, onChange, options, testId }: SelectProps) {
  const id = useId();
  return (
    <div className="field">
      <span className="fieldLabel" id={id}>
        {label}
      </span>
      <Radix.Root value={value} onValueChange={onChange}>
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
                <Radix.Item key={option.value} value={option.value} className="menuItem">
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
