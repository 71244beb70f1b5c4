/**
 * A request's target in a form that may be logged. Tokens do not belong into a query; if a client sends one
 * nevertheless, its value is left out.
 */
export const shownUri = (uri: string): string => uri.replace(/([?&]access(?:_|%5F)token=)[^&]+/gi, "$1REDACTED");
