/**
 * The storage of drafts: on this machine, so that they outlive the window; but drafts with confidential values only in
 * this window's memory, where they are lost with it. A browser stores data unencrypted on the disk.
 */
import { mentionsSecrets } from "../../../shared/secrets/mentionsSecrets.ts";

/** The part of the browser's storage that is used here. */
export type DraftStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** Keys of drafts: those of the editor, and those of changed access rights. */
const DRAFT_KEY = /^orrery\.(?:draft|whatIf)\./;
/** Matches the path of a secret, or of new ones, in the editor. */
const SECRET_PLACE = /\/secrets(?:[/ ]|$)/;

/** Whether a draft may hold values that must not be stored. @param value as it would be stored, in JSON */
const isConfidential = (key: string, value: string): boolean =>
  SECRET_PLACE.test(key) || mentionsSecrets(value.replaceAll("\\n", "\n"));

/**
 * A storage that keeps confidential drafts in memory. A draft that becomes confidential while the user types is removed
 * from the disk by the next write. Confidential drafts that are already on the disk move into memory at once.
 *
 * @param disk the browser's storage
 */
export function createDraftStorage(disk: DraftStorage): DraftStorage {
  const memory = new Map<string, string>();
  const keysOnDisk = (): string[] => Array.from({ length: disk.length }, (_, i) => disk.key(i) ?? "");
  for (const key of keysOnDisk()) {
    const value = DRAFT_KEY.test(key) ? (disk.getItem(key) ?? "") : "";
    if (!DRAFT_KEY.test(key) || !isConfidential(key, value)) continue;
    memory.set(key, value);
    disk.removeItem(key);
  }
  return {
    get length() {
      return memory.size + disk.length;
    },
    key: (index) => [...memory.keys()][index] ?? disk.key(index - memory.size),
    getItem: (key) => memory.get(key) ?? disk.getItem(key),
    setItem: (key, value) => {
      if (isConfidential(key, value)) {
        memory.set(key, value);
        disk.removeItem(key);
      } else {
        disk.setItem(key, value);
        memory.delete(key);
      }
    },
    removeItem: (key) => {
      memory.delete(key);
      disk.removeItem(key);
    },
  };
}

let ofWindow: DraftStorage | undefined;

/** The drafts of this window. */
export const draftStorage = (): DraftStorage => (ofWindow ??= createDraftStorage(localStorage));
