import type { ProgramRights, ProgramStart } from "../program.ts";
import type { StartFailure } from "../server.ts";

const HTTP = 80;
const [FORBIDDEN, READ_ONLY] = ["13: Permission denied", "30: Read-only file system"];

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
const isMounted = ({ mounts }: ProgramRights, path: string): boolean => mounts.some((mount) => isBelow(path, mount));
/** Why a program cannot create a file at a path that is owned by root; undefined when it can. */
const creationFailure = (rights: ProgramRights, path: string): string | undefined => {
  if (isMounted(rights, path)) return undefined;
  return rights.isRootReadOnly ? READ_ONLY : rights.isRoot ? undefined : FORBIDDEN;
};

/**
 * Why nginx does not start as its container's user. It creates folders, listens, and writes its PID file, in this
 * order.
 */
export function nginxFailure({ rights, time }: ProgramStart): StartFailure | undefined {
  if (rights === undefined) return undefined;
  // A container that mounts its own configuration may listen on another port.
  const isOwn = rights.mounts.some((mount) => isBelow(mount, "/etc/nginx"));
  const message = firstFailure(rights, isOwn);
  if (message === undefined) return undefined;
  const stamp = new Date(time.now()).toISOString().slice(0, 19).replaceAll("-", "/").replace("T", " ");
  const said = (level: string, text: string): string[] => [
    `${stamp} [${level}] 1#1: ${text}`,
    `nginx: [${level}] ${text}`,
  ];
  const user =
    'the "user" directive makes sense only if the master process runs with super-user privileges, ignored in /etc/nginx/nginx.conf:2';
  return { lines: [...(rights.isRoot || isOwn ? [] : said("warn", user)), ...said("emerg", message)], exitCode: 1 };
}

/** @param isOwn whether the container mounts its own configuration */
function firstFailure(rights: ProgramRights, isOwn: boolean): string | undefined {
  const temporary = "/var/cache/nginx/client_temp";
  const folder = creationFailure(rights, temporary);
  if (folder !== undefined) return `mkdir() "${temporary}" failed (${folder})`;
  if (isOwn) return undefined;
  if (HTTP < rights.lowestPort) return `bind() to 0.0.0.0:${HTTP} failed (${FORBIDDEN})`;
  const file = creationFailure(rights, isMounted(rights, "/var/run") ? "/var/run/nginx.pid" : "/run/nginx.pid");
  return file === undefined ? undefined : `open() "/run/nginx.pid" failed (${file})`;
}

/** Why Apache httpd does not start as its container's user. */
export function httpdFailure({ rights }: ProgramStart): StartFailure | undefined {
  if (rights === undefined || HTTP >= rights.lowestPort) return undefined;
  const refused = (address: string): string =>
    `(13)Permission denied: AH00072: make_sock: could not bind to address ${address}:${HTTP}`;
  const end = ["no listening sockets available, shutting down", "AH00015: Unable to open logs"];
  return { lines: [refused("[::]"), refused("0.0.0.0"), ...end], exitCode: 1 };
}
