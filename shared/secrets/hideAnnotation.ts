/** Annotations keep copies of whole objects: what client-side apply sent last, what other tools compare with. */

import { parseJson } from "../json/parseJson.ts";
import { stringifyJson } from "../json/stringifyJson.ts";
import { bytesOfBase64 } from "../text/base64.ts";
import { isHidden } from "./hidden.ts";
import { isMap } from "./plainMap.ts";

/** Shorter values stand in texts by chance. */
const SHORTEST = 4;
/** Characters that may be compared to find values in an annotation; more is not searched but hidden. */
const SEARCHED = 20_000_000;
/** Copies in a form that cannot be read here: packed by the tool that writes them. */
const PACKED = new Set(["objectset.rio.cattle.io/applied"]);

interface AnnotationPlace {
  key: string;
  /** Of a secret or a token. */
  isConfidential: boolean;
  /** What must not stand in the text, of {@link valuesOf}. */
  values: readonly string[];
  /** Hides within the object that the annotation holds a copy of. */
  within(copy: unknown): unknown;
  mark(): string;
}

/**
 * An annotation without confidential values. A copy of an object in JSON keeps all else that it says; a text in which a value
 * still stands afterwards is hidden as a whole.
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

/** The object or list in the text; undefined when it holds none. */
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

/** A secret's values in every form that a text may hold them in: as they travel, as they are, and as JSON writes them. */
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
