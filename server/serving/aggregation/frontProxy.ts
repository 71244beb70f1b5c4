import { OptionError } from "../../ground/settings/optionError.ts";
import type { KeyedCertificate } from "../../ground/x509/certificates.ts";
import {
  type CertificateFilesParts,
  type CertificatePair,
  openCertificateFiles,
} from "../http/tls/certificateFiles.ts";
import type { AggregationOptions } from "./flags.ts";

/** The client certificate that the server presents to extension servers. */
export interface FrontProxy {
  /** The current certificate; undefined when none is presented. Each change makes a new object. */
  readonly credentials: KeyedCertificate | undefined;
}

export interface FrontProxyParts extends CertificateFilesParts {
  /** The server's own certificate, used when no flag names another one. */
  readonly own: KeyedCertificate | undefined;
}

const FLAGS = ["--proxy-client-cert-file", "--proxy-client-key-file"] as const;

/** Reads the files that the flags name, and follows them. @throws OptionError for files that cannot be used */
export async function openFrontProxy(
  { proxyClientCertFile, proxyClientKeyFile }: AggregationOptions,
  { own, ...parts }: FrontProxyParts,
): Promise<FrontProxy> {
  if ((proxyClientCertFile === undefined) !== (proxyClientKeyFile === undefined)) {
    throw new OptionError(`${FLAGS.join(" and ")} must be given together`);
  }
  if (proxyClientCertFile === undefined || proxyClientKeyFile === undefined) return { credentials: own };
  const files = await openCertificateFiles(FLAGS, [proxyClientCertFile, proxyClientKeyFile], parts);
  let credentials = keyed(files.current);
  files.onChange(() => {
    credentials = keyed(files.current);
  });
  return {
    get credentials() {
      return credentials;
    },
  };
}

const keyed = ({ cert, key }: CertificatePair): KeyedCertificate => ({ certificate: cert, key });
