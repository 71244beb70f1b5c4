import type { Preference } from "../../../../shared/console/clusterSummary.ts";
import type { ServerOptions } from "../../options/options.ts";
import { withSandboxAudit } from "./sandboxAudit.ts";
import { sandboxMemory } from "./sandboxMemory.ts";

/** Simulated nodes of a sandbox by default: enough to see pods spread, move and go. */
const NODES = 3;

/** The settings of a sandbox: those of the user, and defaults that make a cluster good to look at. */
export const sandboxOptions = async (options: ServerOptions, chosen: Preference): Promise<ServerOptions> => ({
  ...(await withSandboxAudit(options)),
  ...sandboxMemory(chosen, options),
  simulatedNodes: options.simulatedNodes ?? NODES,
});
