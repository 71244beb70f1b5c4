import { baseName } from "./imageName.ts";
import { NGINX_FILES, NGINX_ROOT } from "./nginxFiles.ts";

/** Where web servers find the pages that they serve. */
export const DOCUMENT_ROOTS = { nginx: NGINX_ROOT, httpd: "/usr/local/apache2/htdocs" } as const;

const FILES: ReadonlyMap<string, readonly { readonly path: string; readonly content: string }[]> = new Map([
  ["nginx", NGINX_FILES],
  [
    "httpd",
    [{ path: `${DOCUMENT_ROOTS.httpd}/index.html`, content: "<html><body><h1>It works!</h1></body></html>\n" }],
  ],
]);

/** The files that an image brings, as far as programs and people ask for them. */
export const imageFiles = (image: string) => FILES.get(baseName(image)) ?? [];
