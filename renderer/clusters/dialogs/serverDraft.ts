import type { ServerEntry } from "../../../shared/console/serverEntry.ts";

/** How the user signs in at a server that they add by its address. */
export type LoginKind = "token" | "certificate" | "oidc";

/** The typed fields of a server; the fields of other kinds of login stay while the user tries them. */
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

/** The entry to send, with the fields of the chosen login only. A server without a name is named after its host. */
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
