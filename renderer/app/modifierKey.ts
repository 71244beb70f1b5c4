/** `Ctrl`, or the sign that a Mac's keyboard has for it. */
export const modifierKey = (): string => (/Mac|iP/.test(navigator.userAgent) ? "⌘" : "Ctrl");
