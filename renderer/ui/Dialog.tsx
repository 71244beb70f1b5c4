import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";

export interface DialogProps {
  open: boolean;
  onClose(): void;
  title: string;
  description?: ReactNode;
  wide?: boolean;
  children: ReactNode;
  testId?: string;
}

/** A modal dialog: focus is held inside, Esc and the backdrop close it. */
export function Dialog({ open, onClose, title, description, wide = false, children, testId }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Radix.Portal>
        <Radix.Overlay className="overlay" />
        <Radix.Content
          className={wide ? "dialog wide" : "dialog"}
          data-testid={testId}
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
