import { resolve } from "node:path";
import { type Flag, type FlagGroup, fileFlag, listFlag } from "../../../ground/settings/flag.ts";
import { OptionError } from "../../../ground/settings/optionError.ts";
import { cipherList, TLS_VERSIONS, type TlsVersion } from "./cipherSuites.ts";

/** A certificate for some of the host names of the server. */
export interface NamedCertificate {
  readonly certFile: string;
  readonly keyFile: string;
  /** Host names, which may be wildcards such as `*.example.com`; if empty, the names in the certificate. */
  readonly names: readonly string[];
}

/** The server's certificates, and the TLS versions and suites that it supports. */
export interface TlsOptions {
  /** Paths of PEM files; both or none. */
  readonly tlsCertFile?: string | undefined;
  readonly tlsPrivateKeyFile?: string | undefined;
  /** Folder of the serving certificate if no file is named; default the data folder's own. */
  readonly certDir?: string | undefined;
  readonly tlsSniCertKeys: readonly NamedCertificate[];
  readonly tlsMinVersion: TlsVersion;
  /** Standard names; empty for the defaults. */
  readonly tlsCipherSuites: readonly string[];
}

const minVersionFlag: Flag<TlsVersion> = {
  name: "tls-min-version",
  argument: "<version>",
  about: `oldest TLS version: ${Object.keys(TLS_VERSIONS).join(", ")}`,
  default: "TLSv1.2",
  shownDefault: "VersionTLS12",
  read(texts) {
    const text = texts.at(-1) ?? "";
    const version = Object.entries(TLS_VERSIONS).find(([name]) => name === text)?.[1];
    if (version === undefined) throw new OptionError(`--tls-min-version: unknown tls version ${JSON.stringify(text)}`);
    return version;
  },
};

const suites = listFlag("tls-cipher-suites", {
  argument: "<suites>",
  about: "cipher suites by their standard names (those of TLS 1.3 are always offered)",
  default: [],
});

const sniFlag: Flag<readonly NamedCertificate[]> = {
  name: "tls-sni-cert-key",
  argument: "<cert,key[:names]>",
  about: "certificate and key for some host names (repeatable); *.example.com stands for one label",
  default: [],
  shownDefault: "",
  read: (texts) => texts.flatMap((text) => text.split(";")).map(namedCertificate),
};

/** @throws OptionError for a text in another format */
function namedCertificate(text: string): NamedCertificate {
  const colon = text.indexOf(":");
  const files = (colon < 0 ? text : text.slice(0, colon)).split(",").map((file) => file.trim());
  const [certFile = "", keyFile = "", ...more] = files;
  if (certFile === "" || keyFile === "" || more.length > 0) {
    throw new OptionError(`--tls-sni-cert-key: expected comma separated certificate and key file paths: ${text}`);
  }
  const names = colon < 0 ? [] : text.slice(colon + 1).split(",");
  return {
    certFile: resolve(certFile),
    keyFile: resolve(keyFile),
    names: names.map((name) => name.trim().toLowerCase()).filter((name) => name !== ""),
  };
}

export const tlsFlags: FlagGroup<TlsOptions> = {
  tlsCertFile: fileFlag("tls-cert-file", "PEM serving certificate (default: made at first start)"),
  tlsPrivateKeyFile: fileFlag("tls-private-key-file", "PEM key of the serving certificate"),
  certDir: {
    ...fileFlag("cert-dir", "folder of apiserver.crt and apiserver.key, which are made when they are absent"),
    argument: "<folder>",
  },
  tlsSniCertKeys: sniFlag,
  tlsMinVersion: minVersionFlag,
  tlsCipherSuites: {
    ...suites,
    read(texts) {
      const names = suites.read(texts);
      cipherList("tls-cipher-suites", names);
      return names;
    },
  },
};

/** @throws OptionError for flags that cannot be combined */
export function checkTlsFlags({ tlsCertFile, tlsPrivateKeyFile }: TlsOptions): void {
  if ((tlsCertFile === undefined) !== (tlsPrivateKeyFile === undefined)) {
    throw new OptionError("--tls-cert-file and --tls-private-key-file must be given together");
  }
}
