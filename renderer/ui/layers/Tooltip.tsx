import { Tooltip as Radix } from "radix-ui";
import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { shownText } from "../../../shared/text/shownText.ts";
import "./Tooltip.css";

/** A short explanation of the control inside, on hover and focus. Requires a {@link TooltipProvider} above. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Radix.Root open={isOpen} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="tooltip"
          sideOffset={6}
          collisionPadding={8}
          onEscapeKeyDown={(event) => {
            event.preventDefault();
            event.stopImmediatePropagation();
            flushSync(() => setOpen(false));
            passOn(event);
          }}
        >
          {shownText(text)}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/**
 * Sends Escape again after the tooltip has closed: the key was meant for the dialog or drawer below, and must not be
 * consumed by the tooltip.
 */
function passOn(event: KeyboardEvent): void {
  setTimeout(() => event.target?.dispatchEvent(new KeyboardEvent(event.type, event)));
}

export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Radix.Provider delayDuration={400}>{children}</Radix.Provider>;
}
