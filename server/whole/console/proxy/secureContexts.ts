import { createHash } from "node:crypto";
import type { Agent } from "node:http";
import { createSecureContext, type SecureContext, type SecureContextOptions } from "node:tls";
import { BoundedMap } from "../../../../shared/collections/boundedMap.ts";

/** The options of a connection that make up its TLS context. */
type ContextOptions = Pick<SecureContextOptions, "ca" | "cert" | "key">;

/** Maximum number of kept contexts: at most a few clusters are in use at a time. */
const KEPT = 32;

/**
 * The TLS contexts of connections with the same certificates. Reading the certificates and the key takes longer than
 * the rest of opening a connection within this machine, and a page opens a connection for each of its watches.
 */
export class SecureContexts {
  /** By a digest, because the options contain private keys. */
  readonly #kept = new BoundedMap<string, SecureContext>({ entries: KEPT });

  /** @throws Error when the certificates or the key cannot be read */
  of({ ca, cert, key }: ContextOptions): SecureContext {
    const digest = createHash("sha256")
      .update(JSON.stringify([ca, cert, key]))
      .digest("base64");
    let context = this.#kept.get(digest);
    if (context === undefined) {
      context = createSecureContext({ ca, cert, key });
      this.#kept.set(digest, context);
    }
    return context;
  }

  /** Makes an agent for HTTPS open its connections with these contexts. */
  serve<A extends Agent>(agent: A): A {
    const connect: Agent["createConnection"] = agent.createConnection;
    const createConnection: typeof connect = (options, opened) =>
      connect.call(agent, { ...options, secureContext: this.of(options as ContextOptions) } as typeof options, opened);
    return Object.assign(agent, { createConnection });
  }
}
