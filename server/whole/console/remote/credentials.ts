import type { Login } from "../../../../shared/console/clusterSummary.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { type Context, type Entry, KubeconfigError, textOf, textsOf } from "../../../access/kubeconfig/contexts.ts";
import { entryMaterial, entryToken } from "../../../access/kubeconfig/entryFiles.ts";
import { isAged } from "../../../ground/timing/isAged.ts";
import { ClusterError, type ClusterTarget, type Impersonation } from "../cluster.ts";
import { type ExecConfig, readExecConfig } from "./execConfig.ts";
import { type ExecCredential, runExec } from "./runExec.ts";

/** The credentials of one context, kept as long as they are valid. */
export interface Credentials {
  readonly login: Login;
  /** The part of a target that authenticates the user. @throws ClusterError */
  get(): Promise<Pick<ClusterTarget, "token" | "cert" | "key" | "impersonate">>;
  /** Drops refused credentials. Returns whether there may be better ones. */
  refuse(refused: ClusterTarget): boolean;
  /** Called when the user wants another attempt: a plugin is run again, once. */
  retry?(): void;
}

export interface CredentialContext {
  readonly vocabulary: Vocabulary;
  readonly now: () => number;
  readonly environment: () => Promise<Readonly<Record<string, string | undefined>>>;
  /** Ends running plugins. */
  readonly ending?: AbortSignal;
}

/** Milliseconds before its expiry at which a credential is renewed, because requests take time. */
const MARGIN = 10_000;
/**
 * Milliseconds for which a plugin is not run again after it has returned the same refused credential twice: within that
 * time, slow requests are still being refused.
 */
const ANSWERED = 60_000;

/** The login method of a context. Reads no files and runs no programs. */
function loginOf(user: Entry | undefined): Login {
  const fields = user?.fields ?? {};
  if (textOf(fields["username"]) !== "" || fields["auth-provider"]) return "unsupported";
  if (fields["exec"]) return "exec";
  if (textOf(fields["token"]) !== "" || textOf(fields["tokenFile"]) !== "") return "token";
  const hasCertificate =
    textOf(fields["client-certificate-data"]) !== "" || textOf(fields["client-certificate"]) !== "";
  return hasCertificate ? "certificate" : "none";
}

/** The credentials of a context's user. Nothing is read or run before they are requested. */
export function userCredentials(context: Context, around: CredentialContext): Credentials {
  const user = context.user;
  let kept: ExecCredential | undefined;
  /** The credential that a server refused last, and when. */
  let refusedLast = { text: "", at: Number.NEGATIVE_INFINITY };
  const noteRefused = (refused: ExecCredential): void => {
    refusedLast = { text: textOfCredential(refused), at: around.now() };
    kept = undefined;
  };
  let running: Promise<ExecCredential> | undefined;

  const fromPlugin = async (config: ExecConfig): Promise<ExecCredential> => {
    if (kept !== undefined && (kept.expires ?? Number.POSITIVE_INFINITY) - MARGIN > around.now()) return kept;
    running ??= (async () => {
      const environment = await around.environment();
      const cluster = config.provideClusterInfo ? await clusterInfo(context, around.vocabulary) : undefined;
      kept = await runExec(config, {
        vocabulary: around.vocabulary,
        environment,
        ...(around.ending === undefined ? {} : { ending: around.ending }),
        ...(cluster === undefined ? {} : { cluster }),
      });
      return kept;
    })().finally(() => {
      running = undefined;
    });
    return running;
  };

  return {
    login: loginOf(user),
    async get() {
      if (user === undefined) {
        if (context.userName === "") return {};
        throw new ClusterError(`${context.source}: there is no user ${JSON.stringify(context.userName)}.`);
      }
      refuseOldWays(user);
      const impersonate = impersonationOf(user);
      const as = impersonate === undefined ? {} : { impersonate };
      const [cert, key, token] = await Promise.all([
        material(user, "client-certificate"),
        material(user, "client-key"),
        orClusterError(entryToken(user)),
      ]);
      if ((cert === undefined) !== (key === undefined)) {
        throw new ClusterError(`User ${JSON.stringify(user.name)} needs client-certificate and client-key together.`);
      }
      const own = { ...(cert === undefined ? {} : { cert, key }), ...(token === undefined ? {} : { token }), ...as };
      if (!user.fields["exec"] || token !== undefined) return own as Awaited<ReturnType<Credentials["get"]>>;
      const { expires: _expires, ...given } = await fromPlugin(readExecConfig(user, around.vocabulary));
      return { ...own, ...given } as Awaited<ReturnType<Credentials["get"]>>;
    },
    refuse(refused) {
      if (user === undefined) return false;
      if (textOf(user.fields["tokenFile"]) !== "" && textOf(user.fields["token"]) === "") return true;
      if (!user.fields["exec"]) return false;
      // Another request may have renewed it meanwhile; then that one is tried instead of running the plugin again.
      if (kept === undefined || textOfCredential(kept) !== textOfCredential(refused)) return true;
      // The plugin was run again a moment ago, and returned the same: the requests pending at that time are refused one
      // by one.
      if (textOfCredential(kept) === refusedLast.text && !isAged(refusedLast.at, ANSWERED, around.now())) return false;
      noteRefused(kept);
      return true;
    },
    retry() {
      if (kept !== undefined) noteRefused(kept);
    },
  };
}

/** A text by which two credentials of plugins are compared. */
const textOfCredential = ({ token = "", cert = "" }: Pick<ClusterTarget, "token" | "cert">): string =>
  `${token}\n${cert}`;

function refuseOldWays(user: Entry): void {
  if (textOf(user.fields["username"]) !== "" && textOf(user.fields["token"]) === "") {
    throw new ClusterError(
      `User ${JSON.stringify(user.name)} logs in with a name and password, which API servers no longer take. Use a token, a certificate or an exec plugin.`,
    );
  }
  const provider = user.fields["auth-provider"] as { name?: unknown } | null | undefined;
  if (!provider || user.fields["exec"]) return;
  const name = textOf(provider.name);
  const advice: Record<string, string> = {
    gcp: "Install gke-gcloud-auth-plugin and fetch the credentials again with gcloud.",
    azure: "Convert the kubeconfig with kubelogin convert-kubeconfig.",
    oidc: "Use an exec plugin such as kubelogin, or add the cluster here by its address with the issuer and client id.",
  };
  throw new ClusterError(
    `User ${JSON.stringify(user.name)} uses the auth-provider ${JSON.stringify(name)}, which was removed from clients. ${advice[name] ?? "Use an exec plugin."}`,
  );
}

function impersonationOf(user: Entry): Impersonation | undefined {
  const name = textOf(user.fields["as"]);
  const groups = textsOf(user.fields["as-groups"]);
  const uid = textOf(user.fields["as-uid"]);
  const extra = Object.entries((user.fields["as-user-extra"] ?? {}) as Record<string, unknown>);
  if (name === "") {
    if (groups.length === 0 && uid === "" && extra.length === 0) return undefined;
    throw new ClusterError(`User ${JSON.stringify(user.name)} names groups to impersonate, but no user (as).`);
  }
  return {
    user: name,
    groups,
    extra: Object.fromEntries(extra.map(([key, values]) => [key, textsOf(values)])),
    ...(uid === "" ? {} : { uid }),
  };
}

/** The PEM text of an entry's field. @throws ClusterError */
export const material = (entry: Entry, field: string): Promise<string | undefined> =>
  orClusterError(entryMaterial(entry, field));

/** Converts errors to a ClusterError with a message for the user. */
async function orClusterError<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw error instanceof KubeconfigError ? new ClusterError(error.message) : error;
  }
}

/**
 * The facts about the cluster that plugins receive; the `exec` extension of a cluster's entry is passed on unchanged.
 */
async function clusterInfo(context: Context, vocabulary: Vocabulary): Promise<Record<string, unknown>> {
  const fields = context.cluster?.fields ?? {};
  const ca = context.cluster === undefined ? undefined : await material(context.cluster, "certificate-authority");
  const extensions = fields["extensions"] as { name?: unknown; extension?: unknown }[] | undefined;
  const wanted = vocabulary.render("client.authentication.{domain}/exec");
  const config = Array.isArray(extensions) ? extensions.find((one) => one?.name === wanted)?.extension : undefined;
  return {
    server: textOf(fields["server"]),
    ...(textOf(fields["tls-server-name"]) === "" ? {} : { "tls-server-name": fields["tls-server-name"] }),
    ...(fields["insecure-skip-tls-verify"] === true ? { "insecure-skip-tls-verify": true } : {}),
    ...(ca === undefined ? {} : { "certificate-authority-data": Buffer.from(ca).toString("base64") }),
    ...(textOf(fields["proxy-url"]) === "" ? {} : { "proxy-url": fields["proxy-url"] }),
    ...(config === undefined ? {} : { config }),
  };
}
