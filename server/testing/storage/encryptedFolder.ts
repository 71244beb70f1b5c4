import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openSqliteStorage } from "../../store/storage/sqlite/sqliteStorage.ts";
import type { Operation, Storage } from "../../store/storage/storage.ts";
import { startTestServer, type TestServer, type TestServerOptions, temporaryFolder } from "../testServer.ts";

/** A folder on which servers with different encryption are started, one after the other. */
export interface EncryptedFolder {
  readonly path: string;
  /** Writes the configuration file, with providers for all secrets. */
  configure(...providers: object[]): Promise<string>;
  /** Runs `work` with a server on the folder. Without providers the server has no encryption. */
  serve(
    providers: readonly object[],
    work: (server: TestServer) => Promise<void>,
    more?: TestServerOptions,
  ): Promise<void>;
  /** Runs `work` with the bare store, while no server runs. */
  store<T>(work: (storage: Storage) => Promise<T>): Promise<T>;
  /** Stores a text in place of an object. */
  spoil(key: string, text: string): Promise<void>;
  remove(): Promise<void>;
}

/** A provider with keys of these names; equal names are equal keys. */
export const provider = (name: "aescbc" | "aesgcm" | "secretbox", ...keys: string[]): object => ({
  [name]: { keys: keys.map((key) => ({ name: key, secret: Buffer.alloc(32, key).toString("base64") })) },
});

export async function encryptedFolder(): Promise<EncryptedFolder> {
  const path = await temporaryFolder();
  const file = join(path, "encryption.json");
  const folder: EncryptedFolder = {
    path,
    async configure(...providers) {
      const kind = { kind: "EncryptionConfiguration", apiVersion: "apiserver.config.k8s.io/v1" };
      await writeFile(file, JSON.stringify({ ...kind, resources: [{ resources: ["secrets"], providers }] }));
      return file;
    },
    async serve(providers, work, more = {}) {
      const encryption =
        providers.length === 0 ? {} : { encryptionProviderConfig: await folder.configure(...providers) };
      const server = await startTestServer({ dataDir: path, ...encryption, ...more });
      try {
        await work(server);
      } finally {
        await server.stop();
      }
    },
    async store(work) {
      const storage = await openSqliteStorage({ file: join(path, "store.db"), now: Date.now });
      try {
        return await work(storage);
      } finally {
        await storage.close();
      }
    },
    async spoil(key, value) {
      const put: Operation = { type: "put", key, value };
      await folder.store((storage) => storage.commit([put]));
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
  return folder;
}
