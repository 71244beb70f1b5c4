/** `Ctrl`, or the symbol of the Command key on a Mac. */
export const modifierKey = (): string => (/Mac|iP/.test(navigator.userAgent) ? "⌘" : "Ctrl");
