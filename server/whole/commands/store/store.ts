import { createObjectCodec } from "../../../api/registry/storedForm/objectCodec.ts";
import { allDefinitions } from "../../../api/resources/all.ts";
import { OptionError } from "../../../ground/settings/optionError.ts";
import { loadSchema } from "../../../model/schema/schema.ts";
import { DataFolderError } from "../../../store/storage/dataFolderError.ts";
import { isAddress, openStorage } from "../../../store/storage/openStorage.ts";
import type { Storage } from "../../../store/storage/storage.ts";
import { readEtcdFiles } from "../../options/etcdFiles.ts";
import { CommandError } from "../commandError.ts";
import type { CommandOutput } from "../explain.ts";
import { checkStore } from "./checkStore.ts";
import { copyStore } from "./copyStore.ts";
import { createNewFile } from "./newFile.ts";
import { parseStoreFlags, type StoreFlags } from "./storeFlags.ts";
import { storeStatus } from "./storeStatus.ts";

/** 0: done, and the store is valid; 1: the store has defects; 2: could not be done. */
export type StoreExitCode = 0 | 1 | 2;

/** The result of an action, for people and for programs. */
interface Outcome {
  readonly code: StoreExitCode;
  readonly lines: readonly string[];
  readonly result: object;
}

/**
 * `orrery store`: inspects, copies and saves stores, while no server has them open.
 *
 * @param argv the arguments after `store`
 * @throws CommanderError after `--help` was printed
 */
export async function storeCommand(argv: readonly string[], output: CommandOutput): Promise<StoreExitCode> {
  try {
    const flags = parseStoreFlags(argv);
    if ("usage" in flags) {
      output.out(flags.usage);
      return argv.length === 0 ? 2 : 0;
    }
    const { code, lines, result } = await ACTIONS[flags.action](flags);
    output.out(flags.output === "json" ? `${JSON.stringify(result, null, 2)}\n` : `${lines.join("\n")}\n`);
    return code;
  } catch (error) {
    const isExplained =
      error instanceof OptionError ||
      error instanceof CommandError ||
      error instanceof DataFolderError ||
      (error instanceof Error && "syscall" in error);
    if (!isExplained) throw error;
    output.error(`orrery store: ${error.message}\n`);
    return 2;
  }
}

const ACTIONS: Readonly<Record<StoreFlags["action"], (flags: StoreFlags) => Promise<Outcome>>> = {
  copy: (flags) => intoNew(flags, (from, to) => copied(flags, from, to)),
  save: saved,
  restore: saved,
  check: ({ from, tls, vocabulary }) =>
    using({ from, tls }, async (storage) => {
      const schema = loadSchema(vocabulary);
      const codec = createObjectCodec({ schema, definitions: allDefinitions, format: "json", trustsText: false });
      const report = await checkStore(storage, codec, vocabulary);
      const { checked, encrypted, findings, wrong } = report;
      return {
        code: wrong === 0 ? 0 : 1,
        lines: [
          ...findings.map(({ key, defect, text }) => `${key}: ${defect}: ${text}`),
          ...(wrong > findings.length ? [`and ${wrong - findings.length} more`] : []),
          `${checked} objects read, ${encrypted} encrypted, ${wrong} wrong`,
        ],
        result: report,
      };
    }),
  status: ({ from, tls, vocabulary }) =>
    using({ from, tls }, async (storage) => {
      const status = await storeStatus(storage, vocabulary);
      const counts = Object.entries(status.objects).map(([title, count]) => `${String(count).padStart(8)} ${title}`);
      return {
        code: 0,
        lines: [`revision ${status.revision}, ${status.keys} keys, ${status.size} bytes`, ...counts],
        result: status,
      };
    }),
};

/** Saves a store to a file: with its revisions if the store is a file, otherwise as a copy of its content. */
function saved(flags: StoreFlags): Promise<Outcome> {
  return intoNew(flags, async (from, to) => {
    if (from.snapshots === undefined || isAddress(to)) return copied(flags, from, to);
    await from.snapshots.save(to);
    return from.count({ prefix: "" });
  });
}

async function copied({ tls }: StoreFlags, from: Storage, to: string): Promise<number> {
  const target = await openStorage(to, { create: true, tls: await readEtcdFiles(tls) });
  try {
    return await copyStore(from, target);
  } finally {
    await target.close();
  }
}

/** Fills a new store from another one; an incomplete file is removed. */
async function intoNew(
  { from, to, tls }: StoreFlags,
  fill: (from: Storage, to: string) => Promise<number>,
): Promise<Outcome> {
  const filled = (place: string): Promise<number> => using({ from, tls }, (source) => fill(source, place));
  const keys = isAddress(to) ? await filled(to) : await createNewFile(to, filled);
  return { code: 0, lines: [`${keys} keys written to ${to}`], result: { keys, to } };
}

/** Opens a store for reading, for the duration of the work. */
async function using<T>(
  { from, tls }: Pick<StoreFlags, "from" | "tls">,
  work: (storage: Storage) => Promise<T>,
): Promise<T> {
  const storage = await openStorage(from, { readOnly: true, tls: await readEtcdFiles(tls) });
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}
