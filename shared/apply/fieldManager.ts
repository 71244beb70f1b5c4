import { type FieldError, invalid, tooLong } from "../fieldError.ts";
import { byteLength } from "../text/regexText.ts";

/** Maximum length of a field manager's name, in bytes. */
const FIELD_MANAGER_MAX = 128;

const PRINTABLE = /[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u;

/** Rules of a field manager's name: a maximum length and no unprintable characters. Positions count bytes. */
export function validateFieldManager(name: string, path: string): FieldError[] {
  const errors = byteLength(name) > FIELD_MANAGER_MAX ? [tooLong(path, FIELD_MANAGER_MAX)] : [];
  let position = 0;
  for (const character of name) {
    if (!PRINTABLE.test(character)) {
      errors.push(invalid(path, name, `invalid character ${codePoint(character)} (at position ${position})`));
    }
    position += byteLength(character);
  }
  return errors;
}

/** `U+000A`. */
const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** The manager of a write that names none: the first part of its User-Agent, cut to what a manager's name may be. */
export function managerFromUserAgent(userAgent: string): string {
  const [first = ""] = userAgent.split("/");
  let manager = "";
  let length = 0;
  for (const character of first) {
    if (!PRINTABLE.test(character)) continue;
    length += byteLength(character);
    if (length > FIELD_MANAGER_MAX) break;
    manager += character;
  }
  return manager === "" ? "unknown" : manager;
}
