import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useRef } from "react";
import "./Dialog.css";
import { focusedOrBefore } from "./lastFocus.ts";

export interface DialogProps {
  open: boolean;
  onClose(): void;
  title: string;
  description?: ReactNode;
  wide?: boolean;
  children: ReactNode;
  testId?: string;
}

/** Where the focus begins: the first field, else what confirms; what destroys is confirmed by no single key. */
function firstFocus(box: Element): HTMLElement | undefined {
  return (
    firstField(box) ?? box.querySelector<HTMLElement>(CONFIRMS) ?? box.querySelector<HTMLElement>(ACTIONS) ?? undefined
  );
}

const ACTIONS = ".dialogActions button:not(:disabled)";
const CONFIRMS = `${ACTIONS}.primary:not([aria-disabled])`;

/** The first field to type or choose in. */
function firstField(box: Element): HTMLElement | undefined {
  const fields = box.querySelectorAll<HTMLElement>(
    "input:not([type=radio], [type=checkbox], [type=hidden], [type=file], :disabled), textarea:not(:disabled), select:not(:disabled), [role=combobox]:not(:disabled)",
  );
  return [...fields].find((field) => field.closest(".monaco-editor") === null && field.checkVisibility());
}

/**
 * A modal dialog: traps the focus, which begins in its first field, or at what confirms. Esc and a click on the backdrop
 * close it; the focus then returns to its previous element.
 */
export function Dialog({ open, onClose, title, description, wide = false, children, testId }: DialogProps) {
  const before = useRef<HTMLElement | undefined>(undefined);
  return (
    <Radix.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Radix.Portal>
        <Radix.Overlay className="overlay" />
        <Radix.Content
          className={wide ? "modalBox dialog wide" : "modalBox dialog"}
          data-testid={testId}
          onOpenAutoFocus={(event) => {
            before.current = focusedOrBefore();
            const first = event.target instanceof Element ? firstFocus(event.target) : undefined;
            if (first === undefined) return;
            event.preventDefault();
            first.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            before.current?.focus();
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
