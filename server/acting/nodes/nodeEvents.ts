import type { NodeCondition } from "kubernetes-types/core/v1";

/** What an agent says when a condition of its node has become true, and when it is true no more. */
const REASONS: Readonly<Record<string, readonly [string, string]>> = {
  MemoryPressure: ["NodeHasInsufficientMemory", "NodeHasSufficientMemory"],
  DiskPressure: ["NodeHasDiskPressure", "NodeHasNoDiskPressure"],
  PIDPressure: ["NodeHasInsufficientPID", "NodeHasSufficientPID"],
  Ready: ["NodeReady", "NodeNotReady"],
};

/** The reasons of the Events about conditions that have changed; one that was not there before has not. */
export const turned = (before: readonly NodeCondition[], after: readonly NodeCondition[]): string[] =>
  after.flatMap(({ type, status }) => {
    const known = before.find((condition) => condition.type === type);
    const reason = REASONS[type]?.[status === "True" ? 0 : 1];
    return known === undefined || known.status === status || reason === undefined ? [] : [reason];
  });

/** The reasons of the Events about a node that has just come, in the order in which its conditions come true. */
export const arrived = (conditions: readonly NodeCondition[]): string[] =>
  turned(
    conditions.map((condition) => ({ ...condition, status: "Unknown" })),
    conditions,
  );
