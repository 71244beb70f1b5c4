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

/** The first field to type or choose in; without one, the first control gets the focus. */
function firstField(box: Element): HTMLElement | undefined {
  const fields = box.querySelectorAll<HTMLElement>(
    "input:not([type=radio], [type=checkbox], [type=hidden], [type=file], :disabled), textarea:not(:disabled), select:not(:disabled)",
  );
  return [...fields].find((field) => field.closest(".monaco-editor") === null && field.checkVisibility());
}

/**
 * A modal dialog: traps the focus, which begins in its first field; Esc and a click on the backdrop close it; the focus then returns to its previous
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
          onOpenAutoFocus={(event) => {
            before.current = document.activeElement;
            const field = event.target instanceof Element ? firstField(event.target) : undefined;
            if (field === undefined) return;
            event.preventDefault();
            field.focus();
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
