import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The headless shell has no window, and needs less time and fewer packages than a whole browser. */
const SHELL = "chromium-headless-shell";
const NAMES = [SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const FIXED = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

function installed() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
  return found ?? FIXED.find((path) => existsSync(path));
}

/**
 * Path of a Chromium: `CHROMIUM`, the system's, Playwright's own, or (Debian, as root) the package's, installed now.
 *
 * @param {(line: string) => void} say prints a progress line
 * @returns {Promise<string | undefined>} undefined when there is none and none can be installed
 */
export async function findBrowser(say = () => {}) {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const found = installed();
  if (found) return found;
  const { chromium } = await import("playwright-core");
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  if (process.getuid?.() !== 0 || spawnSync("apt-get", ["--version"]).status !== 0) return undefined;
  say("Installing chromium …");
  const apt = (...args) =>
    spawnSync("apt-get", ["-qq", ...args], { stdio: ["ignore", "ignore", "inherit"] }).status === 0;
  apt("update");
  // Releases of Debian before 12 have only the whole browser.
  apt("install", "-y", "--no-install-recommends", SHELL) || apt("install", "-y", "--no-install-recommends", "chromium");
  return installed();
}
