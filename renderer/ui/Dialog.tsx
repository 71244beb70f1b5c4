import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useRef } from "react";
import "./Dialog.css";

export interface DialogProps {
  open: boolean;
  onClose(): void;
  title: string;
  description?: ReactNode;
  wide?: boolean;
  children: ReactNode;
  testId?: string;
}

/**
 * A modal dialog: traps the focus; Esc and a click on the backdrop close it; the focus then returns to its previous
 * element.
 */
export function Dialog({ open, onClose, title, description, wide = false, children, testId }: DialogProps) {
  const before = useRef<Element | null>(null);
  return (
    <Radix.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Radix.Portal>
        <Radix.Overlay className="overlay" />
        <Radix.Content
          className={wide ? "modalBox dialog wide" : "modalBox dialog"}
          data-testid={testId}
          onOpenAutoFocus={() => {
            before.current = document.activeElement;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (before.current instanceof HTMLElement) before.current.focus();
          }}
          {...(description === undefined ? { "aria-describedby": undefined } : {})}
        >
          <Radix.Title className="dialogTitle">{title}</Radix.Title>
          {description === undefined ? null : (
            <Radix.Description asChild>
              <div className="muted">{description}</div>
            </Radix.Description>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
