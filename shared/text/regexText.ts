/** Messages that several text checks share. They do not include the field's path. */

/** The message for a value that does not match a pattern, with optional examples. */
export function patternMessage(rule: string, pattern: string, ...examples: string[]): string {
  if (examples.length === 0) return `${rule} (regex used for validation is '${pattern}')`;
  const shown = examples.map((example) => `'${example}', `).join(" or ");
  return `${rule} (e.g. ${shown}regex used for validation is '${pattern}')`;
}

/** The message for text that must not be empty. */
export const EMPTY_MESSAGE = "must be non-empty";

/** @param max number of characters */
export const lengthMessage = (max: number): string => `must be no more than ${max} characters`;

/** The message for a number outside of the inclusive bounds. */
export const rangeMessage = (low: number, high: number): string => `must be between ${low} and ${high}, inclusive`;

/** Length of the UTF-8 form in bytes, which the API's length limits refer to. */
export function byteLength(text: string): number {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.codePointAt(i) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (code >= 0x10000) i += 1;
  }
  return bytes;
}

/**
 * Checks a text against a length and a pattern; returns the messages.
 * @param max in bytes
 */
export function checkText(value: string, pattern: RegExp, max: number, message: () => string): string[] {
  const messages: string[] = [];
  if (byteLength(value) > max) messages.push(lengthMessage(max));
  if (!pattern.test(value)) messages.push(message());
  return messages;
}
