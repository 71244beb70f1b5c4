import type { Ask } from "../../../shared/lessons/checkEngine.ts";
import { consoleRequest } from "../../../shared/lessons/consoleRequest.ts";
import { requestRaw } from "./request.ts";

/**
 * Sends the requests of lessons and scenarios to a cluster through the console's host.
 * @param fieldManager owner of the written fields, unless a request names another
 */
export const askCluster =
  (cluster: string, fieldManager: string): Ask =>
  async (asked) => {
    const { method, accept, contentType, body } = asked;
    const { status, text } = await requestRaw(cluster, {
      method,
      ...consoleRequest(asked, fieldManager),
      body,
      ...(accept === undefined ? {} : { accept }),
      ...(contentType === undefined ? {} : { contentType }),
    });
    return { status, text };
  };
