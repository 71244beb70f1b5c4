import { join } from "node:path";
import { KubeconfigError } from "../../access/kubeconfig/contexts.ts";
import { readServerAccess } from "../../access/kubeconfig/readServerAccess.ts";
import type { ServerAccess } from "../../access/kubeconfig/serverAccess.ts";
import { OptionError } from "../../ground/settings/optionError.ts";

/**
 * The server that a command should ask: that of `--kubeconfig`, or else the one with the given data folder.
 * @throws OptionError for a kubeconfig that cannot be used
 */
export async function accessOfOption(kubeconfig: string | undefined, dataDir: string): Promise<ServerAccess> {
  try {
    return await readServerAccess(kubeconfig ?? join(dataDir, "kubeconfig"));
  } catch (error) {
    if (error instanceof KubeconfigError) throw new OptionError(error.message);
    throw error;
  }
}
