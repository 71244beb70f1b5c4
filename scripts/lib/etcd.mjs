import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const installed = () =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, "etcd"))
    .find((path) => existsSync(path));

/**
 * Path of the etcd server that tests run: `ETCD`, the system's, or (Debian, as root) the package's, installed now.
 *
 * @param {(line: string) => void} say prints a progress line
 * @returns {string | undefined} undefined when there is none to be had
 */
export function findEtcd(say = () => {}) {
  const found = process.env.ETCD || installed();
  if (found) return found;
  if (process.getuid?.() !== 0 || spawnSync("apt-get", ["--version"]).status !== 0) return undefined;
  say("Installing etcd-server …");
  const apt = (...args) => spawnSync("apt-get", ["-qq", ...args], { stdio: ["ignore", "ignore", "inherit"] });
  apt("update");
  apt("install", "-y", "--no-install-recommends", "etcd-server");
  return installed();
}
