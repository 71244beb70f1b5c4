import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { fromYaml } from "../encoding/yaml.ts";
import type { WebhookClientOptions } from "./webhookClient.ts";

/** What a client configuration file says of its current context's server. */
export type WebhookServer = Pick<
  WebhookClientOptions,
  "url" | "ca" | "cert" | "key" | "token" | "serverName" | "insecureSkipVerify"
>;

type Fields = Readonly<Record<string, unknown>>;

/** A client configuration that cannot be used; the message names the file and never quotes its secrets. */
export class WebhookKubeconfigError extends Error {}

/**
 * Reads a client configuration file (the kubeconfig format): server and credentials of its current context. Certificates
 * and keys may be embedded or named as files, relative to the configuration's own folder.
 * @throws WebhookKubeconfigError
 */
export async function readWebhookKubeconfig(file: string): Promise<WebhookServer> {
  const refuse = (why: string): WebhookKubeconfigError => new WebhookKubeconfigError(`${file}: ${why}`);
  const config = parse(await readText(file, refuse), refuse);
  const current = text(config["current-context"]);
  if (current === "") throw refuse("current-context is missing");
  const context = entry(config["contexts"], current, "context");
  if (context === undefined) throw refuse(`context ${JSON.stringify(current)} does not exist`);
  const clusterName = text(context["cluster"]);
  const cluster = entry(config["clusters"], clusterName, "cluster");
  if (cluster === undefined) throw refuse(`cluster ${JSON.stringify(clusterName)} does not exist`);
  const userName = text(context["user"]);
  const user = entry(config["users"], userName, "user") ?? (userName === "" ? {} : undefined);
  if (user === undefined) throw refuse(`user ${JSON.stringify(userName)} does not exist`);
  const url = text(cluster["server"]);
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw refuse("server must be a URL with scheme http or https");

  /** Embedded data wins over a file, as everywhere with this format. */
  const material = async (fields: Fields, field: string): Promise<string | undefined> => {
    const data = text(fields[`${field}-data`]);
    if (data !== "") return Buffer.from(data, "base64").toString("utf8");
    const path = text(fields[field]);
    return path === "" ? undefined : readText(resolve(dirname(file), path), refuse);
  };
  const [ca, cert, key] = [
    await material(cluster, "certificate-authority"),
    await material(user, "client-certificate"),
    await material(user, "client-key"),
  ];
  if ((cert === undefined) !== (key === undefined)) throw refuse("client-certificate and client-key belong together");
  const tokenFile = text(user["tokenFile"]);
  const token =
    text(user["token"]) || (tokenFile === "" ? "" : (await readText(resolve(dirname(file), tokenFile), refuse)).trim());
  const serverName = text(cluster["tls-server-name"]);
  return {
    url,
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(token === "" ? {} : { token }),
    ...(serverName === "" ? {} : { serverName }),
    ...(cluster["insecure-skip-tls-verify"] === true ? { insecureSkipVerify: true } : {}),
  };
}

type Refuse = (why: string) => WebhookKubeconfigError;

async function readText(path: string, refuse: Refuse): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw refuse(`cannot read ${path} (${(error as NodeJS.ErrnoException).code ?? "unknown error"})`);
  }
}

function parse(content: string, refuse: Refuse): Fields {
  let value: unknown;
  try {
    value = fromYaml(content).value;
  } catch {
    // The parser's message would quote the file.
    throw refuse("is no YAML");
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) throw refuse("is no client configuration");
  return value as Fields;
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** The part of that name in a list of `{name, cluster: {…}}`, `{name, user: {…}}` and so on. */
function entry(list: unknown, name: string, member: string): Fields | undefined {
  if (!Array.isArray(list)) return undefined;
  const found = (list as (Fields | null)[]).find((item) => item?.["name"] === name);
  if (found === undefined) return undefined;
  const fields = found?.[member];
  return fields === null || typeof fields !== "object" ? {} : (fields as Fields);
}
