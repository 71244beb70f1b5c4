import type { ServerOptions } from "../../options/options.ts";
import { withSandboxAudit } from "./sandboxAudit.ts";

/** Simulated nodes of a sandbox by default: enough to see pods spread, move and go. */
const NODES = 3;

/** The settings of a sandbox: those of the user, and defaults that make a cluster good to look at. */
export const sandboxOptions = async (options: ServerOptions): Promise<ServerOptions> => ({
  ...(await withSandboxAudit(options)),
  simulatedNodes: options.simulatedNodes ?? NODES,
});
