import type { Node } from "kubernetes-types/core/v1";
import { NONE } from "../../../registry/columns/cells.ts";

/**
 * `Ready`, `NotReady` or `Unknown`, and whether scheduling is disabled. If the condition is repeated, the last one
 * counts.
 */
export function statusText(node: Pick<Node, "spec" | "status">): string {
  const ready = node.status?.conditions?.findLast(({ type }) => type === "Ready");
  const texts = [ready === undefined ? "Unknown" : ready.status === "True" ? "Ready" : "NotReady"];
  if (node.spec?.unschedulable === true) texts.push("SchedulingDisabled");
  return texts.join(",");
}

/**
 * Roles from labels: `node-role.<domain>/<role>` by key, `<domain>/role` by value. Any domain is accepted, because
 * cells are computed without a vocabulary.
 */
export function rolesText(labels: Readonly<Record<string, string>> | undefined): string {
  const roles = new Set<string>();
  for (const [name, value] of Object.entries(labels ?? {})) {
    const byKey = /^node-role\.[^/]+\/(.+)$/.exec(name)?.[1];
    if (byKey !== undefined) roles.add(byKey);
    else if (/^[a-z][a-z0-9]*\.io\/role$/.test(name) && value !== "") roles.add(value);
  }
  return roles.size === 0 ? NONE : [...roles].sort().join(",");
}
