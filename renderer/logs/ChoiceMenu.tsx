import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Menu, MenuChoices } from "../ui/layers/Menu.tsx";

export interface ChoiceMenuProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange(value: string): void;
  testId: string;
}

/** A choice of one of a few options: a button with the chosen value, which opens a menu. */
export function ChoiceMenu({ label, value, options, onChange, testId }: ChoiceMenuProps) {
  const chosen = options.find((option) => option.value === value)?.label ?? value;
  return (
    <Menu
      trigger={
        <Button data-testid={testId}>
          <span className="muted">{label}</span> {chosen}
          <Icon name="chevronDown" size={12} />
        </Button>
      }
    >
      <MenuChoices label={label} value={value} options={options} onChange={onChange} />
    </Menu>
  );
}
