/** IP addresses and CIDR ranges. */
import { type FieldError, invalid } from "../../../../shared/fieldError.ts";

/** Message for text that is not an IP address. */
export const IP_MESSAGE = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";
/** Message for text that is not an address range. */
const CIDR_MESSAGE = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)";

const OCTET = /^(0*)(\d{1,3})$/;

function parseV4(text: string): number[] | undefined {
  const parts = text.split(".");
  if (parts.length !== 4) return undefined;
  const octets = parts.map((part) => (OCTET.test(part) && Number(part) <= 255 ? Number(part) : Number.NaN));
  return octets.some(Number.isNaN) ? undefined : octets;
}

function parseGroups(text: string): number[] | undefined {
  if (text === "") return [];
  const parts = text.split(":");
  const last = parts.at(-1) ?? "";
  const tail = last.includes(".") ? parseV4(last) : undefined;
  if (last.includes(".") && tail === undefined) return undefined;
  const groups = (tail === undefined ? parts : parts.slice(0, -1)).map((part) =>
    /^[0-9a-fA-F]{1,4}$/.test(part) ? Number.parseInt(part, 16) : Number.NaN,
  );
  if (tail !== undefined) {
    const [a = 0, b = 0, c = 0, d = 0] = tail;
    groups.push(a * 256 + b, c * 256 + d);
  }
  return groups.some(Number.isNaN) ? undefined : groups;
}

function parseV6(text: string): number[] | undefined {
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const head = parseGroups(halves[0] ?? "");
  const tail = halves.length === 2 ? parseGroups(halves[1] ?? "") : [];
  if (head === undefined || tail === undefined) return undefined;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
  return [...head, ...new Array<number>(halves.length === 1 ? 0 : missing).fill(0), ...tail];
}

/** A family of IP addresses. */
export type Family = "IPv4" | "IPv6";

/** The family in which an address or range is written: only IPv6 has colons. Checks nothing else. */
export const familyOf = (text: string): Family => (text.includes(":") ? "IPv6" : "IPv4");

/** A host in the form used before a port: an IPv6 address in brackets. */
export const bracketed = (host: string): string => (familyOf(host) === "IPv6" ? `[${host}]` : host);

/** An address as a number and its family. */
export interface Address {
  readonly family: Family;
  readonly value: bigint;
}

/** Parses either family. An IPv4-mapped IPv6 address is treated as IPv4. Undefined when the text is not an address. */
export function parseAddress(text: string): Address | undefined {
  const v4 = parseV4(text);
  if (v4 !== undefined) return { family: "IPv4", value: join(v4, 8n) };
  if (!text.includes(":")) return undefined;
  const v6 = parseV6(text);
  if (v6 === undefined) return undefined;
  const value = join(v6, 16n);
  return value >> 32n === 0xffffn ? { family: "IPv4", value: value & 0xffffffffn } : { family: "IPv6", value };
}

const join = (parts: readonly number[], bits: bigint): bigint =>
  parts.reduce((sum, part) => (sum << bits) | BigInt(part), 0n);

/**
 * The family that the API gives an address: IPv4 also for an IPv4-mapped IPv6 address, and for a text that is no
 * address.
 */
export const apiFamilyOf = (address: string): Family =>
  address.includes(":") ? (parseAddress(address)?.family ?? "IPv4") : "IPv4";

/** The canonical text of an address; for IPv6, the longest run of zeros is left out. */
export function formatAddress({ family, value }: Address): string {
  if (family === "IPv4") {
    return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join(".");
  }
  const groups = Array.from({ length: 8 }, (_, i) => ((value >> BigInt(112 - i * 16)) & 0xffffn).toString(16));
  let best = { start: -1, length: 1 };
  for (let start = 0; start < 8; start++) {
    let length = 0;
    while (start + length < 8 && groups[start + length] === "0") length++;
    if (length > best.length) best = { start, length };
  }
  if (best.start < 0) return groups.join(":");
  return `${groups.slice(0, best.start).join(":")}::${groups.slice(best.start + best.length).join(":")}`;
}

/** A range of addresses. */
export interface Cidr {
  readonly family: Family;
  /** First address, host bits zero. */
  readonly base: bigint;
  readonly prefix: number;
  /** Number of addresses. */
  readonly size: bigint;
}

/** The range of IPv6 addresses that map IPv4 addresses: `::ffff:0:0/96`. */
const MAPPED = { base: 0xffffn << 32n, prefix: 96 };

/** Parses `10.0.0.0/8`; host bits are dropped. The prefix length of an IPv4-mapped address refers to its IPv6 form. */
export function parseCidr(text: string): Cidr | undefined {
  const slash = text.indexOf("/");
  if (slash < 0 || !/^\d{1,3}$/.test(text.slice(slash + 1))) return undefined;
  const address = parseAddress(text.slice(0, slash));
  const prefix = Number(text.slice(slash + 1));
  if (address === undefined) return undefined;
  const isMapped = address.family === "IPv4" && text.includes(":");
  if (!isMapped) return rangeAt(address, prefix);
  if (prefix >= MAPPED.prefix) return rangeAt(address, prefix - MAPPED.prefix);
  return rangeAt({ family: "IPv6", value: MAPPED.base + address.value }, prefix);
}

/** The range that contains an address; undefined when the prefix length is invalid for the family. */
function rangeAt({ family, value }: Address, prefix: number): Cidr | undefined {
  const bits = family === "IPv4" ? 32 : 128;
  if (prefix > bits) return undefined;
  const size = 1n << BigInt(bits - prefix);
  return { family, base: value - (value % size), prefix, size };
}

/** Field errors of an address of either family. */
export const validateAddress = (text: string, path: string): FieldError[] =>
  parseAddress(text) === undefined ? [invalid(path, text, IP_MESSAGE)] : [];

/** Field errors of an address range of either family. */
export const validateCidr = (text: string, path: string): FieldError[] =>
  parseCidr(text) === undefined ? [invalid(path, text, CIDR_MESSAGE)] : [];

const rangesOf = (...texts: readonly string[]): readonly Cidr[] => texts.flatMap((text) => parseCidr(text) ?? []);
const LOOPBACK = rangesOf("127.0.0.0/8", "::1/128");
const LINK_LOCAL = rangesOf("169.254.0.0/16", "fe80::/10");
const LINK_LOCAL_MULTICAST = rangesOf("224.0.0.0/24", "ff02::/16");

/**
 * Field errors unless the address can be reached from other machines: it must not be loopback, link-local, multicast or
 * zero.
 */
export function validateNonSpecialAddress(text: string, path: string): FieldError[] {
  const address = parseAddress(text);
  if (address === undefined) return [invalid(path, text, "must be a valid IP address")];
  const { family, value } = address;
  const errors: FieldError[] = [];
  const inside = (ranges: readonly Cidr[]): boolean =>
    ranges.some((range) => range.family === family && value >= range.base && value < range.base + range.size);
  if (value === 0n) errors.push(invalid(path, text, `may not be unspecified (${text})`));
  if (inside(LOOPBACK)) {
    errors.push(invalid(path, text, "may not be in the loopback range (127.0.0.0/8, ::1/128)"));
  }
  if (inside(LINK_LOCAL)) {
    errors.push(invalid(path, text, "may not be in the link-local range (169.254.0.0/16, fe80::/10)"));
  }
  if (inside(LINK_LOCAL_MULTICAST)) {
    errors.push(invalid(path, text, "may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)"));
  }
  return errors;
}
