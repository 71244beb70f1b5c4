import { baseName } from "./imageName.ts";

/** Where web servers find the pages that they serve. */
export const DOCUMENT_ROOTS = { nginx: "/usr/share/nginx/html", httpd: "/usr/local/apache2/htdocs" } as const;

const FILES: ReadonlyMap<string, readonly { readonly path: string; readonly content: string }[]> = new Map([
  ["nginx", [{ path: `${DOCUMENT_ROOTS.nginx}/index.html`, content: "<h1>Welcome to nginx!</h1>\n" }]],
  [
    "httpd",
    [{ path: `${DOCUMENT_ROOTS.httpd}/index.html`, content: "<html><body><h1>It works!</h1></body></html>\n" }],
  ],
]);

/** The files that an image brings, as far as programs ask for them. */
export const imageFiles = (image: string) => FILES.get(baseName(image)) ?? [];
