import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
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
 * @returns {string | undefined} undefined when none can be found or installed
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

/**
 * Starts an etcd server with one member in a new folder.
 *
 * @returns {Promise<{ url: string, discard(): Promise<void> }>}
 * @throws Error when no etcd can be found, or with its output when it does not serve
 */
export async function startEtcd(say) {
  const program = findEtcd(say);
  if (program === undefined)
    throw new Error("no etcd: install Debian's etcd-server, or set ETCD to the program's path");
  const folder = mkdtempSync(join(tmpdir(), "orrery-etcd-"));
  const [client, peer] = [await freePort(), await freePort()].map((port) => `http://127.0.0.1:${port}`);
  const flags = {
    "data-dir": folder,
    "listen-client-urls": client,
    "advertise-client-urls": client,
    "listen-peer-urls": peer,
    "initial-advertise-peer-urls": peer,
    "initial-cluster": `default=${peer}`,
    "quota-backend-bytes": String(4 * 2 ** 30),
  };
  const args = Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  process.once("exit", () => child.kill("SIGKILL"));
  let output = "";
  await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`etcd ended with ${code}\n${output}`)));
    child.stderr.setEncoding("utf8").on("data", (text) => {
      output = (output + text).slice(-20_000);
      if (output.includes("ready to serve client requests")) resolve();
    });
  });
  return {
    url: client,
    async discard() {
      child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
