import { groupOf, type Parse, type SimpleCommand } from "./commandTree.ts";
import { STATUS } from "./innerNames.ts";

/**
 * An assignment without a command succeeds, unless a substitution in it has another exit code (POSIX, 2.9.1). The library
 * leaves the exit code of what was before it, which ends a shell with `set -e`. With this, such an assignment succeeds.
 * @returns undefined for any other command
 */
export function plainAssignment(command: SimpleCommand, parse: Parse): unknown {
  const { name, assignments } = command;
  const isPlain = name == null && assignments.length > 0 && !hasSubstitution(assignments);
  return isPlain ? groupOf(`COMMAND || ${STATUS} 0`, command, parse) : undefined;
}

function hasSubstitution(tree: unknown): boolean {
  if (typeof tree !== "object" || tree === null) return false;
  return (tree as { type?: string }).type === "CommandSubstitution" || Object.values(tree).some(hasSubstitution);
}
