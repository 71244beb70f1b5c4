/** Converts between an object and its editable text, which omits the fields that only the server can set. */

import { type Document, isMap, isNode, isScalar, LineCounter } from "yaml";
import { readNumber } from "../../shared/json/jsonNumber.ts";
import { hasLongDigits } from "../../shared/json/parseJson.ts";
import type { ApiObject } from "../../shared/object.ts";
import { readYamlDocuments } from "../../shared/yaml/readYamlDocuments.ts";
import { yamlText } from "../../shared/yaml/writeYaml.ts";
import type { FieldPath } from "./text/fieldPath.ts";

const SERVER_METADATA = [
  "managedFields",
  "resourceVersion",
  "uid",
  "creationTimestamp",
  "generation",
  "selfLink",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
];

/** The object without status and without the metadata that the server sets. */
export function intentOf(object: ApiObject): ApiObject {
  const { status: _status, ...rest } = object;
  const metadata = Object.fromEntries(
    Object.entries(object.metadata).filter(([key]) => !SERVER_METADATA.includes(key)),
  );
  return { ...rest, metadata };
}

/** The object as YAML, with its fields in the usual order. */
export function editingText(object: ApiObject): string {
  const { apiVersion, kind, metadata, ...rest } = intentOf(object);
  return yamlText({ apiVersion, kind, metadata, ...rest });
}

/** Any object as YAML with nothing left out. */
export const plainText = (object: ApiObject): string => yamlText(object);

/**
 * The result of parsing text: an object with its document, or the error and its line (starting at 1; 0 when unknown).
 */
export type ParsedText =
  | { ok: true; object: ApiObject; document: Document; lines: LineCounter }
  | { ok: false; problem: "syntax" | "documents" | "object"; message: string; line: number; count: number };

/** Whether a document contains only markers and comments. */
const isBlank = (contents: unknown): boolean => contents === null || (isScalar(contents) && contents.value === null);

/** Parses one object. Several documents, no document and scalar values are rejected. */
export function parseText(text: string): ParsedText {
  const lines = new LineCounter();
  const long = hasLongDigits(text);
  const documents = readYamlDocuments(text, { lines, intAsBigInt: long });
  const filled = documents.filter((d) => !isBlank(d.contents));
  const refuse = (problem: "syntax" | "documents" | "object", message = "", line = 0): ParsedText => ({
    ok: false,
    problem,
    message,
    line,
    count: filled.length,
  });
  for (const document of documents) {
    const error = document.errors[0];
    if (error !== undefined) return refuse("syntax", error.message.split("\n")[0] ?? "", error.linePos?.[0].line ?? 0);
  }
  const document = filled[0];
  if (document === undefined || !isMap(document.contents)) return refuse("object");
  if (filled.length > 1) return refuse("documents");
  const reviver = (_name: unknown, member: unknown): unknown =>
    typeof member === "bigint" ? readNumber(String(member)) : member;
  const value = document.toJS({ maxAliasCount: 100, ...(long ? { reviver } : {}) }) as ApiObject;
  if (typeof value.metadata !== "object" || value.metadata === null) value.metadata = {};
  return { ok: true, object: value, document: document as Document, lines };
}

/** The line (starting at 1) of the value at the path; undefined if the document has no such field. */
export function lineOf(parsed: Extract<ParsedText, { ok: true }>, path: FieldPath): number | undefined {
  const node = parsed.document.getIn(path, true);
  if (!isNode(node) || !node.range) return undefined;
  return parsed.lines.linePos(node.range[0]).line;
}
