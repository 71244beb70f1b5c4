import { stringifyJson } from "../../../shared/json/stringifyJson.ts";
import { shownText } from "../../../shared/text/shownText.ts";
import { wholeUntil } from "../../../shared/text/wholeUntil.ts";
import { lineOf, parseText } from "../editingText.ts";
import type { FieldConflict } from "../saving/conflicts.ts";
import { resolveFieldPath } from "./fieldPath.ts";
import type { LineMark } from "./YamlEditor.tsx";

/** Maximum number of characters of a value in a hint; the panel of the conflicts shows more. */
const LONGEST = 200;

/** One mark for each contested field that occurs in the text. */
export function marksOf(text: string, conflicts: readonly FieldConflict[]): LineMark[] {
  if (conflicts.length === 0) return [];
  const parsed = parseText(text);
  if (!parsed.ok) return [];
  return conflicts.flatMap((conflict) => {
    const path = resolveFieldPath(parsed.object, conflict.field);
    const line = path === undefined ? undefined : lineOf(parsed, path);
    if (line === undefined) return [];
    const owners = shownText(conflict.owners.map((owner) => owner.manager).join(", "));
    const hover = [codeOf(conflict.field), ": ", codeOf(owners), " = ", codeOf(briefly(conflict.theirs ?? null))];
    return [{ line, text: `← ${owners}`, hover: hover.join("") }];
  });
}

function briefly(value: unknown): string {
  const text = stringifyJson(value);
  return text.length > LONGEST ? `${text.slice(0, wholeUntil(text, LONGEST - 1))}…` : text;
}

/** The text as code in Markdown: nothing in it is read as Markdown. */
function codeOf(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = "`".repeat(longest + 1);
  return `${fence} ${shownText(text)} ${fence}`;
}
