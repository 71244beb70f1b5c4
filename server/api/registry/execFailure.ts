import { randomBytes } from "node:crypto";

/** Why a command was not started in a container, as the container's runtime says it. @param problem `exec: "x": …` */
export function execFailure(problem: string): string {
  const runtime = `OCI runtime exec failed: exec failed: unable to start container process: ${problem}: unknown`;
  // A runtime gives each command an id.
  const id = JSON.stringify(randomBytes(32).toString("hex"));
  return `failed to exec in container: failed to start exec ${id}: ${runtime}`;
}
