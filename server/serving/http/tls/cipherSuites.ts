import { getCiphers } from "node:tls";
import { OptionError } from "../../../ground/settings/optionError.ts";

/** Versions of TLS by the names that flags know them by. */
export const TLS_VERSIONS = {
  VersionTLS10: "TLSv1",
  VersionTLS11: "TLSv1.1",
  VersionTLS12: "TLSv1.2",
  VersionTLS13: "TLSv1.3",
} as const;
export type TlsVersion = (typeof TLS_VERSIONS)[keyof typeof TLS_VERSIONS];

/** Suites of TLS 1.3 are always offered: which of them are is not a matter of flags, as in the reference. */
const OF_TLS_13 = ["TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256", "TLS_AES_128_GCM_SHA256"];

/**
 * The name by which OpenSSL knows a suite with a standard name (IANA).
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
 * The suites of a flag as OpenSSL takes them.
 * @param suites standard names; none stands for the defaults
 * @throws OptionError for one that is not known
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
