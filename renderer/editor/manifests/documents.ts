/** Several objects in one text, as in manifests: documents separated by `---`. */
import { type ApiObject, parseApiVersion } from "../../../shared/object.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import { parseText } from "../editingText.ts";

/** One document of a text. */
export interface ReadDocument {
  /** Number of the document, starting at 1 and skipping empty ones. */
  number: number;
  /** Text of the document, unchanged. */
  text: string;
  /** Undefined if the document cannot be parsed. */
  object: ApiObject | undefined;
}

/** One document, matched with a kind of the server. */
export interface ManifestDocument extends ReadDocument {
  type: ResourceType | undefined;
  /** Why the document cannot be sent. */
  problem: "broken" | "unknownKind" | undefined;
}

/** Splits a text at its document markers; content on the line of a marker belongs to the document. */
export function splitDocuments(text: string): string[] {
  const parts: string[] = [];
  let current: string[] = [];
  for (const line of text.split("\n")) {
    if (/^---(\s|$)/.test(line)) {
      parts.push(current.join("\n"));
      current = [line.slice(3)];
    } else current.push(line);
  }
  parts.push(current.join("\n"));
  return parts;
}

/** Whether a document contains only comments. */
export function isBlank(text: string): boolean {
  return text.split("\n").every((line) => /^\s*(#.*)?$/.test(line) || line.trim() === "...");
}

/** The single objects of a `List`; other documents unchanged. */
function unpack(text: string): string[] {
  const parsed = parseText(text);
  const items = parsed.ok && parsed.object.kind === "List" ? parsed.object["items"] : undefined;
  if (!parsed.ok || !Array.isArray(items)) return [text];
  return items.map((_, i) => String(parsed.document.getIn(["items", i], true) ?? ""));
}

/** All documents of a text. */
export function readDocuments(text: string): ReadDocument[] {
  return splitDocuments(text)
    .filter((part) => !isBlank(part))
    .flatMap(unpack)
    .map((part, i) => {
      const parsed = parseText(part);
      return { number: i + 1, text: part, object: parsed.ok ? parsed.object : undefined };
    });
}

/** Finds the kinds of documents. @param types all kinds that the server serves */
export function matchTypes(documents: readonly ReadDocument[], types: readonly ResourceType[]): ManifestDocument[] {
  return documents.map((document) => {
    const { object } = document;
    if (object === undefined) return { ...document, type: undefined, problem: "broken" };
    const { apiVersion = "", kind } = object;
    const { group, version } = parseApiVersion(apiVersion);
    const type = types.find((each) => each.group === group && each.version === version && each.kind === kind);
    return { ...document, type, problem: type === undefined ? "unknownKind" : undefined };
  });
}

/** All documents of a text, with their kinds. @param types all kinds that the server serves */
export const documentsOf = (text: string, types: readonly ResourceType[]): ManifestDocument[] =>
  matchTypes(readDocuments(text), types);

/**
 * The order in which to send documents: namespaces and definitions first, the others as written, so that a text can
 * contain its own dependencies.
 */
export function sendingOrder(documents: readonly ManifestDocument[]): ManifestDocument[] {
  const rank = ({ type }: ManifestDocument): number =>
    type?.resource === "namespaces" || type?.resource === "customresourcedefinitions" ? 0 : 1;
  return documents.toSorted((a, b) => rank(a) - rank(b) || a.number - b.number);
}
