import type { Coordinates } from "./node.ts";

/** Owners that are known to be gone. Uids are never reused, so entries do not become stale. */
export interface AbsentOwners {
  add(coordinates: Coordinates): void;
  has(coordinates: Coordinates): boolean;
}

/**
 * Caches the owners that were found missing most recently. This saves one API read per dependent of a deleted owner.
 */
export function absentOwners(limit = 500): AbsentOwners {
  const known = new Set<string>();
  const touch = (key: string): void => {
    known.delete(key);
    known.add(key);
  };
  return {
    add(coordinates) {
      touch(keyOf(coordinates));
      for (const oldest of known) {
        if (known.size <= limit) break;
        known.delete(oldest);
      }
    },
    has(coordinates) {
      const key = keyOf(coordinates);
      if (!known.has(key)) return false;
      touch(key);
      return true;
    },
  };
}

const keyOf = ({ apiVersion, kind, namespace, name, uid }: Coordinates): string =>
  JSON.stringify([uid, apiVersion, kind, namespace, name]);
