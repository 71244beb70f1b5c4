import { posix } from "node:path";
import { percentDecoded } from "../../../../../shared/text/percentDecoded.ts";
import type { PodRequest, PodResponse } from "../../../../api/registry/podAccess.ts";
import { page, response } from "../pages.ts";
import type { ProgramStart } from "../program.ts";

/** Maximum size of a served file, in bytes. */
const MAX_BYTES = 8 * 1024 * 1024;
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".json": "application/json",
  ".css": "text/css",
  ".js": "text/javascript",
  ".txt": "text/plain; charset=utf-8",
};

type Handler = (request: PodRequest, start: ProgramStart) => PodResponse | Promise<PodResponse>;

/**
 * Serves files below a folder of the container (`index.html` for a folder) that commands and volumes put there.
 * @param untouched answers while the container has only the files of its image
 */
export const fileServer =
  (root: string, untouched: Handler): Handler =>
  async (request, start) => {
    const path = decodedPath(request.path);
    if (path === undefined) return response(400, "text/html", page("400 Bad Request", []));
    const name = path.endsWith("/") ? `${path}index.html` : path;
    const bytes = await start.machine.file(posix.join(root, name), MAX_BYTES);
    if (bytes === undefined) return untouched(request, start);
    if (bytes === null) return response(404, "text/html", page("404 Not Found", []));
    return response(200, TYPES[posix.extname(name)] ?? "text/plain; charset=utf-8", bytes);
  };

/**
 * The path of a request without its query, and without steps out of the folder; undefined when it cannot be decoded.
 */
function decodedPath(path: string): string | undefined {
  const decoded = percentDecoded(path.split("?")[0] ?? "");
  return decoded === undefined ? undefined : posix.normalize(posix.join("/", decoded));
}
