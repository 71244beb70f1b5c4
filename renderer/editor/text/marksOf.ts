import { stringifyJson } from "../../../shared/json/stringifyJson.ts";
import { lineOf, parseText } from "../editingText.ts";
import type { FieldConflict } from "../saving/conflicts.ts";
import { resolveFieldPath } from "./fieldPath.ts";
import type { LineMark } from "./YamlEditor.tsx";

/** One mark for each contested field that occurs in the text. */
export function marksOf(text: string, conflicts: readonly FieldConflict[]): LineMark[] {
  if (conflicts.length === 0) return [];
  const parsed = parseText(text);
  if (!parsed.ok) return [];
  return conflicts.flatMap((conflict) => {
    const path = resolveFieldPath(parsed.object, conflict.field);
    const line = path === undefined ? undefined : lineOf(parsed, path);
    if (line === undefined) return [];
    const owners = conflict.owners.map((owner) => owner.manager).join(", ");
    return [
      {
        line,
        text: `← ${owners}`,
        hover: `\`${conflict.field}\`: ${owners} = \`${stringifyJson(conflict.theirs ?? null)}\``,
      },
    ];
  });
}
