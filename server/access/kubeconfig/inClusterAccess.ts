import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { isIPv6 } from "node:net";
import { join } from "node:path";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { isAged } from "../../ground/timing/isAged.ts";
import type { ServerAccess } from "./serverAccess.ts";

/** The environment of a pod with its access data. */
export interface PodFiles {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Folder with the service account's token and authority. */
  readonly accountFolder: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Access with a token that is renewed during use. */
export interface InClusterAccess extends ServerAccess {
  readonly freshToken: () => string;
}

/** Milliseconds for which a token is used before its file is read again. */
const TOKEN_AGE = 60_000;

/** The environment of this process when it runs in a pod. */
export const ownPodFiles = (vocabulary: Vocabulary, now: () => number): PodFiles => ({
  environment: process.env,
  accountFolder: vocabulary.render("/var/run/secrets/{labelDomain}/serviceaccount"),
  now,
});

/**
 * Access to the API server of the cluster that this process runs in, as the pod's service account. Without an authority
 * in the folder, the system's authorities are trusted.
 * @throws Error outside of a pod, or without a token
 */
export async function inClusterAccess(vocabulary: Vocabulary, podFiles: PodFiles): Promise<InClusterAccess> {
  const { environment, accountFolder, now } = podFiles;
  const [hostName, portName] = ["HOST", "PORT"].map((part) => `${vocabulary.word.toUpperCase()}_SERVICE_${part}`);
  const host = environment[hostName ?? ""] ?? "";
  const port = environment[portName ?? ""] ?? "";
  if (host === "" || port === "") {
    throw new Error(`unable to load in-cluster configuration, ${hostName} and ${portName} must be defined`);
  }
  const tokenFile = join(accountFolder, "token");
  const first = await readFile(tokenFile, "utf8");
  const ca = await readFile(join(accountFolder, "ca.crt"), "utf8").catch(() => undefined);
  return {
    url: `https://${isIPv6(host) ? `[${host}]` : host}:${port}`,
    ...(ca === undefined ? {} : { ca }),
    freshToken: renewed(first, () => readFileSync(tokenFile, "utf8"), now),
  };
}

/** Reads a token again when it is old; when that fails or the token is empty, the previous one is used. */
function renewed(first: string, read: () => string, now: () => number): () => string {
  let token = first.trim();
  let readAt = now();
  return () => {
    if (!isAged(readAt, TOKEN_AGE, now())) return token;
    readAt = now();
    try {
      token = read().trim() || token;
    } catch {
      // Tokens are renewed long before they expire, so a later attempt is early enough.
    }
    return token;
  };
}
