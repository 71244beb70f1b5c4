/**
 * What may be written down of a request's target. Tokens do not belong into a query; where a client puts one there all the
 * same, its value is left out.
 */
export const shownUri = (uri: string): string => uri.replace(/([?&]access(?:_|%5F)token=)[^&]+/gi, "$1REDACTED");
