import { type FlagGroup, fileFlag } from "../../ground/settings/flag.ts";

/** The client certificate with which the server calls extension servers and passes requests on to them. */
export interface AggregationOptions {
  /**
   * Paths of PEM files; both or none. Without them, and without authorities of proxies, the server uses its own
   * certificate.
   */
  readonly proxyClientCertFile?: string | undefined;
  readonly proxyClientKeyFile?: string | undefined;
}

export const aggregationFlags: FlagGroup<AggregationOptions> = {
  proxyClientCertFile: fileFlag(
    "proxy-client-cert-file",
    "PEM certificate that the server shows to aggregated servers (default: made at first start)",
  ),
  proxyClientKeyFile: fileFlag("proxy-client-key-file", "PEM key of the certificate for aggregated servers"),
};
