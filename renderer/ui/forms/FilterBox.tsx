import type { ReactNode } from "react";
import "./FilterBox.css";
import { Icon } from "../Icon.tsx";

export interface FilterBoxProps {
  label: string;
  /** Placeholder of the empty box; default: the label. */
  hint?: string;
  value: string;
  onChange(text: string): void;
  /** Called on Enter or the down arrow: moves the focus to the results. */
  onEnter?(): void;
  testId: string;
  children?: ReactNode;
}

/** A box for a filter text. Esc clears it, or leaves it if it is empty. */
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
