/** IP addresses and address ranges. Zones, IPv4-mapped IPv6 addresses and leading zeros are not allowed here. */
import { quoted } from "../../../../shared/text/quoted.ts";
import { type Address, type Cidr, formatAddress, parseAddress, parseCidr } from "../../formats/addresses/addresses.ts";
import { strictAddressProblem, strictRangeProblem } from "../../formats/addresses/strictAddress.ts";
import { CelError } from "../diagnostics.ts";
import { define, type Overload, TRAVERSAL, traverse } from "../overload.ts";
import { sizeOf } from "../values/sizeOf.ts";
import { type CelValue, OpaqueValue } from "../values/values.ts";
import { opaqueData, text } from "./arguments.ts";

const IP = "net.IP";
const CIDR = "net.CIDR";

/** A range with the address as it was written. */
interface Range extends Cidr {
  readonly address: Address;
}

/** @throws CelError */
function readAddress(value: string): Address {
  const problem = strictAddressProblem(value);
  const found = parseAddress(value.replace(/%.*$/s, ""));
  if (problem !== undefined || found === undefined) {
    throw new CelError(`IP Address ${quoted(value)} parse error during conversion from string: ${problem}`);
  }
  if (value.includes("%")) throw new CelError(`IP address ${quoted(value)} with zone value is not allowed`);
  if (isMapped(found, value)) throw new CelError(mappedProblem(value));
  return found;
}

/** Whether an IPv4 address is written as an IPv6 address. */
const isMapped = ({ family }: { readonly family: string }, text: string): boolean =>
  family === "IPv4" && text.includes(":");
const mappedProblem = (value: string): string => `IPv4-mapped IPv6 address ${quoted(value)} is not allowed`;

/** @throws CelError */
function readRange(value: string): Range {
  const fail = (message: string): CelError =>
    new CelError(`network address parse error during conversion from string: ${message}`);
  const problem = strictRangeProblem(value);
  // The reference repeats the error message.
  if (problem !== undefined) throw fail(fail(problem).message);
  const [host = ""] = value.split("/");
  const address = parseAddress(host);
  if (address !== undefined && isMapped(address, host)) throw fail(mappedProblem(value));
  const found = parseCidr(value);
  if (address === undefined || found === undefined) throw fail(`netip.ParsePrefix(${quoted(value)}): no prefix`);
  return { ...found, address };
}

/**
 * The address in a text argument.
 * @throws CelError when the text is not an address: no overload of the function accepts it
 */
function addressArgument(value: string): Address {
  try {
    return readAddress(value);
  } catch (error) {
    throw error instanceof CelError ? new CelError("no such overload") : error;
  }
}

function reads(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof CelError) return false;
    throw error;
  }
}

const ip = (value: CelValue | undefined): Address => opaqueData<Address>(value, IP);
const cidr = (value: CelValue | undefined): Range => opaqueData<Range>(value, CIDR);
const family = ({ family }: { family: "IPv4" | "IPv6" }): bigint => (family === "IPv4" ? 4n : 6n);

const within = (address: Address, ...ranges: string[]): boolean =>
  ranges.some((range) => contains(readRange(range), address));
const contains = (range: Cidr, address: Address): boolean =>
  address.family === range.family && address.value >= range.base && address.value < range.base + range.size;
const covers = (outer: Cidr, inner: Range): boolean =>
  inner.prefix >= outer.prefix && contains(outer, { family: inner.family, value: inner.base });

const isGlobalUnicast = (address: Address): boolean =>
  !within(address, "0.0.0.0/32", "255.255.255.255/32", "127.0.0.0/8", "169.254.0.0/16", "224.0.0.0/4") &&
  !within(address, "::/128", "::1/128", "fe80::/10", "ff00::/8");

const rangeText = ({ address, prefix }: Range): string => `${formatAddress(address)}/${prefix}`;

function masked(range: Range): OpaqueValue {
  return new OpaqueValue(CIDR, { ...range, address: { family: range.family, value: range.base } });
}

const reading = { cost: traverse };
const ADDRESS_BYTES = 16;
/** The cost of comparing two addresses of so many bytes. */
const comparing = (bytes: number): number => Math.ceil(2 * bytes * TRAVERSAL);
/** The cost of comparing two ranges whose addresses have so many bytes. */
const comparingRanges = (bytes: number): number => comparing(bytes) + Math.ceil(bytes * TRAVERSAL) + 1;

/**
 * Only the bytes of the prefix are compared; an estimate does not know the prefix.
 * @param isText whether the second argument is a text, which must be read
 */
function costs(compare: (bytes: number) => number, isText: boolean): Pick<Overload, "cost" | "charge"> {
  const reading = (size: number): number => (isText ? Math.ceil(size * TRAVERSAL) : 0);
  return {
    cost: ([, other = 0]) => compare(ADDRESS_BYTES) + reading(other),
    charge: ([range, other = null]) => compare(Math.ceil(cidr(range).prefix / 8)) + reading(sizeOf(other)),
  };
}

export const addresses: readonly Overload[] = [
  define(`ip(string): ${IP}`, ([s]) => new OpaqueValue(IP, readAddress(text(s))), reading),
  define("isIP(string): bool", ([s]) => reads(() => readAddress(text(s))), reading),
  define("ip.isCanonical(string): bool", ([s]) => formatAddress(readAddress(text(s))) === text(s), {
    cost: ([size = 0]) => Math.ceil(size * 2 * TRAVERSAL),
  }),
  define(`string(${IP}): string`, ([a]) => formatAddress(ip(a))),
  define(`${IP}~family(): int`, ([a]) => family(ip(a))),
  define(`${IP}~isUnspecified(): bool`, ([a]) => ip(a).value === 0n),
  define(`${IP}~isLoopback(): bool`, ([a]) => within(ip(a), "127.0.0.0/8", "::1/128")),
  define(`${IP}~isLinkLocalMulticast(): bool`, ([a]) => within(ip(a), "224.0.0.0/24", "ff02::/16")),
  define(`${IP}~isLinkLocalUnicast(): bool`, ([a]) => within(ip(a), "169.254.0.0/16", "fe80::/10")),
  define(`${IP}~isGlobalUnicast(): bool`, ([a]) => isGlobalUnicast(ip(a))),
  define(`cidr(string): ${CIDR}`, ([s]) => new OpaqueValue(CIDR, readRange(text(s))), reading),
  define("isCIDR(string): bool", ([s]) => reads(() => readRange(text(s))), reading),
  define(`string(${CIDR}): string`, ([a]) => rangeText(cidr(a))),
  define(`${CIDR}~ip(): ${IP}`, ([a]) => new OpaqueValue(IP, cidr(a).address)),
  define(`${CIDR}~prefixLength(): int`, ([a]) => BigInt(cidr(a).prefix)),
  define(`${CIDR}~masked(): ${CIDR}`, ([a]) => masked(cidr(a))),
  define(`${CIDR}~containsIP(${IP}): bool`, ([a, b]) => contains(cidr(a), ip(b)), costs(comparing, false)),
  define(
    `${CIDR}~containsIP(string): bool`,
    ([a, b]) => contains(cidr(a), addressArgument(text(b))),
    costs(comparing, true),
  ),
  define(`${CIDR}~containsCIDR(${CIDR}): bool`, ([a, b]) => covers(cidr(a), cidr(b)), costs(comparingRanges, false)),
  define(
    `${CIDR}~containsCIDR(string): bool`,
    ([a, b]) => covers(cidr(a), readRange(text(b))),
    costs(comparingRanges, true),
  ),
];
