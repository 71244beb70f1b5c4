import { join } from "node:path";
import { LINK_SCHEME } from "../shared/consoleLink.ts";

/** What starters and wrappers pass along for the browser in the shell; the server has no such flags. */
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
 * The words of a command line that are meant for us.
 *
 * @param argv with the program's own words: its path, and unpackaged the application's folder
 */
export function ownWords(argv: readonly string[], isPackaged: boolean): string[] {
  const words = argv.slice(1).filter((word) => !FOR_THE_SHELL.some((prefix) => word.startsWith(prefix)));
  return isPackaged ? words : words.slice(1);
}

/** The first `orrery:` link among words that a program was started with. */
export const linkAmong = (words: readonly string[]): string | undefined =>
  words.find((word) => word.toLowerCase().startsWith(`${LINK_SCHEME}:`));

/**
 * The flags for the server: those that follow the program's own words, with any free port and a folder of the application
 * unless they say otherwise. Words that came with a link are somebody else's and no flags.
 *
 * @param words of the command line, the program's own left out
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
