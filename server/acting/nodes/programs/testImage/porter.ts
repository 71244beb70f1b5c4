import type { PodRequest, PodResponse } from "../../../../api/registry/podAccess.ts";
import { response, writtenText } from "../pages.ts";
import type { Program, ProgramStart } from "../program.ts";
import { server } from "../server.ts";
import { identityIn } from "./localIdentity.ts";

type Kind = "TCP" | "TLS" | "UDP" | "SCTP";

export interface PorterOptions {
  /** Whether it wraps its texts in JSON that includes the request's method. */
  readonly isJson: boolean;
}

/**
 * Serves a text at each port in its environment: `SERVE_PORT_80=text`, or `SERVE_TCP_PORT_80`; with TLS for
 * `SERVE_TLS_PORT_443`, as messages for `SERVE_UDP_PORT_80` and `SERVE_SCTP_PORT_80`.
 */
export const porter = ({ isJson }: PorterOptions): Program => ({
  start(start) {
    const served = portsIn(start.env);
    const textAt = (port: number, ...kinds: Kind[]): string | undefined =>
      kinds.map((kind) => served.get(kind)?.get(port)).find((text) => text !== undefined);
    const handle = ({ port, method }: PodRequest): PodResponse => {
      const text = textAt(port, "TCP", "TLS") ?? "";
      return isJson
        ? response(200, "application/json", JSON.stringify({ Method: method, Body: text }))
        : writtenText(200, text);
    };
    const ports = (["TCP", "TLS"] as const).flatMap((kind) => [...(served.get(kind)?.keys() ?? [])]);
    const running = server({
      ports,
      handle,
      listensOn: (port, protocol) => textAt(port, protocol) !== undefined,
      receive: ({ port, protocol }) => textAt(port, protocol),
    }).start(start);
    return {
      ...running,
      tls: (port) =>
        textAt(port, "TLS") === undefined
          ? undefined
          : identityIn([start.env.get("CERT_FILE"), start.env.get("KEY_FILE")], start),
    };
  },
});

/** The texts by port, for each protocol. */
function portsIn(env: ProgramStart["env"]): ReadonlyMap<Kind, ReadonlyMap<number, string>> {
  const served = new Map<Kind, Map<number, string>>();
  for (const [name, text] of env) {
    const [, kind = "TCP", port] = /^SERVE_(?:(TCP|TLS|UDP|SCTP)_)?PORT_(\d+)$/.exec(name) ?? [];
    if (port === undefined) continue;
    const texts = served.get(kind as Kind) ?? new Map<number, string>();
    served.set(kind as Kind, texts.set(Number(port), text));
  }
  return served;
}
