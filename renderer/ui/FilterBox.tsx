import type { ReactNode } from "react";
import "./FilterBox.css";
import { Icon } from "./Icon.tsx";

export interface FilterBoxProps {
  label: string;
  /** Stands in the empty box instead of the label. */
  hint?: string;
  value: string;
  onChange(text: string): void;
  /** Enter or the arrow down: on to what is left. */
  onEnter?(): void;
  testId: string;
  children?: ReactNode;
}

/** What is typed narrows something down. Esc empties it, and leaves it when it is empty. */
export function FilterBox({ label, hint = label, value, onChange, onEnter, testId, children }: FilterBoxProps) {
  return (
    <div className="filterBox">
      <Icon name="search" size={14} />
      <input
        aria-label={label}
        placeholder={hint}
        value={value}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            if (value === "") event.currentTarget.blur();
            onChange("");
          } else if (onEnter !== undefined && (event.key === "Enter" || event.key === "ArrowDown")) {
            event.preventDefault();
            onEnter();
          }
        }}
        data-testid={testId}
      />
      {children}
    </div>
  );
}
