import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CuttableProxy } from "../server/store/storage/etcd/testing/cuttableProxy.ts";
import { type EtcdMember, startMembers } from "../server/store/storage/etcd/testing/etcdMember.ts";
import { ApiServer } from "./apiServer.ts";

/** Three servers on three members of etcd; every server reaches every member through a separate proxy. */
export interface Cluster {
  readonly members: readonly EtcdMember[];
  readonly servers: readonly ApiServer[];
  /** By server, then by member. */
  readonly links: readonly (readonly CuttableProxy[])[];
  discard(): Promise<void>;
}

const TOKENS = 'admin-token,admin,1,"system:masters"\n';

export async function startCluster(): Promise<Cluster> {
  const ends: (() => void | Promise<void>)[] = [];
  const discard = async (): Promise<void> => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const members = await startMembers(3);
    ends.push(async () => {
      for (const member of members) await member.discard();
    });
    const folder = mkdtempSync(join(tmpdir(), "orrery-faults-"));
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, "tokens.csv"), TOKENS);
    const links: CuttableProxy[][] = [];
    const servers: ApiServer[] = [];
    for (let i = 0; i < 3; i++) {
      const own = await Promise.all(members.map(({ port }) => CuttableProxy.start(port)));
      ends.push(async () => {
        for (const link of own) await link.stop();
      });
      links.push(own);
      const dataDir = join(folder, String(i));
      // The first server creates the keys; the others use the same ones.
      cpSync(
        i === 0 ? join(folder, "tokens.csv") : join(folder, "0"),
        i === 0 ? join(dataDir, "tokens.csv") : dataDir,
        {
          recursive: true,
        },
      );
      const server = new ApiServer(dataDir, [`--etcd-servers=${own.map(({ url }) => url).join()}`]);
      ends.push(() => server.stop());
      await server.start();
      servers.push(server);
    }
    return { members, servers, links, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}
