import { createHash } from "node:crypto";
import type { ClusterState, Preference } from "../../../../shared/console/clusterSummary.ts";
import { type Context, textOf } from "../../../access/kubeconfig/contexts.ts";
import { type Cluster, ClusterError, type ClusterTarget, type Contact } from "../cluster.ts";
import { type CredentialContext, type Credentials, material, userCredentials } from "./credentials.ts";
import { proxyFor } from "./proxyFor.ts";

export interface RemoteOptions extends CredentialContext {
  readonly id: string;
  /** Name, colour and other settings that the user chose here. */
  readonly chosen: () => Preference;
  /** Whether the context was added here and can be removed. */
  readonly removable: boolean;
  /** Replaces the kubeconfig's login method. */
  readonly credentials?: Credentials;
  /** Called when the state has changed. */
  readonly onChange: () => void;
}

/** A context of a kubeconfig as a cluster, with the outcome of the last contact. */
export interface RemoteCluster extends Cluster {
  /** Requests credentials again, and resets the state. */
  retry(): void;
  noteVersion(version: string): void;
}

/** Colours that differ clearly from the sandboxes' green and are readable on light and dark backgrounds. */
const COLOURS = ["#4f6bed", "#b4478f", "#c2702b", "#2f86b5", "#8a5cd1", "#b5443f", "#7c7a2d", "#a0568b"];

/** The same context always gets the same colour. */
const colourFor = (name: string): string =>
  COLOURS[(createHash("sha256").update(name).digest()[0] ?? 0) % COLOURS.length] ?? "#4f6bed";

/** Nothing is read, run or contacted before `target()` is called. */
export function remoteCluster(context: Context, options: RemoteOptions): RemoteCluster {
  const credentials = options.credentials ?? userCredentials(context, options);
  const fields = context.cluster?.fields ?? {};
  const server = textOf(fields["server"]);
  const isInsecure = fields["insecure-skip-tls-verify"] === true;
  let state: ClusterState = "unopened";
  let reason: string | undefined;
  let version: string | undefined;

  const become = (next: ClusterState, message?: string): void => {
    if (next === state && message === reason) return;
    state = next;
    reason = message;
    options.onChange();
  };

  return {
    id: options.id,
    kind: "remote",
    vocabulary: "",
    kubeconfig: context.source,
    get name() {
      return options.chosen().name ?? context.name;
    },
    get colour() {
      return options.chosen().colour ?? colourFor(context.name);
    },
    apiServer: displayAddress(server),
    state: () => state,
    notes: () => ({
      ...(reason === undefined ? {} : { reason }),
      ...(version === undefined ? {} : { version }),
      source: context.source,
      context: context.name,
      login: credentials.login,
      insecure: isInsecure,
      readOnly: options.chosen().readOnly ?? false,
      chosen: options.chosen(),
      removable: options.removable,
    }),
    async target(): Promise<ClusterTarget> {
      try {
        if (context.cluster === undefined) {
          throw new ClusterError(
            `${context.source}: there is no cluster ${JSON.stringify(context.clusterName)}.`,
            "unreachable",
          );
        }
        if (!/^https?:\/\//.test(server) || !URL.canParse(server)) {
          throw new ClusterError(
            `${context.cluster.source}: the server of ${JSON.stringify(context.clusterName)} is no http:// or https:// address.`,
            "unreachable",
          );
        }
        const own = options.chosen().proxy ?? textOf(fields["proxy-url"]);
        const proxy = proxyFor(server, own, await options.environment());
        const ca = isInsecure ? undefined : await material(context.cluster, "certificate-authority");
        const serverName = textOf(fields["tls-server-name"]);
        return {
          url: server,
          ...(ca === undefined ? {} : { ca }),
          ...(serverName === "" ? {} : { serverName }),
          ...(isInsecure ? { insecure: true } : {}),
          ...(proxy === undefined ? {} : { proxy }),
          ...(await credentials.get()),
        };
      } catch (error) {
        if (error instanceof ClusterError) become(error.state, error.message);
        throw error;
      }
    },
    // Once renewed credentials were refused, they are renewed again only when the user asks: a plugin may open windows.
    refresh: async (refused) => state !== "unauthorized" && credentials.refuse(refused),
    noteContact(contact: Contact) {
      if (contact.kind === "failed") become("unreachable", contact.reason);
      else if (contact.status === 401) become("unauthorized", adviceFor(credentials.login));
      else become("connected");
    },
    retry() {
      credentials.retry?.();
      become("unopened");
    },
    noteVersion(next) {
      if (next === version) return;
      version = next;
      options.onChange();
    },
  };
}

function adviceFor(login: Credentials["login"]): string {
  const advice: Partial<Record<Credentials["login"], string>> = {
    exec: "The server refuses what the exec plugin gave, also after asking it again. Sign in with its own command, then try again.",
    token: "The server refuses the token. It may have expired: put a new one into the kubeconfig.",
    certificate: "The server refuses the client certificate. It may have expired, or come from another authority.",
    none: "The server wants to know who asks, and the kubeconfig names no credentials.",
    oidc: "The server refuses the sign-in. Sign in again.",
  };
  return advice[login] ?? "The server refuses the credentials.";
}

/** An address without the user name and password that it may contain. */
function displayAddress(server: string): string {
  if (!URL.canParse(server)) return server === "" ? "" : "(no address)";
  const url = new URL(server);
  url.username = "";
  url.password = "";
  return url.href.replace(/\/$/, "");
}
