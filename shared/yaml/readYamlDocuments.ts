import { type Document, LineCounter, parseAllDocuments, YAMLParseError } from "yaml";
import { eachRepeatedKey } from "./repeatedKeys.ts";

export interface YamlOptions {
  /** Counts the lines of the text. */
  readonly lines?: LineCounter;
  /** Whether integers are bigint. Default false. */
  readonly intAsBigInt?: boolean;
}

/**
 * All documents of a text, in time that grows with its length. A key that a map names again is an error of its document, as
 * the server has it: the first of them, and only where nothing else is wrong.
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
