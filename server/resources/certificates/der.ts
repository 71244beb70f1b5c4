const SEQUENCE = 0x30;
const INTEGER = 0x02;
const BIT_STRING = 0x03;

interface Element {
  readonly tag: number;
  readonly content: Uint8Array;
  /** Offset behind the element. */
  readonly end: number;
}

/** Reads one DER element; undefined when the bytes do not hold a whole one. */
function readElement(bytes: Uint8Array, offset: number): Element | undefined {
  const tag = bytes[offset];
  const first = bytes[offset + 1];
  if (tag === undefined || first === undefined) return undefined;
  let length = first;
  let start = offset + 2;
  if (first >= 0x80) {
    const count = first & 0x7f;
    if (count === 0 || count > 4) return undefined;
    length = 0;
    for (let i = 0; i < count; i++) length = length * 256 + (bytes[start + i] ?? 0);
    start += count;
  }
  const end = start + length;
  return end > bytes.length ? undefined : { tag, content: bytes.subarray(start, end), end };
}

/** The elements that fill `bytes` exactly; undefined when they do not. */
function readAll(bytes: Uint8Array): Element[] | undefined {
  const elements: Element[] = [];
  for (let offset = 0; offset < bytes.length; ) {
    const element = readElement(bytes, offset);
    if (element === undefined) return undefined;
    elements.push(element);
    offset = element.end;
  }
  return elements;
}

const hasTags = (elements: readonly Element[] | undefined, tags: readonly number[]): boolean =>
  elements !== undefined && tags.every((tag, i) => elements[i]?.tag === tag);

/**
 * Whether bytes have the structure of a PKCS #10 certification request (RFC 2986): information, algorithm, signature; the
 * information with a version, a subject and a key. The signature itself is the signer's to check.
 */
export function isCertificateRequest(bytes: Uint8Array): boolean {
  const outer = readAll(bytes);
  if (outer?.length !== 1 || !hasTags(outer, [SEQUENCE])) return false;
  const parts = readAll(outer[0]?.content ?? new Uint8Array());
  if (parts?.length !== 3 || !hasTags(parts, [SEQUENCE, SEQUENCE, BIT_STRING])) return false;
  return hasTags(readAll(parts[0]?.content ?? new Uint8Array()), [INTEGER, SEQUENCE, SEQUENCE]);
}
