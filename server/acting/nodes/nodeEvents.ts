import type { NodeCondition } from "kubernetes-types/core/v1";

/**
 * Event reasons of the agent for a condition of its node: when it has become true, and when it has ceased to be true.
 */
const REASONS: Readonly<Record<string, readonly [string, string]>> = {
  MemoryPressure: ["NodeHasInsufficientMemory", "NodeHasSufficientMemory"],
  DiskPressure: ["NodeHasDiskPressure", "NodeHasNoDiskPressure"],
  PIDPressure: ["NodeHasInsufficientPID", "NodeHasSufficientPID"],
  Ready: ["NodeReady", "NodeNotReady"],
};

/** The reasons of the Events for conditions that have changed; a condition that is new does not count as a change. */
export const changedConditionReasons = (before: readonly NodeCondition[], after: readonly NodeCondition[]): string[] =>
  after.flatMap(({ type, status }) => {
    const known = before.find((condition) => condition.type === type);
    const reason = REASONS[type]?.[status === "True" ? 0 : 1];
    return known === undefined || known.status === status || reason === undefined ? [] : [reason];
  });

/** The reasons of the Events about a new node, in the order in which its conditions become true. */
export const arrived = (conditions: readonly NodeCondition[]): string[] =>
  changedConditionReasons(
    conditions.map((condition) => ({ ...condition, status: "Unknown" })),
    conditions,
  );
