import type { ManifestProblem } from "../../../shared/advice/answers.ts";
import { isApiError } from "../../../shared/status.ts";
import { readYaml } from "../../model/encoding/readYaml.ts";
import { YamlSyntaxError } from "../../model/encoding/yaml.ts";

/** One document of a file. */
export interface ManifestDocument {
  /** The document's text, without the separator line. */
  readonly text: string;
  /** Number of its first line, from 1. */
  readonly line: number;
  /** The decoded value; null for a document without content. */
  readonly value: unknown;
  /** Whether it is written in JSON. */
  readonly isJson: boolean;
}

/** Maximum length of a YAML document, as in requests; JSON is parsed fast and may be as long as its file. */
const LONGEST_DOCUMENT = 3 * 1024 * 1024;
/** Maximum number of documents in a file. */
const MAX_DOCUMENTS = 100_000;
/** The separator of documents. Text after it on the same line belongs to the next document, unless it is a comment. */
const SEPARATOR = /^---(?=\s|$)[ \t]*(?:#.*)?\r?\n?/gm;

/**
 * Decodes the documents of a file one by one, YAML or JSON, yielding to the event loop.
 * @param signal aborts the work
 */
export async function* readManifests(
  text: string,
  signal: AbortSignal,
): AsyncGenerator<ManifestDocument | { readonly problem: ManifestProblem }> {
  let count = 0;
  for (const part of splitDocuments(text)) {
    signal.throwIfAborted();
    const { line } = part;
    count += 1;
    if (count > MAX_DOCUMENTS) {
      yield { problem: { line, message: `more than ${MAX_DOCUMENTS} documents` } };
      return;
    }
    const isJson = /^\s*\{/.test(part.text);
    if (!isJson && part.text.length > LONGEST_DOCUMENT) {
      yield { problem: { line, message: `the document is longer than ${LONGEST_DOCUMENT} characters` } };
      continue;
    }
    try {
      const { value } = await readYaml(part.text, { exact: false, sorted: false }, signal);
      yield { ...part, isJson, value };
    } catch (error) {
      yield { problem: problemOf(error, part.text, line) };
    }
  }
}

/** The documents of a text, without empty ones. */
function* splitDocuments(text: string): Generator<{ readonly text: string; readonly line: number }> {
  let [start, line] = [0, 1];
  for (const { index, 0: separator } of text.matchAll(SEPARATOR)) {
    const part = text.slice(start, index);
    if (hasContent(part)) yield { text: part, line };
    line += countLines(part) + countLines(separator);
    start = index + separator.length;
  }
  const rest = text.slice(start);
  if (hasContent(rest)) yield { text: rest, line };
}

/** Whether a text contains anything but comments and directives. */
const hasContent = (text: string): boolean => /^[ \t]*[^\s#%]/m.test(text);

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** Whether a line contains a template expression between double braces. */
const isTemplate = (text: string): boolean =>
  text.split("\n").some((line) => {
    const open = line.indexOf("{{");
    return open >= 0 && line.includes("}}", open + 2);
  });

/** @throws errors that are not caused by the text */
function problemOf(error: unknown, text: string, line: number): ManifestProblem {
  if (!(error instanceof YamlSyntaxError) && !isApiError(error)) throw error;
  const within = /^yaml: line (\d+): /.exec(error.message);
  const message = within === null ? error.message : error.message.slice(within[0].length);
  const hint = isTemplate(text) ? " (a template has to be rendered first)" : "";
  return { line: line + Math.max(0, Number(within?.[1] ?? 1) - 1), message: message + hint };
}
