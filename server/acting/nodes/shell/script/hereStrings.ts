interface Part {
  readonly type: string;
  readonly value?: string;
}
interface HereDoc {
  readonly type: string;
  readonly content: { readonly parts: readonly Part[] };
  readonly quoted: boolean;
  readonly terminated?: boolean;
}

/**
 * Converts here-documents to here-strings. The library prints the rest of a command's line (another redirection, a
 * pipe, the end of a group) after the document's end. An unterminated document stays unchanged.
 */
export function hereStrings(tree: unknown): void {
  if (typeof tree !== "object" || tree === null) return;
  const node = tree as Record<string, unknown>;
  for (const inner of Object.values(node)) hereStrings(inner);
  const { operator, target } = node;
  if (operator !== "<<" && operator !== "<<-") return;
  const { type, content, quoted, terminated } = target as HereDoc;
  if (type !== "HereDoc" || terminated === false) return;
  const given = operator === "<<-" ? content.parts.map(withoutTabs) : content.parts;
  const parts = withoutLastLineEnd(given);
  const isEmpty = content.parts.every(({ value }) => value === "");
  // The library appends a line end to a here-string.
  node["operator"] = isEmpty ? "<" : "<<<";
  const word = isEmpty
    ? [{ type: "Literal", value: "/dev/null" }]
    : quoted
      ? parts.flatMap(verbatim)
      : [quotedPart(parts)];
  node["target"] = { type: "Word", parts: word };
}

const quotedPart = (parts: readonly Part[]) => ({ type: "DoubleQuoted", parts });

/** Quotes a text literally: an apostrophe ends the quotes, is quoted separately, and opens them again. */
const verbatim = ({ value = "" }: Part): Part[] =>
  value
    .split("'")
    .flatMap((text, i) => [...(i > 0 ? [{ type: "Escaped", value: "'" }] : []), { type: "SingleQuoted", value: text }]);

/** Removes tabs at the beginning of lines, which `<<-` permits for indentation. */
function withoutTabs(part: Part, i: number): Part {
  if (part.type !== "Literal" || part.value === undefined) return part;
  return { ...part, value: part.value.replace(i === 0 ? /(^|\n)\t+/g : /(\n)\t+/g, "$1") };
}

function withoutLastLineEnd(parts: readonly Part[]): readonly Part[] {
  const last = parts.at(-1);
  if (last?.type !== "Literal" || last.value?.endsWith("\n") !== true) return parts;
  return [...parts.slice(0, -1), { ...last, value: last.value.slice(0, -1) }];
}
