/** Chooses the initial focus of a dialog, and handles Enter in its fields. */

const ACTIONS = ".dialogActions button:not(:disabled)";
const CONFIRM_BUTTON = `${ACTIONS}.primary`;
const DANGER_BUTTON = `${ACTIONS}.dangerSolid`;

const TEXTS = "input:not([type=radio], [type=checkbox], [type=hidden], [type=file], [type=color], :disabled)";
const FIELDS = `${TEXTS}, textarea:not(:disabled), select:not(:disabled), [role=combobox]:not(:disabled)`;

const isAllowed = (button: Element | null): button is HTMLElement =>
  button instanceof HTMLElement && button.ariaDisabled !== "true";

function firstOf(box: Element, selector: string): HTMLElement | undefined {
  const all = box.querySelectorAll<HTMLElement>(selector);
  return [...all].find((one) => one.closest(".monaco-editor") === null && one.checkVisibility());
}

/**
 * The first field, or else the confirming button; if that is disabled, the checkbox to tick. A destructive dialog
 * starts in the field for the name, or else on the button that cancels: a single key press never destroys anything.
 */
function firstFocus(box: Element): HTMLElement | undefined {
  const [first] = box.querySelectorAll<HTMLElement>(ACTIONS);
  if (box.querySelector(DANGER_BUTTON) !== null) return firstOf(box, TEXTS) ?? first;
  const confirms = box.querySelector(CONFIRM_BUTTON);
  if (isAllowed(confirms)) return firstOf(box, FIELDS) ?? confirms;
  return (
    firstOf(box, FIELDS) ?? (confirms === null ? undefined : firstOf(box, "[type=checkbox]:not(:disabled)")) ?? first
  );
}

function focusOn(element: HTMLElement | undefined): void {
  // The title must stay visible; the buttons always are.
  element?.focus({ preventScroll: true });
  // Like Tab: typing replaces the existing text.
  if (element instanceof HTMLInputElement) element.select();
}

/**
 * Sets the initial focus, and updates it while the dialog loads content, until the user presses a key or the pointer.
 * @returns a function that stops this; undefined if there is nothing to focus
 */
export function beginFocus(box: HTMLElement): (() => void) | undefined {
  let given = firstFocus(box);
  if (given === undefined) return undefined;
  focusOn(given);
  const observer = new MutationObserver(() => {
    if (document.activeElement !== given && document.activeElement !== document.body) return end();
    const next = firstFocus(box);
    if (next === undefined || next === given) return;
    given = next;
    focusOn(given);
  });
  const end = (): void => {
    observer.disconnect();
    box.removeEventListener("keydown", end, true);
    box.removeEventListener("pointerdown", end, true);
  };
  observer.observe(box, { subtree: true, childList: true, attributeFilter: ["disabled", "aria-disabled"] });
  box.addEventListener("keydown", end, true);
  box.addEventListener("pointerdown", end, true);
  return end;
}

/**
 * Presses the confirming button of a dialog, for Enter in one of its text fields: every dialog has one such button,
 * inside a form or not. Also applies to destructive dialogs, because their only text field is the one for the name.
 * @returns whether the field belongs to a dialog with such a button
 */
export function confirmFrom(box: Element, field: EventTarget): boolean {
  if (!(field instanceof HTMLInputElement && box.contains(field) && field.matches(TEXTS))) return false;
  const confirms = [...box.querySelectorAll<HTMLElement>(`${CONFIRM_BUTTON}, ${DANGER_BUTTON}`)].at(-1);
  confirms?.click();
  return confirms !== undefined;
}
