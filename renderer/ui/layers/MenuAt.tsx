import { DropdownMenu as Radix } from "radix-ui";
import type { ReactNode } from "react";
import "./popover.css";

/** The position at which a menu opens, in window pixels. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
}

/** A context menu at a position in the window. Children as in Menu. */
export function MenuAt({ at, onClose, children }: { at: MenuPlace; onClose(): void; children: ReactNode }) {
  return (
    <Radix.Root open modal={false} onOpenChange={(open) => (open ? undefined : onClose())}>
      <Radix.Trigger asChild>
        <span style={{ position: "fixed", left: at.x, top: at.y }} aria-hidden="true" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="popover"
          align="start"
          collisionPadding={8}
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
