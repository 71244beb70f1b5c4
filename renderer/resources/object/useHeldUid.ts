import { useRef } from "react";

/**
 * The uid of the object that a dialog was opened for. It stays the same when another object takes the name meanwhile.
 *
 * @param isOpen whether the dialog is open; the next opening is for the object of that time
 * @param uid of the object that has the name now; undefined until it is read
 */
export function useHeldUid(isOpen: boolean, uid: string | undefined): string | undefined {
  const held = useRef<string>(undefined);
  held.current = isOpen ? (held.current ?? uid) : undefined;
  return held.current;
}
