import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { LINK_SCHEME } from "../../../../shared/consoleLink.ts";
import { makeFolder } from "../../../store/storage/makeFolder.ts";
import { writePrivateFile } from "../../../store/storage/privateFile.ts";
import type { Programs } from "./programs.ts";

/** Id of the packaged application, as in electron-builder.yml. */
const APPLICATION = "dev.orrery.console";

/** Opens something with the system's program for it. @returns whether the program was started */
function openWithSystem(address: string, programs: Programs, platform: NodeJS.Platform): Promise<boolean> {
  if (platform === "darwin") return programs.launch("open", [address]);
  if (platform === "win32") return programs.launch("rundll32", ["url.dll,FileProtocolHandler", address]);
  return programs.launch("xdg-open", [address]);
}

/** Opens a link with the desktop application. @returns false when it is not installed */
export async function openLink(link: string, programs: Programs, platform: NodeJS.Platform): Promise<boolean> {
  if (platform === "darwin") return programs.launch("open", ["-b", APPLICATION, link]);
  const isKnown =
    platform === "win32"
      ? (await programs.ask("reg", ["query", `HKCU\\Software\\Classes\\${LINK_SCHEME}`])).code === 0
      : (await programs.ask("xdg-mime", ["query", "default", `x-scheme-handler/${LINK_SCHEME}`])).output.trim() !== "";
  return isKnown && openWithSystem(link, programs, platform);
}

/**
 * Opens an address in the browser. The address grants access to any program that has it, and other users of the machine
 * can see the arguments of programs. So the address is passed to the browser in a file that only its owner can read.
 *
 * @param folder the folder of the file; a later file replaces it
 * @returns whether a browser was started
 */
export async function openInBrowser(
  address: string,
  folder: string,
  programs: Programs,
  platform: NodeJS.Platform,
): Promise<boolean> {
  makeFolder(folder);
  const file = join(folder, "open.html");
  // The address is made by the console: only its ampersands need escaping.
  const target = address.replaceAll("&", "&amp;");
  await writePrivateFile(
    file,
    `<!doctype html><title>Orrery</title><meta http-equiv="refresh" content="0; url=${target}"><a href="${target}">Orrery</a>\n`,
  );
  // A changing query keeps browsers from showing an existing tab.
  const url = pathToFileURL(file);
  url.search = randomBytes(3).toString("hex");
  return openWithSystem(url.href, programs, platform);
}
