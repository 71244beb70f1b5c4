/** Bits of the extension keyUsage, by their names in the API (RFC 5280, 4.2.1.3). */
const KEY_USAGES: Readonly<Record<string, number>> = {
  signing: 1,
  "digital signature": 1,
  "content commitment": 2,
  "key encipherment": 4,
  "data encipherment": 8,
  "key agreement": 16,
  "cert sign": 32,
  "crl sign": 64,
  "encipher only": 128,
  "decipher only": 256,
};

/** Object identifiers of extKeyUsage by their names in the API, in the order in which certificates list them. */
const EXTENDED_USAGES: Readonly<Record<string, string>> = {
  any: "2.5.29.37.0",
  "server auth": "1.3.6.1.5.5.7.3.1",
  "client auth": "1.3.6.1.5.5.7.3.2",
  "code signing": "1.3.6.1.5.5.7.3.3",
  "email protection": "1.3.6.1.5.5.7.3.4",
  "s/mime": "1.3.6.1.5.5.7.3.4",
  "ipsec end system": "1.3.6.1.5.5.7.3.5",
  "ipsec tunnel": "1.3.6.1.5.5.7.3.6",
  "ipsec user": "1.3.6.1.5.5.7.3.7",
  timestamping: "1.3.6.1.5.5.7.3.8",
  "ocsp signing": "1.3.6.1.5.5.7.3.9",
  "microsoft sgc": "1.3.6.1.4.1.311.10.3.3",
  "netscape sgc": "2.16.840.1.113730.4.1",
};

/**
 * Converts the API's usages to those of a certificate.
 * @returns bits of keyUsage (bit 0 of the RFC is 1), and identifiers of extKeyUsage
 * @throws RangeError for unknown usages
 */
export function certificateUsages(usages: readonly string[]): { keyUsage: number; extended: string[] } {
  const unknown = usages.filter((usage) => !Object.hasOwn(KEY_USAGES, usage) && !Object.hasOwn(EXTENDED_USAGES, usage));
  if (unknown.length > 0) {
    throw new RangeError(`unrecognized usage values: [${unknown.map((usage) => JSON.stringify(usage)).join(" ")}]`);
  }
  const named = new Set(usages);
  const keyUsage = usages.reduce((bits, usage) => bits | (KEY_USAGES[usage] ?? 0), 0);
  const extended = Object.entries(EXTENDED_USAGES).filter(([usage]) => named.has(usage));
  return { keyUsage, extended: [...new Set(extended.map(([, id]) => id))] };
}
