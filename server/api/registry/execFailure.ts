import { randomBytes } from "node:crypto";

/**
 * The error of a command that could not be started, in the words of the container runtime.
 * @param problem `exec: "x": …`
 */
export function execFailure(problem: string): string {
  const runtime = `OCI runtime exec failed: exec failed: unable to start container process: ${problem}: unknown`;
  // A runtime gives each command an id, which its messages contain.
  const id = JSON.stringify(randomBytes(32).toString("hex"));
  return `failed to exec in container: failed to start exec ${id}: ${runtime}`;
}
