import { bytesOfBase64 } from "../text/base64.ts";
import { trimEndOf } from "../text/trimEnd.ts";

/** One block of PEM text. */
export interface PemBlock {
  readonly label: string;
  /** DER bytes. */
  readonly data: Uint8Array<ArrayBuffer>;
  readonly hasHeaders: boolean;
}

const BEGIN = "-----BEGIN ";
const END = "-----END ";
const RULE = "-----";

/**
 * The blocks of a PEM text in order; what stands between them is ignored. Blocks that are no base64 are left out. A block ends
 * at the next line that ends one of any label, and begins at the last line before it that begins one, as in the reference. Each
 * line is looked at once, however many blocks have no end.
 */
export function parsePem(text: string): PemBlock[] {
  const blocks: PemBlock[] = [];
  let end = lineWith(text, END, 0);
  for (let begin = lineWith(text, BEGIN, 0); begin !== undefined; ) {
    const next = lineWith(text, BEGIN, begin.next);
    if (end !== undefined && end.at < begin.at) end = lineWith(text, END, begin.next);
    if (end === undefined) break;
    const label = begin.rest.endsWith(RULE) ? begin.rest.slice(0, -RULE.length) : "";
    const isWhole = label !== "" && end.rest === `${label}${RULE}` && end.at < (next?.at ?? text.length);
    const block = isWhole ? blockOf(label, text.slice(begin.next, end.at)) : undefined;
    if (block !== undefined) blocks.push(block);
    begin = next;
  }
  return blocks;
}

interface Line {
  /** Where it begins, and where the next one does. */
  readonly at: number;
  readonly next: number;
  /** What follows the marker, without white space at the end. */
  readonly rest: string;
}

/** The first line from a place on that begins with a marker. @param from where a line begins */
function lineWith(text: string, marker: string, from: number): Line | undefined {
  const isHere = text.startsWith(marker, from);
  const before = isHere ? from - 1 : text.indexOf(`\n${marker}`, from);
  if (before < 0 && !isHere) return undefined;
  const at = before + 1;
  const end = text.indexOf("\n", at);
  const next = end < 0 ? text.length : end + 1;
  return { at, next, rest: text.slice(at + marker.length, next).trimEnd() };
}

/** A block from the text between its marks; undefined when that is no base64. */
function blockOf(label: string, body: string): PemBlock | undefined {
  const hasHeaders = body.includes(":");
  const encoded = (hasHeaders ? body.slice(body.search(/\r?\n\r?\n/) + 1) : body).replace(/\s+/g, "");
  return /^[A-Za-z0-9+/]*={0,2}$/.test(encoded) ? { label, data: bytesOf(encoded), hasHeaders } : undefined;
}

/** The bytes of a block, with or without padding; a superfluous last character counts for nothing. */
function bytesOf(encoded: string): Uint8Array<ArrayBuffer> {
  const digits = trimEndOf(encoded, "=");
  return bytesOfBase64(digits.length % 4 === 1 ? digits.slice(0, -1) : digits);
}
