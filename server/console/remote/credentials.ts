import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { ClusterError, type ClusterTarget, type Impersonation } from "../cluster.ts";
import { type Context, type Entry, textOf, textsOf } from "../kubeconfig/contexts.ts";
import { type ExecConfig, readExecConfig } from "./execConfig.ts";
import { type ExecCredential, runExec } from "./runExec.ts";

/** What the login of a context amounts to, for people. */
export type Login = "certificate" | "token" | "exec" | "oidc" | "none" | "unsupported";

/** The credentials of one context, kept for as long as they are good. */
export interface Credentials {
  readonly login: Login;
  /** The part of a target that says who one is. @throws ClusterError */
  get(): Promise<Pick<ClusterTarget, "token" | "cert" | "key" | "impersonate">>;
  /** Forgets what a server refused; whether there may be something better. */
  refuse(refused: ClusterTarget): boolean;
}

export interface CredentialSurroundings {
  readonly vocabulary: Vocabulary;
  readonly now: () => number;
  readonly environment: () => Promise<Readonly<Record<string, string | undefined>>>;
}

/** A credential is renewed so long before it expires, in milliseconds: requests take their time. */
const MARGIN = 10_000;

/** How a context logs in. Reads nothing and runs nothing. */
export function loginOf(user: Entry | undefined): Login {
  const fields = user?.fields ?? {};
  if (textOf(fields["username"]) !== "" || fields["auth-provider"]) return "unsupported";
  if (fields["exec"]) return "exec";
  if (textOf(fields["token"]) !== "" || textOf(fields["tokenFile"]) !== "") return "token";
  const hasCertificate =
    textOf(fields["client-certificate-data"]) !== "" || textOf(fields["client-certificate"]) !== "";
  return hasCertificate ? "certificate" : "none";
}

/** The credentials of a context's user. Nothing is read or run before they are asked for. */
export function userCredentials(context: Context, around: CredentialSurroundings): Credentials {
  const user = context.user;
  let kept: ExecCredential | undefined;
  let running: Promise<ExecCredential> | undefined;

  const fromPlugin = async (config: ExecConfig): Promise<ExecCredential> => {
    if (kept !== undefined && (kept.expires ?? Number.POSITIVE_INFINITY) - MARGIN > around.now()) return kept;
    running ??= (async () => {
      const environment = await around.environment();
      const cluster = config.provideClusterInfo ? await clusterInfo(context, around.vocabulary) : undefined;
      kept = await runExec(config, {
        vocabulary: around.vocabulary,
        environment,
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
        tokenOf(user),
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
      // Another request may have renewed it meanwhile; then that one is to be tried, not run again.
      if (kept !== undefined && kept.token === refused.token && kept.cert === refused.cert) kept = undefined;
      return true;
    },
  };
}

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

async function tokenOf(user: Entry): Promise<string | undefined> {
  const token = textOf(user.fields["token"]);
  const file = textOf(user.fields["tokenFile"]);
  // Read for every use: whoever mounts such a file renews it.
  if (token !== "" || file === "") return token === "" ? undefined : token;
  return (await readMaterial(user, file)).trim();
}

/** PEM of `<field>-data`, or of the file that `<field>` names. @throws ClusterError */
export async function material(entry: Entry, field: string): Promise<string | undefined> {
  const data = textOf(entry.fields[`${field}-data`]);
  if (data !== "") return Buffer.from(data, "base64").toString("utf8");
  const file = textOf(entry.fields[field]);
  return file === "" ? undefined : readMaterial(entry, file);
}

async function readMaterial(entry: Entry, file: string): Promise<string> {
  try {
    return await readFile(entry.folder === undefined ? file : resolve(entry.folder, file), "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "unknown error";
    throw new ClusterError(`${JSON.stringify(entry.name)} names the file ${file}, which cannot be read (${code}).`);
  }
}

/** What plugins are told of the cluster; the `exec` extension of a cluster's entry is handed on as it is. */
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
