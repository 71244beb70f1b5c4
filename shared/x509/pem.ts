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
 * The blocks of a PEM text in order; text between them is ignored. Blocks that are not base64 are left out. A block
 * ends at the next end marker of any label, and begins at the last begin marker before it, like in the reference. Each
 * line is visited once, regardless of how many blocks have no end.
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
  /** Start of the line, and of the next one. */
  readonly at: number;
  readonly next: number;
  /** The text after the marker, without trailing white space. */
  readonly rest: string;
}

/** The first line that begins with a marker. @param from start of a line to search from */
function lineWith(text: string, marker: string, from: number): Line | undefined {
  const isHere = text.startsWith(marker, from);
  const before = isHere ? from - 1 : text.indexOf(`\n${marker}`, from);
  if (before < 0 && !isHere) return undefined;
  const at = before + 1;
  const end = text.indexOf("\n", at);
  const next = end < 0 ? text.length : end + 1;
  return { at, next, rest: text.slice(at + marker.length, next).trimEnd() };
}

/** The block for the text between its markers; undefined when it is not base64. */
function blockOf(label: string, body: string): PemBlock | undefined {
  const hasHeaders = body.includes(":");
  const encoded = (hasHeaders ? body.slice(body.search(/\r?\n\r?\n/) + 1) : body).replace(/\s+/g, "");
  return /^[A-Za-z0-9+/]*={0,2}$/.test(encoded) ? { label, data: bytesOf(encoded), hasHeaders } : undefined;
}

/** Decodes a block, with or without padding; ignores a superfluous last character. */
function bytesOf(encoded: string): Uint8Array<ArrayBuffer> {
  const digits = trimEndOf(encoded, "=");
  return bytesOfBase64(digits.length % 4 === 1 ? digits.slice(0, -1) : digits);
}
