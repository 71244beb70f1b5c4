import {
  Client,
  type ClientDuplexStream,
  type ClientOptions,
  connectivityState,
  credentials,
  Metadata,
} from "@grpc/grpc-js";
import type { Method } from "../../grpc/method.ts";
import type { TimeLimit } from "../../grpc/timeLimit.ts";
import { type WatchRequest, type WatchResponse, watchRequest, watchResponse } from "../protocol/messages.ts";
import { WATCH_PATH } from "../protocol/methods.ts";

/** PEM texts. */
export interface EtcdTls {
  /** Certificates of the authorities that sign the members' certificates; the system's authorities when omitted. */
  readonly ca?: Buffer | undefined;
  /** The client's own certificate and key: both or none. */
  readonly cert?: Buffer | undefined;
  readonly key?: Buffer | undefined;
}

export type WatchStream = ClientDuplexStream<WatchRequest, WatchResponse>;

const optionsOf = (keepalive: number): ClientOptions => ({
  // Page sizes bound the responses; etcd itself bounds the requests.
  "grpc.max_receive_message_length": -1,
  "grpc.max_send_message_length": -1,
  // Detects dead connections that were never closed. etcd refuses clients that ping more often than every 5 s.
  "grpc.keepalive_time_ms": keepalive,
  "grpc.keepalive_timeout_ms": keepalive / 2,
  "grpc.initial_reconnect_backoff_ms": 50,
  "grpc.min_reconnect_backoff_ms": 50,
  "grpc.max_reconnect_backoff_ms": 1000,
  "grpc.use_local_subchannel_pool": 1,
  "grpc.enable_http_proxy": 0,
  "grpc.enable_retries": 0,
  "grpc.service_config_disable_resolution": 1,
});

/** Makes a member that has lost the others report an error at once, instead of waiting forever. */
function metadata(): Metadata {
  const made = new Metadata();
  made.set("hasleader", "true");
  return made;
}

/** One member of an etcd cluster, and the connection to it. */
export class Endpoint {
  readonly url: string;
  readonly #client: Client;

  /**
   * @param url `http://host:port`, or `https://` for TLS
   * @param keepalive milliseconds after which a connection with pending calls is pinged
   * @throws TypeError
   */
  constructor(url: string, tls: EtcdTls, keepalive: number) {
    const { protocol, hostname, port } = new URL(url);
    if (protocol !== "http:" && protocol !== "https:") throw new TypeError(`not an etcd endpoint: ${url}`);
    this.url = url;
    const { ca = null, key = null, cert = null } = tls;
    const channel = protocol === "https:" ? credentials.createSsl(ca, key, cert) : credentials.createInsecure();
    this.#client = new Client(`${hostname}:${port === "" ? 2379 : port}`, channel, optionsOf(keepalive));
  }

  /** Resolves true once connected; false when that failed, or the time is over. */
  async connected(time: TimeLimit): Promise<boolean> {
    const channel = this.#client.getChannel();
    for (;;) {
      const state = channel.getConnectivityState(true);
      if (state === connectivityState.READY) return true;
      if (state === connectivityState.TRANSIENT_FAILURE || state === connectivityState.SHUTDOWN) return false;
      const changed = await new Promise<boolean>((resolve) => {
        channel.watchConnectivityState(state, time.date, (error) => resolve(error === undefined || error === null));
      });
      if (!changed) return false;
    }
  }

  /** @throws ServiceError */
  ask<Q, A>(method: Method<Q, A>, request: Q, time: TimeLimit): Promise<A> {
    return new Promise((resolve, reject) => {
      this.#client.makeUnaryRequest(
        method.path,
        (value: Q) => method.encode(value),
        (encoded: Buffer) => method.decode(encoded),
        request,
        metadata(),
        { deadline: time.date },
        (error, answer) => {
          if (error !== null || answer === undefined) reject(error ?? new Error("no answer"));
          else resolve(answer);
        },
      );
    });
  }

  /** Opens a stream of watches. */
  watch(): WatchStream {
    return this.#client.makeBidiStreamRequest(
      WATCH_PATH,
      (value: WatchRequest) => watchRequest.encode(value),
      (encoded: Buffer) => watchResponse.decode(encoded),
      metadata(),
    );
  }

  close(): void {
    this.#client.close();
  }
}
