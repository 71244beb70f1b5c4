import { booleanFlag, type FlagGroup, fileFlag } from "../../../ground/settings/flag.ts";

/** Options about how objects are stored. */
export interface EncryptionOptions {
  /** Path of the file that defines which objects are encrypted, and how. */
  readonly encryptionProviderConfig?: string | undefined;
  /** Whether to reload that file when it changes. */
  readonly encryptionProviderConfigAutomaticReload: boolean;
}

export const encryptionFlags: FlagGroup<EncryptionOptions> = {
  encryptionProviderConfig: fileFlag(
    "encryption-provider-config",
    "which objects are encrypted at rest, and with what",
  ),
  encryptionProviderConfigAutomaticReload: booleanFlag(
    "encryption-provider-config-automatic-reload",
    "follow changes of --encryption-provider-config, looking every minute",
    false,
  ),
};
