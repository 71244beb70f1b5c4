import type { FileText } from "../../shell/messages.ts";
import { baseName } from "../imageName.ts";
import { NGINX_FILES, NGINX_ROOT } from "./nginxFiles.ts";

/** The folders from which web servers serve their pages. */
export const DOCUMENT_ROOTS = { nginx: NGINX_ROOT, httpd: "/usr/local/apache2/htdocs" } as const;

/** A program in the root folder of an image that scripts start by its path; it forwards to a command of the shell. */
const program = (name: string): FileText => ({ path: `/${name}`, content: `exec ${name} "$@"\n`, mode: 0o755 });

const FILES: ReadonlyMap<string, readonly FileText[]> = new Map([
  ["agnhost", ["agnhost", "agnhost-2"].map(program)],
  ["nginx", NGINX_FILES],
  [
    "httpd",
    [{ path: `${DOCUMENT_ROOTS.httpd}/index.html`, content: "<html><body><h1>It works!</h1></body></html>\n" }],
  ],
]);

/** The files of an image, as far as programs and users ask for them. */
export const imageFiles = (image: string) => FILES.get(baseName(image)) ?? [];
