import type { FileText } from "../../shell/messages.ts";
import { baseName } from "../imageName.ts";
import { NGINX_FILES, NGINX_ROOT } from "./nginxFiles.ts";

/** Where web servers find the pages that they serve. */
export const DOCUMENT_ROOTS = { nginx: NGINX_ROOT, httpd: "/usr/local/apache2/htdocs" } as const;

/** A program at the root of an image that scripts start by its path; it is a command of the shell. */
const program = (name: string): FileText => ({ path: `/${name}`, content: `exec ${name} "$@"\n`, mode: 0o755 });

const FILES: ReadonlyMap<string, readonly FileText[]> = new Map([
  ["agnhost", ["agnhost", "agnhost-2"].map(program)],
  ["nginx", NGINX_FILES],
  [
    "httpd",
    [{ path: `${DOCUMENT_ROOTS.httpd}/index.html`, content: "<html><body><h1>It works!</h1></body></html>\n" }],
  ],
]);

/** The files that an image brings, as far as programs and people ask for them. */
export const imageFiles = (image: string) => FILES.get(baseName(image)) ?? [];
