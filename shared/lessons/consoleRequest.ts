import { encodeViewAs, VIEW_AS_HEADER } from "../viewAs.ts";
import type { LessonRequest } from "./lesson.ts";

const WRITES = new Set<LessonRequest["method"]>(["POST", "PUT", "PATCH"]);

/**
 * Adds what the console adds to a request of a lesson, a scenario or content: the field manager, and the user to act as
 * in place of the user that the page views the cluster as.
 *
 * @param fieldManager used unless the request has its own; empty for none
 */
export function consoleRequest(
  { method, path, as }: Pick<LessonRequest, "method" | "path" | "as">,
  fieldManager: string,
): { readonly path: string; readonly headers: Readonly<Record<string, string>> } {
  return {
    path: WRITES.has(method) && fieldManager !== "" ? owned(path, fieldManager) : path,
    headers: as === undefined ? {} : { [VIEW_AS_HEADER]: encodeViewAs({ username: as, groups: [] }) },
  };
}

const owned = (path: string, fieldManager: string): string =>
  /[?&]fieldManager=/.test(path)
    ? path
    : `${path}${path.includes("?") ? "&" : "?"}fieldManager=${encodeURIComponent(fieldManager)}`;
