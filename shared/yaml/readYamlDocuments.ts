import { type Document, LineCounter, parseAllDocuments, YAMLParseError } from "yaml";
import { eachRepeatedKey } from "./repeatedKeys.ts";

export interface YamlOptions {
  /** Counts the lines of the text. */
  readonly lines?: LineCounter;
  /** Whether integers are parsed as bigint. Default false. */
  readonly intAsBigInt?: boolean;
}

/**
 * Parses all documents of a text in linear time. A repeated map key is an error of its document, like on the server:
 * only the first one is reported, and only if the document has no other error.
 */
export function readYamlDocuments(
  text: string,
  { lines = new LineCounter(), intAsBigInt = false }: YamlOptions = {},
): Document.Parsed[] {
  const documents: Document.Parsed[] = [
    ...parseAllDocuments(text, { lineCounter: lines, uniqueKeys: false, intAsBigInt }),
  ];
  for (const { contents, errors } of documents) {
    if (errors.length > 0) continue;
    eachRepeatedKey(contents, ({ range }) => {
      if (errors.length === 0) errors.push(repetition(range?.[0] ?? 0, range?.[1] ?? 0, lines));
    });
  }
  return documents;
}

function repetition(start: number, end: number, lines: LineCounter): YAMLParseError {
  const [from, to] = [lines.linePos(start), lines.linePos(end)];
  const where = `line ${from.line}, column ${from.col}`;
  const error = new YAMLParseError([start, end], "DUPLICATE_KEY", `Map keys must be unique at ${where}:`);
  error.linePos = [from, to];
  return error;
}
