/** What a listener allows its clients. Times are milliseconds, sizes bytes. */
export interface ServerLimits {
  /** A request's head, its target included. Larger ones are answered 431. */
  readonly headBytes: number;
  /** The TLS handshake, and the head of a request. */
  readonly headTime: number;
  /** A whole request, from its first byte to the last one of its body. The parser ends the connection then. */
  readonly requestTime: number;
  /** How often the two times above are checked. */
  readonly checkEvery: number;
  /** A connection without a request. If it ended sooner than clients expect, requests on their way would fail. */
  readonly idleTime: number;
  /** Requests that one connection may send ahead, while an earlier one is not answered yet. */
  readonly waitingRequests: number;
  /** Connections that have not sent a request yet. One more than that ends the oldest of them. */
  readonly silentConnections: number;
  /** How often one looks whether a client takes what was written for it; */
  readonly lookEvery: number;
  /** it is cut off at so many looks in a row at which it has taken nothing. */
  readonly looksInVain: number;
}

/**
 * Close to the reference's: it allows 32 s for a head, 60 s for a request that is no watch, and keeps idle connections for
 * 90 s. What an endpoint reads of a body has to be there in 60 s (see `readBody`), which it can still answer.
 */
export const SERVER_LIMITS: ServerLimits = {
  headBytes: 64 * 1024,
  headTime: 32_000,
  requestTime: 65_000,
  checkEvery: 5_000,
  idleTime: 90_000,
  waitingRequests: 250,
  silentConnections: 2_000,
  lookEvery: 15_000,
  looksInVain: 4,
};
