import { groupOf, type Parse, type SimpleCommand } from "./commandTree.ts";
import { STATUS } from "./innerNames.ts";

/**
 * Makes an assignment without a command succeed, unless a substitution in it has another exit code (POSIX, 2.9.1). The
 * library keeps the previous exit code, which would end a shell with `set -e`.
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
