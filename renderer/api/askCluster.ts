import type { Ask } from "../../shared/lessons/checkEngine.ts";
import { encodeViewAs, VIEW_AS_HEADER } from "../../shared/viewAs.ts";
import { requestRaw } from "./request.ts";

const WRITES = new Set(["POST", "PUT", "PATCH"]);

/**
 * Sends the requests of lessons, scenarios and content to a cluster through the console's host.
 * @param fieldManager the owner of the fields they write, unless a request names one itself
 */
export const askCluster =
  (cluster: string, fieldManager: string): Ask =>
  async ({ method, path, accept, contentType, body, as }) => {
    const headers: Record<string, string> =
      as === undefined ? {} : { [VIEW_AS_HEADER]: encodeViewAs({ username: as, groups: [] }) };
    const { status, text } = await requestRaw(cluster, {
      method,
      path: WRITES.has(method) ? owned(path, fieldManager) : path,
      headers,
      body,
      ...(accept === undefined ? {} : { accept }),
      ...(contentType === undefined ? {} : { contentType }),
    });
    return { status, text };
  };

/** Adds the field manager to a path, unless the path names one already. */
const owned = (path: string, fieldManager: string): string =>
  /[?&]fieldManager=/.test(path)
    ? path
    : `${path}${path.includes("?") ? "&" : "?"}fieldManager=${encodeURIComponent(fieldManager)}`;
