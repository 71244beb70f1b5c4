import { randomBytes } from "node:crypto";
import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generateServiceAccountKey, placeServiceAccountKey } from "../../../access/authentication/certificates/pki.ts";
import { OptionError } from "../../../ground/settings/optionError.ts";
import { makeFolder } from "../../../store/storage/makeFolder.ts";
import type { ServerOptions } from "../../options/options.ts";
import type { RunningServer } from "../../server.ts";
import type { ClusterRegistry } from "../clusterRegistry.ts";
import { checkName, type Preferences } from "../preferences.ts";
import { packSandbox, unpackSandbox } from "./archive.ts";
import { createSandbox, type Sandbox } from "./sandbox.ts";
import { checkSandboxFlags } from "./sandboxFlags.ts";
import { dataFolder, readRecords, type SandboxRecord, sandboxOptions, writeRecord } from "./sandboxRecord.ts";
import { createStock } from "./stock.ts";

export interface SandboxesOptions {
  readonly clusters: ClusterRegistry;
  readonly preferences: Preferences;
  /** Folder of all sandboxes except the first. */
  readonly folder: string;
  /** Returns the folder for exported files. */
  readonly exportFolder: () => string;
  readonly now: () => number;
  /** The sandbox that always exists. */
  readonly first: { readonly options: ServerOptions; readonly running?: RunningServer };
  readonly start?: (options: ServerOptions) => Promise<RunningServer>;
}

/** All sandboxes; each is also in the registry. */
export interface Sandboxes {
  get(id: string): Sandbox | undefined;
  /** Creates a sandbox and starts it. @throws OptionError for bad flags, RangeError for a bad name */
  create(options?: { name?: string; flags?: readonly string[] }): Promise<Sandbox>;
  /** Sets its flags; a running sandbox is restarted with them. @throws OptionError with the server's message */
  setFlags(id: string, flags: readonly string[]): Promise<void>;
  /** Creates and starts a copy, with all objects and keys. */
  duplicate(id: string): Promise<Sandbox>;
  /** Exports to one file, readable by its owner only, and returns its path. */
  export(id: string): Promise<string>;
  /** @throws ArchiveError */
  import(packed: Uint8Array, name?: string): Promise<Sandbox>;
  /** Stops it and deletes its data. @throws RangeError for the first one */
  remove(id: string): Promise<void>;
  /** Stops all. */
  close(): Promise<void>;
}

/** Id of the sandbox that always exists. */
export const FIRST_SANDBOX = "sandbox";
/** Calm greens: a local sandbox must never be mistaken for a remote cluster. */
const COLOURS = ["#2f9e7e", "#1f8fa0", "#5c9632", "#3f8f5f", "#2c9c9c", "#7d9a2c"];

/** Opens the existing sandboxes; none is started, except those that are passed in running. */
export async function openSandboxes(options: SandboxesOptions): Promise<Sandboxes> {
  const { clusters, preferences, folder } = options;
  const all = new Map<string, { sandbox: Sandbox; record: SandboxRecord | undefined }>();
  // Generating the key takes longer than the rest of a start, and sometimes much longer.
  const keys = createStock(generateServiceAccountKey);
  keys.fill();
  const startWith = options.start === undefined ? {} : { start: options.start };

  const hold = (sandbox: Sandbox, record: SandboxRecord | undefined): Sandbox => {
    all.set(sandbox.id, { sandbox, record });
    clusters.add(sandbox);
    return sandbox;
  };
  const recordOf = (id: string, otherwise: SandboxRecord): SandboxRecord => all.get(id)?.record ?? otherwise;
  const rewrite = async (id: string, record: SandboxRecord): Promise<void> => {
    await writeRecord(join(folder, id), record);
    const one = all.get(id);
    if (one !== undefined) all.set(id, { ...one, record });
  };
  const open = (id: string, record: SandboxRecord): Sandbox => {
    const home = join(folder, id);
    return hold(
      createSandbox({
        id,
        get options() {
          const { flags, port } = recordOf(id, record);
          return sandboxOptions(home, flags, port);
        },
        flags: () => recordOf(id, record).flags,
        chosen: () => preferences.of(id),
        defaults: record,
        removable: true,
        onPort: (port) => rewrite(id, { ...recordOf(id, record), port }),
        onChange: clusters.changed,
        ...startWith,
      }),
      record,
    );
  };
  const found = (id: string): Sandbox => {
    const one = all.get(id)?.sandbox;
    if (one === undefined) throw new RangeError("There is no such sandbox.");
    return one;
  };
  /** Names of sandboxes that are being created. */
  const promised = new Set<string>();
  const freeName = (preferred: string): string => {
    // Names that differ only in case would be confused.
    const names = [...promised, ...[...all.values()].map(({ sandbox }) => sandbox.name)];
    const taken = new Set(names.map((each) => each.toLowerCase()));
    let name = preferred;
    for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${preferred} ${count}`;
    return name;
  };
  /** Fills a new folder, then opens and starts the sandbox; if the folder could not be filled, it is removed. */
  const make = async (
    wish: string,
    flags: readonly string[],
    fill: (data: string) => Promise<void>,
  ): Promise<Sandbox> => {
    const id = `sandbox-${randomBytes(3).toString("hex")}`;
    const home = join(folder, id);
    await checkSandboxFlags(flags);
    const name = freeName(checkName(wish) || "Sandbox");
    promised.add(name);
    const record: SandboxRecord = {
      name,
      colour: COLOURS[(all.size + promised.size - 1) % COLOURS.length] ?? "",
      flags,
      port: 0,
      created: options.now(),
    };
    let sandbox: Sandbox;
    try {
      makeFolder(dataFolder(home));
      await fill(dataFolder(home));
      await writeRecord(home, record);
      sandbox = open(id, record);
    } catch (error) {
      await rm(home, { recursive: true, force: true });
      throw error;
    } finally {
      promised.delete(name);
    }
    await sandbox.start();
    return sandbox;
  };
  const flagsOf = (id: string): readonly string[] =>
    all.get(id)?.record?.flags ?? [`--vocabulary=${found(id).options.vocabulary}`];

  const { first } = options;
  hold(
    createSandbox({
      id: FIRST_SANDBOX,
      options: first.options,
      chosen: () => preferences.of(FIRST_SANDBOX),
      defaults: { name: "sandbox", colour: COLOURS[0] ?? "" },
      removable: false,
      onChange: clusters.changed,
      ...(first.running === undefined ? {} : { running: first.running }),
      ...startWith,
    }),
    undefined,
  );
  const leftOut = (path: string): void =>
    void process.stderr.write(
      `orrery: ${path} cannot be read or is damaged: its sandbox is not shown, its data stays\n`,
    );
  for (const { id, record } of await readRecords(folder, leftOut)) {
    try {
      open(id, record);
    } catch {
      // The flags are unknown to this version: the folder is kept for a version that supports them.
    }
  }

  return {
    get: (id) => all.get(id)?.sandbox,
    create: (wish = {}) =>
      make(wish.name ?? "", wish.flags ?? [], async (data) => {
        await placeServiceAccountKey(join(data, "pki"), await keys.take());
      }).finally(keys.fill),
    async setFlags(id, flags) {
      const sandbox = found(id);
      const record = all.get(id)?.record;
      if (record === undefined) throw new RangeError("The first sandbox has the flags that Orrery was started with.");
      await checkSandboxFlags(flags);
      if (sandboxOptions(join(folder, id), flags).vocabulary !== sandbox.vocabulary) {
        throw new OptionError("--vocabulary cannot change: the stored objects are in its words");
      }
      const runs = sandbox.state() === "running";
      if (runs) await sandbox.stop();
      await rewrite(id, { ...record, flags, port: sandbox.options.securePort });
      clusters.changed();
      if (runs) await sandbox.start();
    },
    duplicate: (id) => {
      const source = found(id);
      return make(`${source.name} copy`.slice(-60), flagsOf(id), async (data) => {
        await source.snapshot(join(data, "store.db"));
        await cp(join(source.dataDir, "pki"), join(data, "pki"), { recursive: true });
      });
    },
    async export(id) {
      const source = found(id);
      const target = options.exportFolder();
      makeFolder(target);
      const stamp = new Date(options.now()).toISOString().slice(0, 19).replace(/[:T]/g, "-");
      const slug = source.name.replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^[-.]+|-+$/g, "") || "sandbox";
      const draft = join(source.dataDir, `export-${randomBytes(4).toString("hex")}.db`);
      try {
        await source.snapshot(draft);
        const description = { name: source.name, flags: flagsOf(id) };
        const packed = await packSandbox(description, draft, join(source.dataDir, "pki"));
        const path = join(target, `${slug}-${stamp}.orrery.zip`);
        await writeFile(path, packed, { mode: 0o600, flag: "wx" });
        return path;
      } finally {
        await rm(draft, { force: true });
      }
    },
    async import(packed, name) {
      const draft = join(folder, `.import-${randomBytes(4).toString("hex")}`);
      try {
        makeFolder(draft);
        const description = await unpackSandbox(packed, draft);
        const wish = name === undefined || name.trim() === "" ? description.name : name;
        return await make(wish.slice(0, 50), description.flags, (data) => cp(draft, data, { recursive: true }));
      } finally {
        await rm(draft, { recursive: true, force: true });
      }
    },
    async remove(id) {
      const sandbox = found(id);
      if (id === FIRST_SANDBOX)
        throw new RangeError("The first sandbox is Orrery's own: it can be reset, not deleted.");
      await sandbox.stop();
      all.delete(id);
      clusters.remove(id);
      await preferences.forget(id);
      await rm(join(folder, id), { recursive: true, force: true });
    },
    async close() {
      const ends = await Promise.allSettled([...all.values()].map(({ sandbox }) => sandbox.stop()));
      const failed = ends.find((end) => end.status === "rejected");
      if (failed !== undefined) throw failed.reason;
    },
  };
}
