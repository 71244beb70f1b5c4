import { booleanFlag, type FlagGroup, fileFlag } from "../../../ground/settings/flag.ts";

/** How objects are stored. */
export interface EncryptionOptions {
  /** Path of the file that says which objects are encrypted, and with what. */
  readonly encryptionProviderConfig?: string | undefined;
  /** Follow that file while the server runs. */
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
