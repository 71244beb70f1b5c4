import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { messageOf } from "../../../shared/text/messageOf.ts";
import { FileReload } from "../../ground/settings/fileReload.ts";
import { OptionError } from "../../ground/settings/optionError.ts";
import { readOptionFile } from "../../ground/settings/readOptionFile.ts";
import type { KeyedCertificate } from "../../ground/x509/certificates.ts";
import type { AggregationOptions } from "./flags.ts";

/** The certificate that the server shows to servers behind it. */
export interface FrontProxy {
  /** The current one; undefined when it shows none. Another object after each change. */
  readonly credentials: KeyedCertificate | undefined;
}

export interface FrontProxyParts {
  /** The server's own, for when no flag says otherwise. */
  readonly own: KeyedCertificate | undefined;
  /** Called for changed files that cannot be used: the last ones stay. */
  readonly warn: (text: string) => void;
  /** Registers what to do when the server stops. */
  readonly onStop: (end: () => void) => void;
}

/** Time between two looks at the files, in milliseconds; changes are seen at once where files can be watched. */
const INTERVAL = 60_000;

/** Reads the files of the flags, and follows them. @throws OptionError for files that cannot be used */
export async function openFrontProxy(
  { proxyClientCertFile, proxyClientKeyFile }: AggregationOptions,
  { own, warn, onStop }: FrontProxyParts,
): Promise<FrontProxy> {
  if ((proxyClientCertFile === undefined) !== (proxyClientKeyFile === undefined)) {
    throw new OptionError("--proxy-client-cert-file and --proxy-client-key-file must be given together");
  }
  if (proxyClientCertFile === undefined || proxyClientKeyFile === undefined) return { credentials: own };
  let credentials: KeyedCertificate = {
    certificate: await readOptionFile("--proxy-client-cert-file", proxyClientCertFile),
    key: await readOptionFile("--proxy-client-key-file", proxyClientKeyFile),
  };
  checkPair(credentials);
  const reload = new FileReload(textOf(credentials), {
    interval: INTERVAL,
    watch: proxyClientCertFile,
    persistent: false,
    read: async () => textOf(await readPair(proxyClientCertFile, proxyClientKeyFile)),
    async apply() {
      const changed = await readPair(proxyClientCertFile, proxyClientKeyFile);
      checkPair(changed);
      credentials = changed;
    },
    onReloaded: () => undefined,
    onError: (error) => warn(`kept as it was: ${messageOf(error)}`),
  });
  reload.start();
  onStop(() => reload.stop());
  return {
    get credentials() {
      return credentials;
    },
  };
}

const textOf = ({ certificate, key }: KeyedCertificate): string => `${certificate}\n${key}`;

async function readPair(certificateFile: string, keyFile: string): Promise<KeyedCertificate> {
  const [certificate, key] = await Promise.all([readFile(certificateFile, "utf8"), readFile(keyFile, "utf8")]);
  return { certificate, key };
}

/** @throws OptionError */
function checkPair({ certificate, key }: KeyedCertificate): void {
  let isPair: boolean;
  try {
    isPair = new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
  } catch {
    throw new OptionError(
      "--proxy-client-cert-file and --proxy-client-key-file must hold a PEM certificate and its key",
    );
  }
  if (!isPair) throw new OptionError("--proxy-client-key-file is not the key of --proxy-client-cert-file");
}
