import type { Preference } from "../../../../shared/console/clusterSummary.ts";
import type { ServerOptions } from "../../options/options.ts";
import { withSandboxAudit } from "./sandboxAudit.ts";
import { sandboxMemory } from "./sandboxMemory.ts";

/** Default number of simulated nodes of a sandbox: enough to see pods spread, move and disappear. */
const NODES = 3;

/** The options of a sandbox: the user's, and defaults that make a cluster interesting to watch. */
export const sandboxOptions = async (options: ServerOptions, chosen: Preference): Promise<ServerOptions> => ({
  ...(await withSandboxAudit(options)),
  ...sandboxMemory(chosen, options),
  simulatedNodes: options.simulatedNodes ?? NODES,
});
