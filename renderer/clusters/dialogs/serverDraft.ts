import type { ServerEntry } from "../../../shared/console/serverEntry.ts";

/** How the user logs in to a server that they add by its address. */
export type LoginKind = "token" | "certificate" | "oidc";

/** The typed fields of a server. The fields of all login kinds are kept while the user switches between them. */
export interface ServerDraft {
  name: string;
  server: string;
  ca: string;
  insecure: boolean;
  proxy: string;
  login: LoginKind;
  token: string;
  cert: string;
  key: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
}

export const emptyServer: ServerDraft = {
  name: "",
  server: "",
  ca: "",
  insecure: false,
  proxy: "",
  login: "token",
  token: "",
  cert: "",
  key: "",
  issuer: "",
  clientId: "",
  clientSecret: "",
};

/**
 * The server entry to send, with only the fields of the chosen login. A server without a name is named after its host.
 */
export function serverEntryOf(draft: ServerDraft): ServerEntry {
  const server = draft.server.trim();
  const host = URL.canParse(server) ? new URL(server).host : "";
  const { login, issuer, clientId, clientSecret } = draft;
  return {
    name: draft.name.trim() || host,
    server,
    ...(draft.ca.trim() === "" || draft.insecure ? {} : { ca: draft.ca }),
    ...(draft.insecure ? { insecure: true } : {}),
    ...(draft.proxy.trim() === "" ? {} : { proxy: draft.proxy.trim() }),
    ...(login === "token" && draft.token.trim() !== "" ? { token: draft.token.trim() } : {}),
    ...(login === "certificate" ? { cert: draft.cert, key: draft.key } : {}),
    ...(login === "oidc"
      ? {
          oidc: {
            issuer: issuer.trim(),
            clientId: clientId.trim(),
            ...(clientSecret === "" ? {} : { clientSecret }),
          },
        }
      : {}),
  };
}
