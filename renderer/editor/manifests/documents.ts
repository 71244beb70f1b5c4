/** Several objects in one text, as manifests are written: documents separated by `---`. */
import { type ApiObject, parseApiVersion } from "../../../shared/object.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import { parseText } from "../editingText.ts";

/** One document, parsed and matched with the kinds that the server serves. */
export interface ManifestDocument {
  /** From 1, counting only documents with something in them. */
  number: number;
  /** Its own text, unchanged. */
  text: string;
  object: ApiObject | undefined;
  type: ResourceType | undefined;
  /** Why it cannot be sent. */
  problem: "broken" | "unknownKind" | undefined;
}

/** Splits a text at its document markers; each document keeps the content on the marker's line. */
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

/** All documents of a text. @param types everything the server serves */
export function documentsOf(text: string, types: readonly ResourceType[]): ManifestDocument[] {
  return splitDocuments(text)
    .filter((part) => !isBlank(part))
    .flatMap(unpack)
    .map((part, i): ManifestDocument => {
      const parsed = parseText(part);
      const number = i + 1;
      if (!parsed.ok) return { number, text: part, object: undefined, type: undefined, problem: "broken" };
      const { apiVersion = "", kind } = parsed.object;
      const { group, version } = parseApiVersion(apiVersion);
      const type = types.find((each) => each.group === group && each.version === version && each.kind === kind);
      return {
        number,
        text: part,
        object: parsed.object,
        type,
        problem: type === undefined ? "unknownKind" : undefined,
      };
    });
}

/**
 * The order in which documents are sent: namespaces and definitions first, then as written, so that one text can
 * contain its own dependencies.
 */
export function sendingOrder(documents: readonly ManifestDocument[]): ManifestDocument[] {
  const rank = ({ type }: ManifestDocument): number =>
    type?.resource === "namespaces" || type?.resource === "customresourcedefinitions" ? 0 : 1;
  return documents.toSorted((a, b) => rank(a) - rank(b) || a.number - b.number);
}
