import type { GroupResource } from "../../../../shared/object.ts";
import { CIPHERS, type CipherName } from "../../../store/storage/encryption/encryptionRules.ts";

/** One key as it is written down. */
export interface WrittenKey {
  readonly name?: string;
  /** Base64. */
  readonly secret?: string;
}

/** One provider as it is written down: exactly one member is set. */
export type WrittenProvider = { readonly [K in CipherName]?: { readonly keys?: readonly WrittenKey[] | null } } & {
  readonly identity?: object;
  readonly kms?: object;
};

export interface WrittenRule {
  readonly resources?: readonly string[] | null;
  readonly providers?: readonly WrittenProvider[] | null;
}

export const cipherNames: readonly CipherName[] = Object.keys(CIPHERS) as CipherName[];

/** `secrets`, `deployments.apps`, `*.` for the core group, `*.*`. */
export function parseGroupResource(text: string): GroupResource {
  const dot = text.indexOf(".");
  return dot < 0 ? { group: "", resource: text } : { group: text.slice(dot + 1), resource: text.slice(0, dot) };
}
