import type { Agent, AgentOptions, RequestOptions } from "node:https";
import { dialingAgent, type WebhookAddress } from "../../access/webhook/dialingAgent.ts";
import { identityCheck, nameInHandshake, tlsOptions } from "../../access/webhook/peerTrust.ts";
import type { ResolveService } from "../../access/webhook/serviceAddress.ts";
import type { ApiService } from "../../api/resources/apiregistration/apiService.ts";
import type { FrontProxy } from "./frontProxy.ts";

/** What is needed to reach extension servers. */
export interface RemoteDependencies {
  readonly resolve: ResolveService;
  readonly frontProxy: FrontProxy;
}

type Spec = NonNullable<ApiService["spec"]>;

const DEFAULT_PORT = 443;
/** Maximum number of connections kept open for later requests, per address. */
const KEPT_CONNECTIONS = 25;

/** An extension server: its address and its trusted authorities, as given by an APIService. */
export class RemoteService {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
  /** The name that its certificate must have: `metrics.monitoring.svc`. */
  readonly serverName: string;
  /** Equal signatures mean the same server, reached and trusted in the same way. */
  readonly signature: string;
  readonly #dependencies: RemoteDependencies;
  readonly #trust: { readonly ca: string; readonly insecureSkipVerify: boolean };
  #kept: { readonly shows: FrontProxy["credentials"]; readonly agent: Agent } | undefined;

  constructor({ service, caBundle = "", insecureSkipTLSVerify = false }: Spec, dependencies: RemoteDependencies) {
    const { namespace = "", name = "", port = DEFAULT_PORT } = service ?? {};
    this.namespace = namespace;
    this.name = name;
    this.port = port;
    this.serverName = `${name}.${namespace}.svc`;
    this.signature = JSON.stringify([namespace, name, port, caBundle, insecureSkipTLSVerify]);
    this.#dependencies = dependencies;
    this.#trust = {
      ca: Buffer.from(caBundle, "base64").toString("utf8"),
      insecureSkipVerify: insecureSkipTLSVerify,
    };
  }

  /** The address to connect to at this moment. @throws Error with the reason when there is no address */
  address(): WebhookAddress {
    return this.#dependencies.resolve(this.namespace, this.name, this.port);
  }

  /**
   * Options for connections that are kept and reused.
   * @throws WebhookError `configuration` for certificates that cannot be read
   */
  connection(): Pick<RequestOptions, "agent" | "servername"> {
    const shows = this.#dependencies.frontProxy.credentials;
    if (this.#kept === undefined || this.#kept.shows !== shows) {
      this.close();
      this.#kept = { shows, agent: dialingAgent({ ...this.#options(this.#trust), maxFreeSockets: KEPT_CONNECTIONS }) };
    }
    return { agent: this.#kept.agent, ...nameInHandshake(this.serverName) };
  }

  /** Options for a separate connection that accepts any certificate: nothing secret is sent over it. */
  carelessConnection(): RequestOptions {
    return this.#single({ insecureSkipVerify: true });
  }

  /** Options for a separate connection, to switch to another protocol. @throws WebhookError `configuration` */
  ownConnection(): RequestOptions {
    return this.#single(this.#trust);
  }

  /** Ends the kept connections. Pending requests are completed. */
  close(): void {
    const agent = this.#kept?.agent;
    this.#kept = undefined;
    if (agent === undefined) return;
    agent.maxFreeSockets = 0;
    for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
  }

  #options(trust: { readonly ca?: string; readonly insecureSkipVerify: boolean }): AgentOptions {
    const shows = this.#dependencies.frontProxy.credentials;
    return {
      keepAlive: true,
      checkServerIdentity: identityCheck(this.serverName),
      ...tlsOptions({ ...trust, ...(shows === undefined ? {} : { cert: shows.certificate, key: shows.key }) }),
    };
  }

  #single(trust: { readonly ca?: string; readonly insecureSkipVerify: boolean }): RequestOptions {
    return { agent: dialingAgent({ ...this.#options(trust), keepAlive: false }), ...nameInHandshake(this.serverName) };
  }
}
