import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { messageOf } from "../../../shared/text/messageOf.ts";
import { FileReload } from "../../ground/settings/fileReload.ts";
import { OptionError } from "../../ground/settings/optionError.ts";
import { readOptionFile } from "../../ground/settings/readOptionFile.ts";
import type { KeyedCertificate } from "../../ground/x509/certificates.ts";
import type { AggregationOptions } from "./flags.ts";

/** The client certificate that the server presents to extension servers. */
export interface FrontProxy {
  /** The current certificate; undefined when none is presented. Each change makes a new object. */
  readonly credentials: KeyedCertificate | undefined;
}

export interface FrontProxyParts {
  /** The server's own certificate, used when no flag names another one. */
  readonly own: KeyedCertificate | undefined;
  /** Called when changed files cannot be used: the previous ones stay in use. */
  readonly warn: (text: string) => void;
  /** Registers a function to call when the server stops. */
  readonly onStop: (end: () => void) => void;
}

/** Milliseconds between two checks of the files; where the system can watch files, changes are noticed at once. */
const INTERVAL = 60_000;

/** Reads the files that the flags name, and follows them. @throws OptionError for files that cannot be used */
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
