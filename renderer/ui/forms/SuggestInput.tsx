import { Popover } from "radix-ui";
import { type ComponentProps, type KeyboardEvent, useId, useMemo, useRef, useState } from "react";
import { moveFor } from "../moveFor.ts";
import { suggestionsFor } from "./suggestionsFor.ts";
import "../layers/popover.css";
import "./SuggestInput.css";

export interface SuggestInputProps extends ComponentProps<"input"> {
  value: string;
  /** The suggestions; the user may type anything else. */
  suggestions: readonly string[];
}

/**
 * A text field with suggestions that match the typed text. The arrow keys choose one, Enter accepts it, Esc closes the
 * list.
 */
export function SuggestInput({ suggestions, value, onKeyDown, ...rest }: SuggestInputProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const shown = useMemo(() => (isOpen ? suggestionsFor(suggestions, value) : []), [isOpen, suggestions, value]);
  const isShown = shown.length > 0;
  const close = (): void => {
    setOpen(false);
    setActive(-1);
  };
  const take = (suggestion: string): void => {
    if (field.current !== null) enter(field.current, suggestion);
    close();
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    const chosen = shown[active];
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setOpen(true);
      setActive(isShown ? (moveFor(event.key, active, shown.length, shown.length) ?? 0) : 0);
    } else if (event.key === "Enter" && isShown && chosen !== undefined) {
      event.preventDefault();
      take(chosen);
    } else if (event.key === "Escape" && isShown) {
      // Esc must not also close the surrounding dialog or popover.
      event.preventDefault();
      event.stopPropagation();
      close();
    } else onKeyDown?.(event);
  };
  return (
    <Popover.Root open={isShown} onOpenChange={(open) => (open ? undefined : close())}>
      <Popover.Anchor asChild>
        <input
          {...rest}
          ref={field}
          value={value}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={isShown ? id : undefined}
          aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
          onClick={() => setOpen(true)}
          onInput={() => {
            setOpen(true);
            setActive(-1);
          }}
          onBlur={close}
          onKeyDown={onKey}
        />
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          className="popover suggestions"
          align="start"
          sideOffset={4}
          role="presentation"
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
        >
          <div id={id} role="listbox" aria-label={rest["aria-label"]}>
            {shown.map((suggestion, i) => (
              <div
                key={suggestion}
                id={`${id}-${i}`}
                ref={i === active ? intoView : undefined}
                role="option"
                aria-selected={i === active}
                tabIndex={-1}
                className="menuItem"
                data-selected={i === active}
                // Keeps the focus in the field.
                onMouseDown={(event) => event.preventDefault()}
                onPointerUp={() => take(suggestion)}
              >
                {suggestion}
              </div>
            ))}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: "nearest" });

/** Enters a text as if the user had typed it, so that input listeners run. */
function enter(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
