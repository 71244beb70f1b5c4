import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, normalize, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { percentDecoded } from "../../../shared/text/percentDecoded.ts";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
  ".ttf": "font/ttf",
  ".wasm": "application/wasm",
  ".txt": "text/plain; charset=utf-8",
};

/** The file's path for a request path; undefined when the path leaves the folder or cannot be decoded. */
export function fileFor(folder: string, path: string): string | undefined {
  const decoded = percentDecoded(path);
  if (decoded === undefined || decoded.includes("\0") || decoded.includes("\\")) return undefined;
  const root = normalize(folder).replace(/[\\/]+$/, "");
  const file = join(root, decoded);
  return file === root || file.startsWith(root + sep) ? file : undefined;
}

async function sizeOf(file: string): Promise<number | undefined> {
  const info = await stat(file).catch(() => undefined);
  return info?.isFile() ? info.size : undefined;
}

/**
 * Serves a built page. A path without a file name extension is a view of the page, so it gets `index.html`; a missing
 * file with an extension is a 404, so that a stale script is not answered with HTML. Files below `assets/` have a hash
 * in their names and are cached by the browser forever.
 */
export async function serveStatic(
  folder: string,
  request: IncomingMessage,
  response: ServerResponse,
  headers: Record<string, string>,
): Promise<void> {
  const refuse = (status: number, message: string): void => {
    response.writeHead(status, { ...headers, "content-type": "text/plain; charset=utf-8" }).end(`${message}\n`);
  };
  if (request.method !== "GET" && request.method !== "HEAD") return refuse(405, "Only GET and HEAD are served here.");
  const path = (request.url ?? "/").split("?")[0] ?? "/";
  let file = fileFor(folder, path);
  if (file === undefined) return refuse(400, "The path cannot be read.");
  let size = await sizeOf(file);
  if (size === undefined && !/\.[a-z0-9]+$/i.test(path.startsWith("/c/") ? "" : path)) {
    file = join(folder, "index.html");
    size = await sizeOf(file);
  }
  if (size === undefined) return refuse(404, "There is no such file.");
  response.writeHead(200, {
    ...headers,
    "content-type": TYPES[extname(file)] ?? "application/octet-stream",
    "content-length": size,
    "cache-control": path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
  });
  if (request.method === "HEAD") response.end();
  else await pipeline(createReadStream(file), response).catch(() => response.destroy());
}
