import type { Duplex } from "node:stream";
import { createSecureContext } from "node:tls";
import type { Authentication } from "../../access/authentication/setup.ts";
import { bracketed } from "../../ground/formats/addresses/addresses.ts";
import type { Handler } from "../../ground/request/context.ts";
import { journalInfo } from "../../serving/endpoints/journal/journalInfo.ts";
import { Listener, type ListenerTls } from "../../serving/http/listener.ts";
import { cipherList } from "../../serving/http/tls/cipherSuites.ts";
import { namedCertificates } from "../../serving/http/tls/namedCertificates.ts";
import { knownAddress } from "../options/memberFlags.ts";
import type { Foundation } from "./foundation.ts";
import { servingCertificates } from "./servingCertificates.ts";
import type { Store } from "./storage/openStore.ts";

/** A listening server. */
export interface Listening {
  /** For example `https://127.0.0.1:6443`. */
  readonly url: string;
  /** The same with the address by which others reach the server. */
  readonly knownUrl: string;
  /** Address it listens on. */
  readonly host: string;
  readonly port: number;
  /** PEM of the certificates with which clients verify the server. */
  readonly authority: string;
  /**
   * Accepts a connection that is made inside the process.
   * @param from the address that the server sees as the client's
   * @returns the client's side, below TLS
   */
  accept(from: string): Duplex;
  /** Updates the list of trusted authorities that the server sends to clients. */
  announceAuthorities(): void;
  /** Ends streams, and waits for running requests. */
  close(ways: ClosingWays): Promise<void>;
}

/** How a server stops listening. Times are in milliseconds. */
export interface ClosingWays {
  /** Maximum time to wait for running requests. */
  readonly timeout: number;
  /** Whether new requests are accepted (and answered with a refusal) until the running ones have ended. */
  readonly stillListens: boolean;
  /** Period over which streams are ended. */
  readonly spread: number;
}

const urlOf = (host: string, port: number): string => `https://${bracketed(host)}:${port}`;

/** Starts listening. @throws OptionError for a file that cannot be read, or an operating system's error */
export async function openListener(
  foundation: Foundation,
  { pki, past }: Store,
  authentication: Authentication,
  handler: Handler,
): Promise<Listening> {
  const { options, now, lifetime, vocabulary, features, quirks, schema } = foundation;
  const certificates = await servingCertificates(foundation, pki);
  const ciphers = cipherList("tls-cipher-suites", options.tlsCipherSuites);
  const common = { minVersion: options.tlsMinVersion, ...(ciphers === undefined ? {} : { ciphers }) };
  const tls = (): ListenerTls => ({
    ...common,
    ...certificates.serving.current,
    clientCa: `${authentication.clientCa}\n${authentication.requestHeaderCa}`,
    named: namedCertificates(certificates.named, (pair) => createSecureContext({ ...common, ...pair })),
  });
  const listener = new Listener({
    host: options.bindAddress,
    port: options.securePort,
    tls: tls(),
    http2: options.disableHttp2
      ? null
      : {
          ...(options.http2MaxStreams === 0 ? {} : { maxStreams: options.http2MaxStreams }),
          goawayChance: options.goawayChance,
          endUnauthenticated: features.enabled("UnauthenticatedHTTP2DOSMitigation"),
        },
    vocabulary,
    schema,
    now,
    compress: features.enabled("APIResponseCompression"),
    namedWatch: !quirks.follows("namedWatchIsGet"),
    infoOf: (method, path, query) => (past.journal.isOn ? journalInfo(method, path, query) : undefined),
    handler,
  });
  certificates.serving.onChange(() => listener.secure(tls()));
  const { host, port } = await listener.start();
  lifetime.add(() => listener.stop());
  return {
    url: urlOf(host, port),
    knownUrl: urlOf(knownAddress(options), port),
    host,
    port,
    // For a serving certificate of a foreign authority, the certificate itself is trusted.
    authority: certificates.isOwn
      ? pki.authority.certificate
      : `${pki.authority.certificate}${certificates.serving.current.cert}`,
    accept: (from) => listener.accept(from),
    announceAuthorities: () => listener.secure(tls()),
    async close({ timeout, stillListens, spread }) {
      if (stillListens || spread > 0) await listener.drain(timeout, spread);
      await listener.stop(stillListens ? undefined : timeout);
    },
  };
}
