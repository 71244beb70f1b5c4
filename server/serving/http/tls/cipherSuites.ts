import { getCiphers } from "node:tls";
import { OptionError } from "../../../ground/settings/optionError.ts";

/** TLS versions by their names in flags. */
export const TLS_VERSIONS = {
  VersionTLS10: "TLSv1",
  VersionTLS11: "TLSv1.1",
  VersionTLS12: "TLSv1.2",
  VersionTLS13: "TLSv1.3",
} as const;
export type TlsVersion = (typeof TLS_VERSIONS)[keyof typeof TLS_VERSIONS];

/** Suites of TLS 1.3 are always offered: as in the reference, flags do not affect them. */
const OF_TLS_13 = ["TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256", "TLS_AES_128_GCM_SHA256"];

/**
 * OpenSSL's name of a suite with a standard name (IANA).
 * @example openSslName("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256") // "ECDHE-RSA-AES128-GCM-SHA256"
 */
function openSslName(suite: string): string {
  if (OF_TLS_13.includes(suite)) return suite;
  const [, exchange = "", cipher = ""] = /^TLS_([A-Z_]+)_WITH_(\w+)$/.exec(suite) ?? [];
  const name = cipher
    .replace(/^AES_(\d+)_CBC_/, "AES$1-")
    .replace(/^AES_(\d+)_GCM_/, "AES$1-GCM-")
    .replace(/^CHACHA20_POLY1305(_SHA256)?$/, "CHACHA20-POLY1305")
    .replace(/^3DES_EDE_CBC_/, "DES-CBC3-");
  return exchange === "RSA" ? name : `${exchange.replaceAll("_", "-")}-${name}`;
}

/**
 * The suites of a flag in OpenSSL's format.
 * @param suites standard names; an empty list gives the defaults
 * @throws OptionError for an unknown suite
 */
export function cipherList(flag: string, suites: readonly string[]): string | undefined {
  if (suites.length === 0) return undefined;
  const known = new Set(getCiphers());
  const names = suites.map((suite) => {
    const name = openSslName(suite);
    if (!known.has(name.toLowerCase())) {
      throw new OptionError(`--${flag}: cipher suite ${JSON.stringify(suite)} is not supported or does not exist`);
    }
    return name;
  });
  return [...new Set([...OF_TLS_13, ...names])].join(":");
}
