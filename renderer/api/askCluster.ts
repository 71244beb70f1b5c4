import type { Ask } from "../../shared/lessons/checkEngine.ts";
import { encodeViewAs, VIEW_AS_HEADER } from "../../shared/viewAs.ts";
import { requestRaw } from "./request.ts";

const WRITES = new Set(["POST", "PUT", "PATCH"]);

/**
 * Sends the requests of lessons, scenarios and content to a cluster through the console's host.
 * @param fieldManager who is to own what they write, unless they say so themselves
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

/** A path that says who is to own what is written, unless it says so already. */
const owned = (path: string, fieldManager: string): string =>
  /[?&]fieldManager=/.test(path)
    ? path
    : `${path}${path.includes("?") ? "&" : "?"}fieldManager=${encodeURIComponent(fieldManager)}`;
