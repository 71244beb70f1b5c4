/**
 * The storage of drafts: on this machine, so that they survive closing the window. Drafts with confidential values are
 * kept only in the window's memory and lost with it, because a browser stores data unencrypted on disk.
 */
import { mentionsSecrets } from "../../../shared/secrets/mentionsSecrets.ts";

/** The part of the browser's storage API that is used here. */
export type DraftStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** Keys of drafts: those of the editor, and those of "What if?". */
const DRAFT_KEY = /^orrery\.(?:draft|whatIf)\./;
/** Matches the path of a secret, or of new secrets, in the editor. */
const SECRET_PLACE = /\/secrets(?:[/ ]|$)/;

/** Whether a draft may contain values that must not be stored. @param value the JSON to store */
const isConfidential = (key: string, value: string): boolean =>
  SECRET_PLACE.test(key) || mentionsSecrets(value.replaceAll("\\n", "\n"));

/**
 * A storage that keeps confidential drafts in memory. If a draft becomes confidential while the user types, the next
 * write removes it from the disk. Confidential drafts already on the disk move into memory immediately.
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
