import { DropdownMenu as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { useShownChoice } from "../forms/useShownChoice.ts";
import { Icon, type IconName } from "../Icon.tsx";
import "./popover.css";

export interface MenuProps {
  trigger: ReactNode;
  /** The side of the trigger with which the menu is aligned: `start` for triggers at the left edge of the page. */
  align?: "start" | "end";
  children: ReactNode;
}

/**
 * A menu that opens below its trigger; the rest of the page stays usable. Children are {@link MenuItem}, {@link
 * MenuCheck}, {@link MenuChoices}, {@link MenuLabel}.
 */
export function Menu({ trigger, align = "end", children }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="popover"
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            // The trigger would get the focus a moment after the menu has closed, when a key may already have moved it
            // elsewhere.
            if (hasFocus(document)) event.preventDefault();
          }}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Whether an element has the focus, rather than the page as a whole. */
const hasFocus = ({ activeElement, body }: Document): boolean => activeElement !== null && activeElement !== body;

export interface MenuItemProps {
  onSelect(): void;
  icon?: IconName;
  bad?: boolean;
  disabled?: boolean;
  children: ReactNode;
  testId?: string;
}

export function MenuItem({ onSelect, icon, bad = false, disabled = false, children, testId }: MenuItemProps) {
  return (
    <Radix.Item
      className={bad ? "menuItem bad" : "menuItem"}
      disabled={disabled}
      onSelect={onSelect}
      data-testid={testId}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </Radix.Item>
  );
}

/** An item that can be toggled; the menu stays open, so that several items can be changed. */
export function MenuCheck(props: {
  checked: boolean;
  onChange(checked: boolean): void;
  disabled?: boolean;
  children: ReactNode;
  testId?: string;
}) {
  const [checked, choose] = useShownChoice(props.checked, props.onChange);
  return (
    <Radix.CheckboxItem
      className="menuItem"
      checked={checked}
      disabled={props.disabled ?? false}
      data-testid={props.testId}
      onCheckedChange={choose}
      onSelect={(event) => event.preventDefault()}
    >
      <span className="menuCheck">{checked ? <Icon name="check" /> : null}</span>
      {props.children}
    </Radix.CheckboxItem>
  );
}

/** A choice of one of a few options; the menu closes with the choice. */
export function MenuChoices(props: {
  label: string;
  value: string;
  options: readonly { value: string; label: ReactNode; testId?: string }[];
  onChange(value: string): void;
  disabled?: boolean;
}) {
  return (
    <Radix.RadioGroup aria-label={props.label} value={props.value} onValueChange={props.onChange}>
      {props.options.map(({ value, label, testId }) => (
        <Radix.RadioItem
          key={value}
          className="menuItem"
          value={value}
          disabled={props.disabled ?? false}
          data-testid={testId}
        >
          <span className="menuCheck">{value === props.value ? <Icon name="check" /> : null}</span>
          {label}
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="menuLabel">{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className="menuSeparator" />;
}
