import { timestamp } from "../../../../shared/time.ts";
import type { Emptied } from "./namespaceContent.ts";

export interface Condition {
  readonly type: string;
  readonly status: "True" | "False";
  readonly lastTransitionTime?: string;
  readonly reason: string;
  readonly message: string;
}

export interface NamespaceStatus {
  readonly phase?: string;
  readonly conditions?: readonly Condition[];
}

const condition = (type: string, failed: boolean, bad: [string, string], good: [string, string]): Condition => {
  const [reason, message] = failed ? bad : good;
  return { type, status: failed ? "True" : "False", reason, message };
};

/**
 * The five conditions of a namespace that is being deleted.
 * @param prefix the vocabulary's prefix, which appears in one message
 * @param unknown sorted group versions whose resources could not be discovered
 */
export function conditionsOf(
  { remaining, failures }: Emptied,
  prefix: string,
  unknown: readonly string[] = [],
): Condition[] {
  const kinds = remaining
    .map(({ resource, group, count }) => `${resource}.${group} has ${count} resource instances`)
    .sort();
  const held = new Map<string, number>();
  for (const { finalizers } of remaining) {
    for (const [name, count] of finalizers) held.set(name, (held.get(name) ?? 0) + count);
  }
  const finalizers = [...held].map(([name, count]) => `${name} in ${count} resource instances`).sort();
  return [
    condition(
      "NamespaceDeletionDiscoveryFailure",
      unknown.length > 0,
      ["DiscoveryFailed", discoveryFailed(unknown)],
      ["ResourcesDiscovered", "All resources successfully discovered"],
    ),
    condition(
      "NamespaceDeletionGroupVersionParsingFailure",
      false,
      ["GroupVersionParsingFailed", ""],
      ["ParsedGroupVersions", `All legacy ${prefix} types successfully parsed`],
    ),
    condition(
      "NamespaceDeletionContentFailure",
      failures.length > 0,
      [
        "ContentDeletionFailed",
        `Failed to delete all resource types, ${failures.length} remaining: ${failures.join(", ")}`,
      ],
      ["ContentDeleted", "All content successfully deleted, may be waiting on finalization"],
    ),
    condition(
      "NamespaceContentRemaining",
      kinds.length > 0,
      ["SomeResourcesRemain", `Some resources are remaining: ${kinds.join(", ")}`],
      ["ContentRemoved", "All content successfully removed"],
    ),
    condition(
      "NamespaceFinalizersRemaining",
      finalizers.length > 0,
      ["SomeFinalizersRemain", `Some content in the namespace has finalizers remaining: ${finalizers.join(", ")}`],
      ["ContentHasNoFinalizers", "All content-preserving finalizers finished"],
    ),
  ];
}

function discoveryFailed(unknown: readonly string[]): string {
  const each = unknown.map((name) => `${name}: stale GroupVersion discovery: ${name}`);
  const text = `unable to retrieve the complete list of server APIs: ${each.join(", ")}`;
  return `Discovery failed for some groups, ${unknown.length} failing: ${text}`;
}

/**
 * Updates existing conditions; undefined when nothing changes. Each keeps its place in the list, and its transition
 * time as long as its status stays the same.
 * @param now milliseconds since the epoch
 */
export function mergeConditions(
  existing: readonly Condition[],
  desired: readonly Condition[],
  now: number,
): Condition[] | undefined {
  const time = timestamp(now);
  const merged = new Map(existing.map((each) => [each.type, each]));
  let changed = false;
  for (const next of desired) {
    const old = merged.get(next.type);
    if (old?.status === next.status && old.reason === next.reason && old.message === next.message) continue;
    changed = true;
    const lastTransitionTime = old?.status === next.status ? (old.lastTransitionTime ?? time) : time;
    merged.set(next.type, { ...next, lastTransitionTime });
  }
  return changed ? [...merged.values()] : undefined;
}
