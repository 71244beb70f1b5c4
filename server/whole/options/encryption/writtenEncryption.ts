import type { GroupResource } from "../../../../shared/object.ts";
import { CIPHERS, type CipherName } from "../../../store/storage/encryption/encryptionRules.ts";

/** One key as written in the configuration. */
export interface WrittenKey {
  readonly name?: string;
  /** Base64. */
  readonly secret?: string;
}

/** One provider as written in the configuration: exactly one member is set. */
export type WrittenProvider = { readonly [K in CipherName]?: { readonly keys?: readonly WrittenKey[] | null } } & {
  readonly identity?: object;
  readonly kms?: WrittenKms;
};

/** A plug-in as written in the configuration. */
export interface WrittenKms {
  readonly apiVersion?: string;
  readonly name?: string;
  /** `unix:///path`. */
  readonly endpoint?: string;
  /** For example `3s`. */
  readonly timeout?: string;
  readonly cachesize?: number;
}

export interface WrittenRule {
  readonly resources?: readonly string[] | null;
  readonly providers?: readonly WrittenProvider[] | null;
}

export const cipherNames: readonly CipherName[] = Object.keys(CIPHERS) as CipherName[];

/** Parses `secrets`, `deployments.apps`, `*.` for the core group, `*.*`. */
export function parseGroupResource(text: string): GroupResource {
  const dot = text.indexOf(".");
  return dot < 0 ? { group: "", resource: text } : { group: text.slice(dot + 1), resource: text.slice(0, dot) };
}

/** A rule with the default values of its plug-ins' fields. */
export const withDefaults = (rule: WrittenRule): WrittenRule => ({
  ...rule,
  providers: (rule.providers ?? []).map((provider) =>
    provider.kms === undefined ? provider : { ...provider, kms: kmsWithDefaults(provider.kms) },
  ),
});

function kmsWithDefaults(kms: WrittenKms): WrittenKms {
  const apiVersion = kms.apiVersion || "v1";
  return { timeout: "3s", ...(apiVersion === "v1" ? { cachesize: 1000 } : {}), ...kms, apiVersion };
}
