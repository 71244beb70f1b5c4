import { lookup as resolve } from "node:dns";
import { BlockList, isIP, isIPv6, type LookupFunction } from "node:net";

/** Address ranges of this machine, of local networks, and of no host at all. */
const INNER = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
  ["::", 96],
  ["64:ff9b::", 32],
  ["2001::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 9],
  ["ff00::", 8],
] as const;

const familyOf = (address: string) => (isIPv6(address) ? "ipv6" : "ipv4");
const inner = new BlockList();
for (const [address, prefix] of INNER) inner.addSubnet(address, prefix, familyOf(address));

/** Whether an IP address belongs to the public Internet. An IPv4-mapped address counts as its IPv4 address. */
export const isPublicAddress = (address: string): boolean =>
  isIP(address) !== 0 && !inner.check(address, familyOf(address));

/** Thrown for a host that must not be contacted. */
export class PrivateHostError extends Error {
  constructor(host: string) {
    super(`${host} is not a host of the public Internet`);
    this.name = "PrivateHostError";
  }
}

/**
 * Resolves a host name for a connection, and fails when any of its addresses is not public. The connection uses a
 * checked address, so the name cannot be resolved differently in between.
 */
export const publicLookup: LookupFunction = (host, options, callback) => {
  resolve(host, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, "");
    const [first] = addresses;
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
      return callback(new PrivateHostError(host), "");
    }
    if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/** @throws PrivateHostError for a host given as an IP address, for which there is no lookup */
export function checkHost(host: string): void {
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateHostError(host);
}
