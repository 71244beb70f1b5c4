import { METHODS } from "node:http";

/** Methods that stay the parser's business: its own, and that of HTTP/2's preface. */
const KNOWN: ReadonlySet<string> = new Set([...METHODS, "PRI"]);
const TOKEN = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
/** Longest method in bytes; longer ones are refused by the parser. */
const LONGEST = 64;
const SPACE = 0x20;
/** The first four bytes of most requests. */
const GET = Buffer.from("GET ").readUInt32BE();

/** A method that the parser knows and treats like any other: the bytes to parse in place of a foreign method. */
export const STAND_IN: Buffer = Buffer.from("SEARCH");

/**
 * The method of a request if Node's parser would refuse it: the parser knows a fixed list, but HTTP allows any token
 * (RFC 9110, 9.1).
 * @param head bytes from the first of the request, with its whole method
 */
export function foreignMethod(head: Buffer): string | undefined {
  if (head.length >= 4 && head.readUInt32BE() === GET) return undefined;
  const end = head.subarray(0, LONGEST + 1).indexOf(SPACE);
  const method = head.toString("latin1", 0, Math.max(end, 0));
  return TOKEN.test(method) && !KNOWN.has(method) ? method : undefined;
}

/**
 * Whether the bytes from a position, the first of a request, may be the beginning of its method, so that the end is still
 * to come.
 */
export function isPartOfMethod(bytes: Buffer, at: number): boolean {
  if (bytes.length - at > LONGEST) return false;
  const head = bytes.subarray(at);
  return !head.includes(SPACE) && TOKEN.test(head.toString("latin1"));
}
