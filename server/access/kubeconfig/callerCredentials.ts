import { resolve } from "node:path";
import { readTextFile, unreadableText } from "../../ground/settings/readTextFile.ts";
import { isAged } from "../../ground/timing/isAged.ts";
import { type Entry, KubeconfigError, mergeContexts, readKubeconfig, textOf, textsOf } from "./contexts.ts";
import { entryMaterial, entryToken } from "./entryFiles.ts";

/** The credentials that a client presents, whichever server it calls. */
export interface CallerCredentials {
  /** PEM of a client certificate and its key. */
  readonly cert?: string;
  readonly key?: string;
  /** Returns the bearer token; called for every request. */
  readonly freshToken?: () => string;
  /** Other headers: a password, another identity to impersonate. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

/** The users of a kubeconfig by name, and the name of the current context's user. */
export interface Callers {
  readonly users: ReadonlyMap<string, CallerCredentials>;
  readonly current: string | undefined;
}

/** Milliseconds after which a token file is read again. */
const TOKEN_AGE = 60_000;

/**
 * Reads the users of a kubeconfig.
 * @param now milliseconds since the epoch
 * @throws KubeconfigError that names the file and never quotes its secrets
 */
export async function readCallerCredentials(file: string, now: () => number): Promise<Callers> {
  let text: string;
  try {
    text = await readTextFile(file);
  } catch (error) {
    throw new KubeconfigError(`${file}: cannot read the file (${unreadableText(error)})`);
  }
  const { contexts, current, users: entries } = mergeContexts([await readKubeconfig({ text, path: file })]);
  const users = new Map<string, CallerCredentials>();
  for (const entry of entries.values()) users.set(entry.name, await credentialsOf(entry, now));
  return { users, current: contexts.find(({ name }) => name === current)?.userName };
}

async function credentialsOf(user: Entry, now: () => number): Promise<CallerCredentials> {
  for (const way of ["exec", "auth-provider"]) {
    if (user.fields[way]) throw new KubeconfigError(`${user.source}: ${way} of a user is not supported`);
  }
  const [cert, key, token] = await Promise.all([
    entryMaterial(user, "client-certificate"),
    entryMaterial(user, "client-key"),
    entryToken(user),
  ]);
  return {
    ...(cert === undefined || key === undefined ? {} : { cert, key }),
    ...(token === undefined ? {} : { freshToken: followToken(user, token, now) }),
    ...(token === undefined ? { headers: headersOf(user) } : { headers: identityHeaders(user) }),
  };
}

/** The token of a user. A token file is read again in the background when the token is old. */
function followToken(user: Entry, first: string, now: () => number): () => string {
  const file = textOf(user.fields["token"]) === "" ? textOf(user.fields["tokenFile"]) : "";
  if (file === "") return () => first;
  const path = user.folder === undefined ? file : resolve(user.folder, file);
  let known = { token: first, at: now() };
  return () => {
    if (isAged(known.at, TOKEN_AGE, now())) {
      known = { ...known, at: now() };
      // If the file cannot be read, the known token stays.
      readTextFile(path).then(
        (text) => {
          known = { ...known, token: text.trim() };
        },
        () => undefined,
      );
    }
    return known.token;
  };
}

function headersOf(user: Entry): Record<string, string | readonly string[]> {
  const [name, password] = [textOf(user.fields["username"]), textOf(user.fields["password"])];
  if (name === "" && password === "") return identityHeaders(user);
  const pair = Buffer.from(`${name}:${password}`).toString("base64");
  return { authorization: `Basic ${pair}`, ...identityHeaders(user) };
}

/** The headers for another identity to impersonate, if any. */
function identityHeaders({ fields }: Entry): Record<string, string | readonly string[]> {
  const user = textOf(fields["as"]);
  if (user === "") return {};
  const [uid, groups] = [textOf(fields["as-uid"]), textsOf(fields["as-groups"])];
  const extra = Object.entries((fields["as-user-extra"] ?? {}) as object).map(
    ([key, values]) => [`impersonate-extra-${encodeURIComponent(key)}`, textsOf(values)] as const,
  );
  return {
    "impersonate-user": user,
    ...(uid === "" ? {} : { "impersonate-uid": uid }),
    ...(groups.length === 0 ? {} : { "impersonate-group": groups }),
    ...Object.fromEntries(extra),
  };
}
