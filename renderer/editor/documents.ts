/** Several objects in one text, as manifests are written: documents separated by `---`. */
import { parseAllDocuments } from "yaml";
import { type ApiObject, parseApiVersion } from "../../shared/object.ts";
import type { ResourceType } from "../api/resourceType.ts";
import { parseText } from "./editingText.ts";

/** One document, read and matched with what the server serves. */
export interface ManifestDocument {
  /** From 1, counting only documents with something in them. */
  number: number;
  /** Its own text, as it was written. */
  text: string;
  object: ApiObject | undefined;
  type: ResourceType | undefined;
  /** Why it cannot be sent. */
  problem: "broken" | "unknownKind" | undefined;
}

/** Splits a text where its documents begin; each keeps what stands behind its dashes. */
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

/** A document of comments and nothing else. */
export function isBlank(text: string): boolean {
  return text.split("\n").every((line) => /^\s*(#.*)?$/.test(line) || line.trim() === "...");
}

/** The objects of a `List` each for itself; anything else as it is. */
function unpack(text: string): string[] {
  const parsed = parseText(text);
  const items = parsed.ok && parsed.object.kind === "List" ? parsed.object["items"] : undefined;
  if (!parsed.ok || !Array.isArray(items)) return [text];
  return items.map((_, i) => {
    const [document] = parseAllDocuments(text);
    return document && "getIn" in document ? String(document.getIn(["items", i], true) ?? "") : "";
  });
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
 * The order in which documents are sent: namespaces and definitions first, then as written, so that one text can hold
 * what it needs.
 */
export function sendingOrder(documents: readonly ManifestDocument[]): ManifestDocument[] {
  const rank = ({ type }: ManifestDocument): number =>
    type?.resource === "namespaces" || type?.resource === "customresourcedefinitions" ? 0 : 1;
  return documents.toSorted((a, b) => rank(a) - rank(b) || a.number - b.number);
}
