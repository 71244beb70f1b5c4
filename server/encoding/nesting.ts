import { Lexer } from "yaml";
import { badRequest } from "../../shared/status.ts";

/** Deeper objects and arrays inside each other than these are nobody's data; many an algorithm here recurses. */
export const MAX_NESTING = 500;

/**
 * Refuses JSON text that nests deeper than {@link MAX_NESTING}, in one pass and before anything parses it.
 * Text that is no JSON may pass: parsing will say so.
 * @throws ApiError 400
 */
export function refuseDeepNesting(text: string): void {
  if (text.length <= MAX_NESTING) return;
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (quoted) {
      if (code === 0x5c) i += 1;
      else if (code === 0x22) quoted = false;
    } else if (code === 0x22) {
      quoted = true;
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > MAX_NESTING) throw badRequest("exceeded max depth");
    } else if (code === 0x7d || code === 0x5d) {
      depth -= 1;
    }
  }
}

/** Marks that open another level within a line of YAML, and those that close one. */
const YAML_OPENS = new Set(["{", "[", "-", "?"]);
const YAML_CLOSES = new Set(["}", "]"]);

/**
 * The same for YAML: brackets, and dashes in a row on one line. Indentation alone cannot nest deeply within the limit of a
 * body. The text is looked at token by token only when it has enough marks to be suspicious.
 * @throws ApiError 400
 */
export function refuseDeepYaml(text: string): void {
  if ((text.match(/[[{?-]/g) ?? []).length <= MAX_NESTING) return;
  let depth = 0;
  let lineMarks = 0;
  for (const token of new Lexer().lex(text)) {
    if (token === "\n") lineMarks = 0;
    if (YAML_CLOSES.has(token)) depth -= 1;
    if (!YAML_OPENS.has(token)) continue;
    if (token === "-" || token === "?") lineMarks += 1;
    else depth += 1;
    if (depth + lineMarks > MAX_NESTING) throw badRequest("exceeded max depth");
  }
}
