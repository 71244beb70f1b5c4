import type { Authentication } from "../../access/authentication/setup.ts";
import type { Handler } from "../../ground/request/context.ts";
import { readOptionFile } from "../../ground/settings/readOptionFile.ts";
import { Listener } from "../../serving/http/listener.ts";
import type { Foundation } from "./foundation.ts";
import type { Store } from "./openStore.ts";

/** A server that can be reached. */
export interface Listening {
  /** `https://127.0.0.1:6443`. */
  readonly url: string;
  /** Address it listens on. */
  readonly host: string;
  readonly port: number;
  /** PEM of the certificates that clients verify the server by. */
  readonly authority: string;
  /** Tells clients which authorities' certificates are trusted from now on. */
  announceAuthorities(): void;
}

/** Begins to listen. @throws OptionError for a file that cannot be read, or an operating system's error */
export async function openListener(
  foundation: Foundation,
  { pki }: Store,
  authentication: Authentication,
  handler: Handler,
): Promise<Listening> {
  const { options, now, lifetime, vocabulary, features, quirks, schema } = foundation;
  const { tlsCertFile, tlsPrivateKeyFile } = options;
  const isOwn = tlsCertFile === undefined || tlsPrivateKeyFile === undefined;
  const serving = isOwn
    ? pki.serving
    : {
        certificate: await readOptionFile("--tls-cert-file", tlsCertFile),
        key: await readOptionFile("--tls-private-key-file", tlsPrivateKeyFile),
      };
  const authorities = (): string => `${authentication.clientCa}\n${authentication.requestHeaderCa}`;
  const listener = new Listener({
    host: options.bindAddress,
    port: options.securePort,
    tls: { cert: serving.certificate, key: serving.key, clientCa: authorities() },
    vocabulary,
    schema,
    now,
    compress: features.enabled("APIResponseCompression"),
    namedWatch: !quirks.follows("namedWatchIsGet"),
    handler,
  });
  const { host, port } = await listener.start();
  lifetime.add(() => listener.stop());
  return {
    url: `https://${host.includes(":") ? `[${host}]` : host}:${port}`,
    host,
    port,
    // A serving certificate of somebody else's authority is trusted by itself.
    authority: isOwn ? pki.authority.certificate : `${pki.authority.certificate}${serving.certificate}`,
    announceAuthorities: () => listener.announceAuthorities(authorities()),
  };
}
