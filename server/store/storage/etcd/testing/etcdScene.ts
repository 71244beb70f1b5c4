import { afterEach } from "vitest";
import type { Storage } from "../../storage.ts";
import { type EtcdStorageOptions, openEtcdStorage } from "../etcdStorage.ts";
import { CuttableProxy } from "./cuttableProxy.ts";
import { type EtcdMember, startMembers } from "./etcdMember.ts";

/** Everything that a test of etcd has started; all of it is ended after the test. */
export interface EtcdScene {
  members(...given: Parameters<typeof startMembers>): Promise<EtcdMember[]>;
  proxy(target: EtcdMember): Promise<CuttableProxy>;
  store(endpoints: readonly { readonly url: string }[], options?: Partial<EtcdStorageOptions>): Promise<Storage>;
}

/** Sets up the scene for the tests of a file. */
export function etcdScene(): EtcdScene {
  const ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });
  return {
    async members(...given) {
      const started = await startMembers(...given);
      ends.push(async () => {
        await Promise.all(started.map((member) => member.discard()));
      });
      return started;
    },
    async proxy(target) {
      const proxy = await CuttableProxy.start(target.port);
      ends.push(() => proxy.stop());
      return proxy;
    },
    async store(endpoints, options = {}) {
      const storage = await openEtcdStorage({ endpoints: endpoints.map(({ url }) => url), now: Date.now, ...options });
      ends.push(() => storage.close());
      return storage;
    },
  };
}

/** Commits a put without guard, and fails when it is not committed. */
export async function write(storage: Storage, key: string, value: string): Promise<number> {
  const result = await storage.commit([{ type: "put", key, value }]);
  if (!result.ok) throw new Error("there was no guard");
  return result.revision;
}
