import http from "node:http";

const ASKS = Symbol("asks for another protocol");

/**
 * A class of HTTP/1.1 requests of which only some leave HTTP for the protocol in their `Upgrade` header. The header of all
 * others is ignored (RFC 9110, 7.8), as in the reference: clients also send it with ordinary requests, to learn whether the
 * server speaks a newer HTTP. Node itself only lets a whole server decide, and closes connections for `CONNECT`.
 *
 * @param switches called with a request's head; Node emits `upgrade` for the requests for which it returns true
 */
export function requestClass(switches: (request: http.IncomingMessage) => boolean): typeof http.IncomingMessage {
  return class extends http.IncomingMessage {
    declare [ASKS]: boolean;

    /** Set by the parser before the headers are there, read by the server afterwards. */
    get upgrade(): boolean {
      return this[ASKS] && switches(this);
    }

    set upgrade(asks: boolean | null) {
      this[ASKS] = asks === true;
    }
  };
}

/** Whether a request asks for a WebSocket. */
export const asksForWebSocket = ({ method, headers }: http.IncomingMessage): boolean =>
  method === "GET" && headers.upgrade?.toLowerCase() === "websocket";
