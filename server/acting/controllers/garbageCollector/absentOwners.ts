import type { Coordinates } from "./node.ts";

/** Owners known to be gone: an object's uid never comes back, so that this knowledge does not age. */
export interface AbsentOwners {
  add(coordinates: Coordinates): void;
  has(coordinates: Coordinates): boolean;
}

/** Remembers the owners that were asked for last. It saves one read of the API per dependent of a deleted owner. */
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
