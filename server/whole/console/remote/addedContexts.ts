import { randomBytes } from "node:crypto";
import type { ServerEntry } from "../../../../shared/console/serverEntry.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { type Context, KubeconfigError, mergeContexts, readKubeconfig } from "../../../access/kubeconfig/contexts.ts";
import { type SecretBox, secretFile } from "../secretBox.ts";
import type { OidcSettings } from "./oidcSettings.ts";

/** A kubeconfig's text that the user added. */
export interface AddedText {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  /** How to sign in to a cluster that was added with an issuer. */
  readonly oidc?: OidcSettings;
}

interface Added {
  readonly texts: readonly AddedText[];
  /** Absolute paths. */
  readonly files: readonly string[];
}

/** Kubeconfigs beyond those of the environment, stored sealed in the host's folder. */
export interface AddedContexts {
  texts(): readonly AddedText[];
  files(): readonly string[];
  /** Why the stored contexts cannot be read; then nothing can be added, so that they are not lost. */
  problem(): string | undefined;
  /** @throws KubeconfigError when it is not a kubeconfig, or names no context */
  addText(text: string, label: string, oidc?: OidcSettings): Promise<AddedText>;
  addFile(path: string): Promise<void>;
  /** Removes one context of a text; together with the last one, the text. */
  removeContext(id: string, name: string): Promise<void>;
  removeFile(path: string): Promise<void>;
  /** Stores the tokens of a sign-in. */
  setOidc(id: string, oidc: OidcSettings): Promise<void>;
}

/** Opens the file. If it exists but cannot be read, this is reported as a problem, and does not prevent the start. */
export async function openAddedContexts(path: string, box: SecretBox): Promise<AddedContexts> {
  const file = secretFile<Added>(path, box, { texts: [], files: [] });
  let problem: string | undefined;
  let added = await file.read().catch((error: unknown): Added => {
    problem = messageOf(error);
    return { texts: [], files: [] };
  });
  const write = async (next: Added): Promise<void> => {
    if (problem !== undefined) throw new KubeconfigError(problem);
    await file.write(next);
    added = next;
  };
  return {
    texts: () => added.texts,
    files: () => added.files,
    problem: () => problem,
    async addText(text, label, oidc) {
      const { contexts } = mergeContexts([await readKubeconfig({ text, label })]);
      if (contexts.length === 0) throw new KubeconfigError("The text names no context.");
      const entry: AddedText = {
        id: randomBytes(6).toString("hex"),
        label,
        text,
        ...(oidc === undefined ? {} : { oidc }),
      };
      await write({ ...added, texts: [...added.texts, entry] });
      return entry;
    },
    async addFile(file) {
      if (!added.files.includes(file)) await write({ ...added, files: [...added.files, file] });
    },
    async removeContext(id, name) {
      const entry = added.texts.find((one) => one.id === id);
      if (entry === undefined) return;
      const { fields } = await readKubeconfig(entry);
      const contexts = (fields["contexts"] as { name?: unknown }[]).filter((context) => context?.name !== name);
      const rest = contexts.length === 0 ? [] : [{ ...entry, text: JSON.stringify({ ...fields, contexts }) }];
      await write({ ...added, texts: added.texts.flatMap((one) => (one.id === id ? rest : [one])) });
    },
    removeFile: (file) => write({ ...added, files: added.files.filter((one) => one !== file) }),
    setOidc: (id, oidc) =>
      write({ ...added, texts: added.texts.map((entry) => (entry.id === id ? { ...entry, oidc } : entry)) }),
  };
}

/** The kubeconfig for the fields that a user entered. @throws KubeconfigError with a sentence for the user */
export function kubeconfigOf(entry: ServerEntry): string {
  const { name, server } = entry;
  if (name.trim() === "") throw new KubeconfigError("A name is missing.");
  if (!/^https?:\/\//.test(server) || !URL.canParse(server)) {
    throw new KubeconfigError("The server's address begins with https:// or http://.");
  }
  if (entry.ca && !entry.ca.includes("-----BEGIN CERTIFICATE-----")) {
    throw new KubeconfigError("The authority's certificate is a PEM text.");
  }
  if (!entry.cert !== !entry.key) throw new KubeconfigError("A client certificate and its key belong together.");
  const encode = (text: string): string => Buffer.from(text).toString("base64");
  const cluster = {
    server,
    ...(entry.ca ? { "certificate-authority-data": encode(entry.ca) } : {}),
    ...(entry.insecure === true ? { "insecure-skip-tls-verify": true } : {}),
    ...(entry.serverName ? { "tls-server-name": entry.serverName } : {}),
    ...(entry.proxy ? { "proxy-url": entry.proxy } : {}),
  };
  const user = {
    ...(entry.token ? { token: entry.token.trim() } : {}),
    ...(entry.cert && entry.key
      ? { "client-certificate-data": encode(entry.cert), "client-key-data": encode(entry.key) }
      : {}),
  };
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name, cluster }],
    users: [{ name, user }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    "current-context": name,
  });
}

/** Where a context came from, so that it can be removed. */
export type Origin =
  | { readonly kind: "environment" }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "text"; readonly entry: AddedText };

export interface FoundContext {
  readonly context: Context;
  readonly origin: Origin;
}
