/**
 * Descriptions of definitions and fields. They are extracted from the comments of the type-only package at build time,
 * so that the repository contains none. Texts are in the default vocabulary; the publishing code translates them.
 */

/** Field name to text; the empty name is the definition itself. */
export type DefinitionDescriptions = Record<string, string>;

const MEMBER = /^\s+(?:readonly\s+)?["']?([$\w-]+)["']?\??:/;
const DECLARATION = /^export (?:interface|declare type|type) (\w+)/;

/**
 * Parses a declaration file: the comment before an exported type or one of its members describes it.
 *
 * @returns name of the exported type to its descriptions, in file order
 */
export function parseDescriptions(text: string): Map<string, DefinitionDescriptions> {
  const found = new Map<string, DefinitionDescriptions>();
  let current: DefinitionDescriptions | undefined;
  let comment: string[] | undefined;
  let open = false;
  for (const line of text.split("\n")) {
    const trimmed = line.trim();
    if (open || trimmed.startsWith("/**")) {
      if (!open) comment = [];
      comment?.push(commentText(trimmed));
      open = !trimmed.endsWith("*/");
      continue;
    }
    const declared = DECLARATION.exec(line)?.[1];
    const member = MEMBER.exec(line)?.[1];
    if (declared !== undefined) {
      current = {};
      found.set(declared, current);
    }
    const target = declared === undefined ? member : "";
    if (current !== undefined && target !== undefined && comment !== undefined) current[target] = joinComment(comment);
    comment = undefined;
  }
  return found;
}

const commentText = (line: string): string =>
  line
    .replace(/^\/\*\*/, "")
    .replace(/\*\/$/, "")
    .replace(/^\*(?!\/) ?/, "")
    .trimEnd();

const joinComment = (lines: readonly string[]): string => lines.join("\n").replaceAll("*\\/", "*/").trim();
