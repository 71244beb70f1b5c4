import { join } from "node:path";
import { LINK_SCHEME } from "../shared/consoleLink.ts";

/** Prefixes of flags that launchers and wrappers pass to Electron's Chromium; the server does not support them. */
const FOR_THE_SHELL = [
  "-psn_",
  "--allow-file-access",
  "--disable-dev-shm",
  "--disable-features",
  "--disable-gpu",
  "--enable-features",
  "--enable-logging",
  "--force-",
  "--inspect",
  "--js-flags",
  "--lang",
  "--no-sandbox",
  "--original-process",
  "--ozone-platform",
  "--password-store",
  "--proxy-server",
  "--remote-debugging",
  "--use-angle",
  "--use-gl",
];

/**
 * The arguments of a command line that are meant for this application.
 *
 * @param argv starts with the program's path and, in an unpackaged application, the application's folder
 */
export function ownArguments(argv: readonly string[], isPackaged: boolean): string[] {
  const words = argv.slice(1).filter((word) => !FOR_THE_SHELL.some((prefix) => word.startsWith(prefix)));
  return isPackaged ? words : words.slice(1);
}

/** The first `orrery:` link among the arguments of a program. */
export const linkAmong = (words: readonly string[]): string | undefined =>
  words.find((word) => word.toLowerCase().startsWith(`${LINK_SCHEME}:`));

/**
 * The flags for the server: the arguments after the program's own. Without `--secure-port` the server takes any free
 * port, without `--data-dir` a folder of the application. When the arguments contain a link, another program may have
 * written them: none of them is passed on.
 *
 * @param arguments of the command line without the program's own
 * @param userData the application's folder
 */
export function serveFlags(words: readonly string[], userData: string): string[] {
  const flags = linkAmong(words) === undefined ? words : [];
  const has = (name: string): boolean => flags.some((word) => word === name || word.startsWith(`${name}=`));
  return [
    ...(has("--data-dir") ? [] : ["--data-dir", join(userData, "sandbox")]),
    ...(has("--secure-port") ? [] : ["--secure-port", "0"]),
    ...flags,
  ];
}
