import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { findEtcd } from "./scripts/lib/programs/etcd.mjs";
import { takeTemporaryFolder } from "./scripts/lib/temporary.mjs";

/**
 * Servers of tests run from their sources, but their threads cannot: their programs are built before. Tests of the etcd
 * engine find the server that they start in `ETCD`; where there is none, they fail and say so.
 */
export function setup(): void {
  takeTemporaryFolder();
  const script = fileURLToPath(new URL("scripts/build-threads.mjs", import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: "utf8" });
  if (status !== 0) throw new Error(`the programs of the threads do not build\n${stdout}${stderr}`);
  const etcd = findEtcd(console.log);
  if (etcd !== undefined) process.env["ETCD"] = etcd;
}
