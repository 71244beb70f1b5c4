import type { Storage } from "../store/storage/storage.ts";
import { contraryStore } from "../store/storage/testing/contraryStore.ts";

/**
 * The store that whole-server tests run on: the embedded one, or, when the environment says `ORRERY_TEST_ENGINE=contrary`, the
 * same as bad as the contract lets it be. Tests must hold on each.
 */
export function testedEngine(storage: Storage): Storage {
  const engine = process.env["ORRERY_TEST_ENGINE"] ?? "sqlite";
  if (engine === "sqlite") return storage;
  if (engine === "contrary") return contraryStore(storage, { seed: Number(process.env["ORRERY_TEST_SEED"] ?? 1) });
  throw new Error(`ORRERY_TEST_ENGINE: there is no engine ${engine}`);
}
