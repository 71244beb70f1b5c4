import { page } from "../pages.ts";

/** The folder of an nginx image that contains its pages. */
export const NGINX_ROOT = "/usr/share/nginx/html";

const NGINX_CONF = `user nginx;
worker_processes auto;
pid /run/nginx.pid;
error_log /dev/stderr notice;

events {
  worker_connections 1024;
}

http {
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  access_log /dev/stdout;
  keepalive_timeout 65;
  include /etc/nginx/conf.d/*.conf;
}
`;

const DEFAULT_CONF = `server {
  listen 80;
  listen [::]:80;
  server_name localhost;
  root ${NGINX_ROOT};
  index index.html;
  error_page 500 502 503 504 /50x.html;
}
`;

/** Content types by file extension; a real image has more of them. */
const TYPES: Readonly<Record<string, string>> = {
  "text/html": "html htm shtml",
  "text/css": "css",
  "text/xml": "xml",
  "text/plain": "txt",
  "image/gif": "gif",
  "image/jpeg": "jpeg jpg",
  "image/png": "png",
  "image/svg+xml": "svg svgz",
  "image/webp": "webp",
  "image/x-icon": "ico",
  "font/woff": "woff",
  "font/woff2": "woff2",
  "application/javascript": "js",
  "application/json": "json",
  "application/pdf": "pdf",
  "application/wasm": "wasm",
  "application/zip": "zip",
  "application/octet-stream": "bin exe dll iso img",
  "audio/mpeg": "mp3",
  "video/mp4": "mp4",
};

const typesFile = (): string => {
  const lines = Object.entries(TYPES).map(([type, endings]) => `    ${type.padEnd(36)}  ${endings};\n`);
  return `\ntypes {\n${lines.join("")}}\n`;
};

/** The files that users look at, or replace by mounts. */
export const NGINX_FILES = [
  { path: `${NGINX_ROOT}/index.html`, content: page("Welcome to nginx!", ["This page is simulated."]) },
  { path: `${NGINX_ROOT}/50x.html`, content: page("An error occurred.", []) },
  { path: "/etc/nginx/nginx.conf", content: NGINX_CONF },
  { path: "/etc/nginx/conf.d/default.conf", content: DEFAULT_CONF },
  { path: "/etc/nginx/mime.types", content: typesFile() },
];
