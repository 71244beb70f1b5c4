import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useRef } from "react";
import "./Dialog.css";
import { beginFocus, confirmFrom } from "./firstFocus.ts";
import { useHeldInput } from "./heldInput.ts";
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

/**
 * A modal dialog. Traps the focus, which starts in the first field or on the confirming button; Enter in a text field
 * confirms. Esc and a click on the backdrop close it; the focus then returns to the previous element. While it is open, its
 * view is kept, because what the user entered would be lost with it.
 */
export function Dialog({ open, onClose, title, description, wide = false, children, testId }: DialogProps) {
  const before = useRef<HTMLElement | undefined>(undefined);
  const endBeginning = useRef<() => void>(undefined);
  const notice = useHeldInput(open);
  return (
    <Radix.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Radix.Portal>
        <Radix.Overlay className="overlay" />
        <Radix.Content
          className={wide ? "modalBox dialog wide" : "modalBox dialog"}
          data-testid={testId}
          // A toast is not part of the page behind the dialog. A closed one is no longer in the page.
          onInteractOutside={(event) => {
            if (event.target instanceof Element && event.target.closest(".toast") !== null) event.preventDefault();
          }}
          onOpenAutoFocus={(event) => {
            before.current = focusedOrBefore();
            endBeginning.current = event.target instanceof HTMLElement ? beginFocus(event.target) : undefined;
            if (endBeginning.current !== undefined) event.preventDefault();
          }}
          onKeyDown={(event) => {
            const isEnter = event.key === "Enter" && !event.nativeEvent.isComposing && !event.defaultPrevented;
            if (isEnter && confirmFrom(event.currentTarget, event.target)) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            endBeginning.current?.();
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
          {notice}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
