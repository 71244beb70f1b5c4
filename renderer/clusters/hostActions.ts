/** What the page may ask the console host to do with clusters. Every function @throws ApiError with the host's Status. */
import { ApiError } from "../../shared/status.ts";
import type { Cluster } from "../api/host.ts";
import { errorOf, UNREACHABLE } from "../api/request.ts";

/** Everything that the start page shows. */
export interface Overview {
  clusters: Cluster[];
  /** Kubeconfigs that cannot be used. */
  problems: { source: string; message: string }[];
  /** Files that contexts are read from. */
  files: string[];
}

/** A change of a kubeconfig, not made yet; credentials are hidden in it. */
export interface MergePlan {
  file: string;
  name: string;
  lines: { kind: "same" | "added" | "removed"; text: string }[];
  seen: string;
}

/** A server by its parts; empty texts count as absent. */
export interface ServerEntry {
  name: string;
  server: string;
  ca?: string;
  insecure?: boolean;
  token?: string;
  cert?: string;
  key?: string;
  proxy?: string;
  oidc?: { issuer: string; clientId: string; clientSecret?: string };
}

export type NewContext = { kubeconfig: string } | { path: string } | { server: ServerEntry };

export type PlainAction = "start" | "stop" | "reset" | "open" | "retry";

/** Not through the request log: what is sent here may hold credentials. */
async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(path, {
      method,
      credentials: "same-origin",
      ...(body === undefined ? {} : payloadOf(body)),
    });
    text = await answer.text();
  } catch (error) {
    throw new ApiError(0, UNREACHABLE, error instanceof Error ? error.message : String(error));
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (!answer.ok) throw errorOf(answer.status, value, text);
  return value as T;
}

const payloadOf = (body: object): RequestInit =>
  body instanceof Blob
    ? { body, headers: { "content-type": "application/zip" } }
    : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };

const post = <T>(path: string, body: object = {}): Promise<T> => ask<T>("POST", path, body);
const at = (id: string, action = ""): string =>
  `/host/clusters/${encodeURIComponent(id)}${action === "" ? "" : `/${action}`}`;

export const readOverview = (): Promise<Overview> => ask("GET", "/host/overview");
export const newSandbox = (): Promise<{ id: string }> => post("/host/sandboxes");
export const act = (id: string, action: PlainAction): Promise<object> => post(at(id, action));
export const duplicate = (id: string): Promise<{ id: string }> => post(at(id, "duplicate"));
export const exportSandbox = (id: string): Promise<{ path: string }> => post(at(id, "export"));
export const planMerge = (id: string): Promise<MergePlan> => post(at(id, "merge-preview"));
export const merge = (id: string, seen: string): Promise<{ file: string }> => post(at(id, "merge"), { seen });
export const beginSignIn = (id: string): Promise<{ url: string }> => post(at(id, "sign-in"));
export const addContext = (context: NewContext): Promise<{ ids: string[] }> => post("/host/contexts", context);
export const removeCluster = (id: string): Promise<object> => ask("DELETE", at(id));

/** An empty name or colour goes back to what it came with. */
export const changeCluster = (
  id: string,
  change: { name?: string; colour?: string; readOnly?: boolean },
): Promise<object> => ask("PATCH", at(id), change);

/** The file goes to the host as it is; the page does not look inside. */
export const importSandbox = (file: Blob): Promise<{ id: string }> => post("/host/sandboxes/import", file);
