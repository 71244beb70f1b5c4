import { atOnce, immediately, isTurnDue, type Steps } from "../steps.ts";

/** Tags of the elements that certificates and requests for them are made of. */
export const DER = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** One DER element. */
export interface DerElement {
  readonly tag: number;
  readonly content: Uint8Array;
  /** All bytes of the element: tag, length and content. */
  readonly whole: Uint8Array;
}

/** Thrown for bytes that are not the expected DER. */
export class DerError extends Error {
  override readonly name = "DerError";
}

/** An element within other bytes. It takes views of them only on demand, because views are costly to make and to keep. */
class Slice implements DerElement {
  readonly tag: number;
  readonly end: number;
  readonly #bytes: Uint8Array;
  readonly #at: number;
  readonly #start: number;

  /** @param at position of the tag @param start position of the content @param end position after it */
  constructor(bytes: Uint8Array, at: number, start: number, end: number) {
    this.tag = bytes[at] ?? 0;
    this.end = end;
    this.#bytes = bytes;
    this.#at = at;
    this.#start = start;
  }

  get content(): Uint8Array {
    return this.#bytes.subarray(this.#start, this.end);
  }

  get whole(): Uint8Array {
    return this.#bytes.subarray(this.#at, this.end);
  }
}

/**
 * Parses the first element.
 * @throws DerError when the bytes do not contain a complete one
 */
export const readElement = (bytes: Uint8Array): DerElement => elementAt(bytes, 0);

function elementAt(bytes: Uint8Array, at: number): Slice {
  if (at >= bytes.length) throw new DerError("asn1: syntax error: sequence truncated");
  const first = bytes[at + 1];
  if (first === undefined) throw new DerError("asn1: syntax error: truncated tag or length");
  let length = first;
  let start = at + 2;
  if (first >= 0x80) {
    const count = first & 0x7f;
    if (count === 0) throw new DerError("asn1: syntax error: indefinite length found (not DER)");
    if (count > 4) throw new DerError("asn1: structure error: length too large");
    start += count;
    if (start > bytes.length) throw new DerError("asn1: syntax error: truncated tag or length");
    length = 0;
    for (let i = at + 2; i < start; i++) length = length * 256 + (bytes[i] ?? 0);
  }
  const end = start + length;
  if (end > bytes.length) throw new DerError("asn1: syntax error: data truncated");
  return new Slice(bytes, at, start, end);
}

/** Parses elements that fill the bytes exactly. @throws DerError */
function* elementsInSteps(bytes: Uint8Array): Steps<DerElement[]> {
  const elements: DerElement[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (isTurnDue()) yield;
    const element = elementAt(bytes, at);
    elements.push(element);
    at = element.end;
  }
  return elements;
}

/** {@link elementsInSteps} at once. */
export const readElements = immediately(elementsInSteps);

/** The parts of an element, which must have the given tag. @throws DerError */
export function partsOf(element: DerElement | undefined, tag: number = DER.sequence): DerElement[] {
  return atOnce(partsInSteps(element, tag));
}

/** The same for an element that may have very many parts. */
export function partsInSteps(element: DerElement | undefined, tag: number = DER.sequence): Steps<DerElement[]> {
  return elementsInSteps(contentOf(element, tag));
}

/** The content of an element, which must have the given tag. @throws DerError */
export function contentOf(element: DerElement | undefined, tag: number): Uint8Array {
  if (element?.tag !== tag) throw new DerError(`asn1: structure error: tags don't match (${mismatch(element, tag)})`);
  return element.content;
}

/** The reference's message for an element that is not the expected one. */
function mismatch(element: DerElement | undefined, tag: number): string {
  const found = element?.tag ?? 0;
  const { length } = element?.content ?? [];
  const compound = (found & 0x20) !== 0;
  return `${tag & 0x1f} vs {class:${found >> 6} tag:${found & 0x1f} length:${length} isCompound:${compound}}`;
}

/** The text form, such as `2.5.4.3`, of an object identifier's content. */
export function objectIdText(content: Uint8Array): string {
  const arcs: number[] = [];
  let value = 0;
  for (const byte of content) {
    value = value * 128 + (byte & 0x7f);
    if (byte & 0x80) continue;
    // The first number encodes the first two arcs.
    if (arcs.length > 0) arcs.push(value);
    else if (value < 80) arcs.push(Math.floor(value / 40), value % 40);
    else arcs.push(2, value - 80);
    value = 0;
  }
  return arcs.join(".");
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
/** Bytes that become text in one call, whose number of parameters is limited. */
const PIECE = 8192;
/** One character for each byte. */
export function latin1Text(content: Uint8Array): string {
  let text = "";
  for (let at = 0; at < content.length; at += PIECE) {
    text += String.fromCharCode(...content.subarray(at, at + PIECE));
  }
  return text;
}
const isAscii = (content: Uint8Array): boolean => content.every((byte) => byte < 0x80);

/** The content of a string element, decoded by its tag; undefined for unsupported or malformed strings. */
export function stringText({ tag, content }: DerElement): string | undefined {
  switch (tag) {
    case 0x0c: // UTF8String
      try {
        return utf8.decode(content);
      } catch {
        return undefined;
      }
    case 0x12: // NumericString
    case 0x13: // PrintableString
    case 0x16: // IA5String
      return isAscii(content) ? latin1Text(content) : undefined;
    case 0x14: // T61String
      return latin1Text(content);
    case 0x1e: // BMPString
      return content.length % 2 === 0 ? latin1Text(content).replace(/../gs, wideCharacter) : undefined;
    default:
      return undefined;
  }
}

/** The character of two bytes, high byte first. */
const wideCharacter = (pair: string): string => String.fromCharCode(pair.charCodeAt(0) * 256 + pair.charCodeAt(1));
