import { stringify } from "yaml";
import type { ValuePath } from "../../../shared/fieldset/locateField.ts";
import { HIDDEN } from "../../../shared/secrets/hidden.ts";
import { concealValues, isConfidentialKey } from "./confidential.ts";

/** Maximum length of a shown value; the manifest and the object show the whole value. */
const MAX_LENGTH = 400;

/** Whether the value at a path is hidden until the user reveals it. */
export const isConcealed = (kind: string, path: ValuePath): boolean =>
  (kind === "Secret" && (path[0] === "data" || path[0] === "stringData")) ||
  path.some((part) => typeof part === "string" && isConfidentialKey(part));

/** A value as one or a few lines of text for the table of differences; empty for none. */
export function shownValue(kind: string, path: ValuePath, value: unknown, revealed: boolean): string {
  if (value === undefined) return "";
  if (!revealed && isConcealed(kind, path)) return HIDDEN;
  const shown = revealed ? value : concealValues(value);
  const text = typeof shown === "string" ? shown : stringify(shown, { lineWidth: 0 }).trimEnd();
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
