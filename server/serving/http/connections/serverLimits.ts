/** The limits of a listener's clients. Times are in milliseconds, sizes in bytes. */
export interface ServerLimits {
  /** Maximum size of a request's head, including its target. Larger ones are answered with 431. */
  readonly headBytes: number;
  /** Maximum time for the TLS handshake, and for the head of a request. */
  readonly headTime: number;
  /**
   * Maximum time for a whole request, from its first byte to the last one of its body. Then the parser ends the
   * connection.
   */
  readonly requestTime: number;
  /** Interval at which the two times above are checked. */
  readonly checkEvery: number;
  /**
   * Maximum time that a connection stays open without a request. If it ended sooner than clients expect, requests on
   * their way would fail.
   */
  readonly idleTime: number;
  /** Bytes that a connection may send ahead before it is not read on, while an earlier request is not answered yet. */
  readonly aheadBytes: number;
  /**
   * Bytes of a request's body that are read and dropped after its answer. The connection ends when the client sends
   * more.
   */
  readonly restBytes: number;
  /** Maximum number of connections that have not sent a request yet. One more ends the oldest of them. */
  readonly silentConnections: number;
  /** Interval at which the server checks whether a client takes the data written for it. */
  readonly writeCheckInterval: number;
  /** Number of consecutive checks without progress after which the client is disconnected. */
  readonly maxStalledChecks: number;
}

/**
 * Close to the reference's: it allows 32 s for a head, 60 s for a request that is not a watch, and keeps idle connections
 * for 90 s. A body that an endpoint reads must arrive within 60 s (see `readBody`); if it does not, the endpoint can
 * still answer.
 */
export const SERVER_LIMITS: ServerLimits = {
  headBytes: 64 * 1024,
  headTime: 32_000,
  requestTime: 65_000,
  checkEvery: 5_000,
  idleTime: 90_000,
  aheadBytes: 64 * 1024,
  restBytes: 16 * 1024 * 1024,
  silentConnections: 2_000,
  writeCheckInterval: 15_000,
  maxStalledChecks: 4,
};
