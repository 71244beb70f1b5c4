import type { Node } from "kubernetes-types/core/v1";
import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
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

/** Roles from labels: `node-role.<domain>/<role>` by key, `<domain>/role` by value. */
export function rolesText(labels: Readonly<Record<string, string>> | undefined, words: Vocabulary): string {
  const prefix = words.render("node-role.{labelDomain}/");
  const role = words.render("{labelDomain}/role");
  const roles = new Set<string>();
  for (const [name, value] of Object.entries(labels ?? {})) {
    if (name.startsWith(prefix)) roles.add(name.slice(prefix.length));
    else if (name === role && value !== "") roles.add(value);
  }
  return roles.size === 0 ? NONE : [...roles].sort().join(",");
}
