/** Drafted changes of roles and bindings, stored on this machine until the user applies or discards them. */
import type { RbacKind } from "./parseDrafts.ts";

/** An existing role or binding. */
export interface RbacRef {
  readonly kind: RbacKind;
  readonly namespace: string;
  readonly name: string;
}

export interface WhatIf {
  /** YAML documents to apply. */
  readonly text: string;
  readonly removals: readonly RbacRef[];
}

export const NO_CHANGES: WhatIf = { text: "", removals: [] };

const keyOf = (cluster: string): string => `orrery.whatIf.${cluster}`;

/** The stored changes; none when they cannot be read. */
export function readWhatIf(storage: Pick<Storage, "getItem">, cluster: string): WhatIf {
  try {
    const kept = JSON.parse(storage.getItem(keyOf(cluster)) ?? "null") as Partial<WhatIf> | null;
    if (kept === null || typeof kept.text !== "string" || !Array.isArray(kept.removals)) return NO_CHANGES;
    return { text: kept.text, removals: kept.removals };
  } catch {
    return NO_CHANGES;
  }
}

/** Stores the changes; ignores a full storage. */
export function keepWhatIf(storage: Pick<Storage, "setItem" | "removeItem">, cluster: string, draft: WhatIf): void {
  if (draft.text === "" && draft.removals.length === 0) {
    storage.removeItem(keyOf(cluster));
    return;
  }
  try {
    storage.setItem(keyOf(cluster), JSON.stringify(draft));
  } catch {
    // The text remains in the view; only the stored copy is missing.
  }
}

/** `RoleBinding n/x`, `ClusterRole y`. */
export const refText = ({ kind, namespace, name }: RbacRef): string =>
  `${kind} ${namespace === "" ? name : `${namespace}/${name}`}`;

export const isSameRef = (a: RbacRef, b: RbacRef): boolean => refText(a) === refText(b);

/** Adds a document at the end of a text of documents. */
export const withDocument = (text: string, document: string): string =>
  text.trim() === "" ? document : `${text.trimEnd()}\n---\n${document}`;
