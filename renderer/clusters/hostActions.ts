/**
 * Requests to the console host about clusters. Every function
 *
 * @throws ApiError with the host's Status.
 */

import type { Preference } from "../../shared/console/clusterSummary.ts";
import type { FlagInfo } from "../../shared/console/flagInfo.ts";
import type { MergePlan } from "../../shared/console/mergePlan.ts";
import type { Overview } from "../../shared/console/overview.ts";
import type { ServerEntry } from "../../shared/console/serverEntry.ts";
import { errorOf, unreachable } from "../api/requests/request.ts";

export type NewContext =
  | { path: string }
  /** `label` describes the source of the contexts to users, and is shown in place of a path. */
  | ({ label: string } & ({ kubeconfig: string } | { server: ServerEntry }));

export type PlainAction = "start" | "stop" | "reset" | "open" | "retry";

/** Omitted from the request log, because the bodies may contain credentials. */
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
  } catch {
    throw unreachable();
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
export const newSandbox = (options: { name?: string; flags?: readonly string[] } = {}): Promise<{ id: string }> =>
  post("/host/sandboxes", options);
export const act = (id: string, action: PlainAction): Promise<object> => post(at(id, action));
export const duplicate = (id: string): Promise<{ id: string }> => post(at(id, "duplicate"));
export const exportSandbox = (id: string): Promise<{ path: string }> => post(at(id, "export"));
export const planMerge = (id: string): Promise<MergePlan> => post(at(id, "merge-preview"));
export const merge = (id: string, seen: string): Promise<{ file: string }> => post(at(id, "merge"), { seen });
export const beginSignIn = (id: string): Promise<{ url: string }> => post(at(id, "sign-in"));
export const addContext = (context: NewContext): Promise<{ ids: string[] }> => post("/host/contexts", context);
export const removeCluster = (id: string): Promise<object> => ask("DELETE", at(id));

/** Empty values restore the cluster's defaults. */
export const changeCluster = (id: string, change: Preference): Promise<object> => ask("PATCH", at(id), change);

export const listFlags = (): Promise<FlagInfo[]> => ask("GET", "/host/sandbox-flags");
/** @throws ApiError 400 with the message of the server's own parser */
export const checkFlags = (flags: readonly string[]): Promise<object> => post("/host/sandbox-flags", { flags });
/** Restarts a running sandbox with the flags. */
export const setFlags = (id: string, flags: readonly string[]): Promise<object> => post(at(id, "flags"), { flags });

/** Fetches a text that another program passed to the host for the page; the host returns it only once. */
export const takeHandover = async (id: string): Promise<string> =>
  (await post<{ text: string }>(`/host/handovers/${encodeURIComponent(id)}`)).text;
/** Reads the text at a web address, which the page itself may not access. */
export const readLink = async (url: string): Promise<string> =>
  (await post<{ text: string }>("/host/links", { url })).text;
/** Brings the console's window to the front, if it has its own. */
export const showWindow = (): Promise<object> => post("/host/show");

/** The page sends the file to the host unread. */
export const importSandbox = (file: Blob): Promise<{ id: string }> => post("/host/sandboxes/import", file);
