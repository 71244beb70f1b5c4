/**
 * Annotations contain copies of whole objects: the last configuration of client-side apply, or what other tools compare
 * with.
 */

import { parseJson } from "../json/parseJson.ts";
import { stringifyJson } from "../json/stringifyJson.ts";
import { bytesOfBase64 } from "../text/base64.ts";
import { isHidden } from "./hidden.ts";
import { isMap } from "./plainMap.ts";

/** Shorter values could occur in a text by chance. */
const SHORTEST = 4;
/**
 * Maximum number of character comparisons to find values in an annotation; beyond it, the annotation is hidden without
 * searching.
 */
const SEARCHED = 20_000_000;
/** Annotations whose copies are compressed by the tool that writes them, and cannot be read here. */
const PACKED = new Set(["objectset.rio.cattle.io/applied"]);

interface AnnotationPlace {
  key: string;
  /** Whether the annotation belongs to a secret or a token. */
  isConfidential: boolean;
  /** Values that must not occur in the text; see {@link valuesOf}. */
  values: readonly string[];
  /** Hides values within the object copy in the annotation. */
  within(copy: unknown): unknown;
  mark(): string;
}

/**
 * An annotation without confidential values. A JSON copy of an object keeps everything else; a text that still contains
 * a value is hidden as a whole.
 */
export function hideAnnotation(text: string, place: AnnotationPlace): string {
  const { key, isConfidential, values } = place;
  if (!isConfidential && !/Secret|Token/.test(text)) return text;
  const copy = readCopy(text);
  if (copy !== undefined) {
    const hidden = place.within(copy);
    const rest = hidden === copy ? text : stringifyJson(hidden);
    return holdsAny(rest, values) ? place.mark() : rest;
  }
  if (!isConfidential || isHidden(text)) return text;
  const isCopy = key.endsWith("/last-applied-configuration") || PACKED.has(key);
  return (isCopy && text !== "") || holdsAny(text, values) ? place.mark() : text;
}

/** The object or list in the text; undefined when there is none. */
function readCopy(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function holdsAny(text: string, values: readonly string[]): boolean {
  if (values.length * text.length > SEARCHED) return true;
  return values.some((value) => text.includes(value));
}

/** A secret's values in every form in which a text may contain them: base64, decoded, and as a JSON string. */
export function valuesOf({ data, stringData }: Record<string, unknown>): string[] {
  const encoded = isMap(data) ? textsIn(data) : [];
  const plain = [...encoded.map(decoded), ...(isMap(stringData) ? textsIn(stringData) : [])];
  const forms = [...encoded, ...plain, ...plain.map((text) => JSON.stringify(text).slice(1, -1))];
  return [...new Set(forms)].filter((text) => text.length >= SHORTEST);
}

const textsIn = (map: Record<string, unknown>): string[] =>
  Object.values(map).filter((value) => typeof value === "string" && !isHidden(value)) as string[];

function decoded(base64: string): string {
  try {
    return new TextDecoder().decode(bytesOfBase64(base64));
  } catch {
    return "";
  }
}
