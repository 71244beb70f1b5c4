import { stringify } from "yaml";
import type { ValuePath } from "../../../shared/fieldset/locateField.ts";
import { HIDDEN } from "../../../shared/secrets/hidden.ts";
import { concealValues, isConfidentialKey } from "./confidential.ts";

/** Longer values are cut; the manifest and the object have the whole. */
const LONGEST = 400;

/** Whether the value at a path is hidden until the user reveals it. */
export const isConcealed = (kind: string, path: ValuePath): boolean =>
  (kind === "Secret" && (path[0] === "data" || path[0] === "stringData")) ||
  path.some((part) => typeof part === "string" && isConfidentialKey(part));

/** A value in a line or a few, for a table of differences; empty for none. */
export function shownValue(kind: string, path: ValuePath, value: unknown, revealed: boolean): string {
  if (value === undefined) return "";
  if (!revealed && isConcealed(kind, path)) return HIDDEN;
  const shown = revealed ? value : concealValues(value);
  const text = typeof shown === "string" ? shown : stringify(shown, { lineWidth: 0 }).trimEnd();
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
