import type { PodFailurePolicyRule } from "kubernetes-types/batch/v1";
import type { ContainerStatus } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { asPod } from "../pods/podState.ts";
import type { Job } from "./kinds.ts";

export type FailureAction = "FailJob" | "FailIndex" | "Ignore" | "Count";

/** The outcome of a job's failure policy for a failed pod. */
export interface Verdict {
  readonly action: FailureAction;
  /** The reason, for messages. */
  readonly message: string;
}

/** The outcome of the first rule that matches; undefined when none does, or there is no policy. */
export function verdictOn(pod: ApiObject, { spec }: Job): Verdict | undefined {
  for (const [i, rule] of (spec.podFailurePolicy?.rules ?? []).entries()) {
    const action = rule.action as FailureAction;
    const reason = exitReason(pod, rule) ?? conditionReason(pod, rule);
    if (reason !== undefined) return { action, message: `${reason} matching ${action} rule at index ${i}` };
  }
  return undefined;
}

const titleOf = ({ metadata }: ApiObject): string => `${metadata.namespace}/${metadata.name}`;

function exitReason(pod: ApiObject, { onExitCodes }: PodFailurePolicyRule): string | undefined {
  if (onExitCodes === undefined) return undefined;
  const { containerName, operator, values = [] } = onExitCodes;
  const { initContainerStatuses = [], containerStatuses = [] } = asPod(pod).status ?? {};
  const matches = ({ name, state }: ContainerStatus): boolean => {
    const code = state?.terminated?.exitCode ?? 0;
    const isMeant = code !== 0 && (containerName === undefined || containerName === name);
    return isMeant && values.includes(code) === (operator === "In");
  };
  const found = [...containerStatuses, ...initContainerStatuses].find(matches);
  if (found === undefined) return undefined;
  return `Container ${found.name} for pod ${titleOf(pod)} failed with exit code ${found.state?.terminated?.exitCode}`;
}

function conditionReason(pod: ApiObject, { onPodConditions = [] }: PodFailurePolicyRule): string | undefined {
  const found = (asPod(pod).status?.conditions ?? []).find((condition) =>
    onPodConditions.some(({ type, status = "True" }) => condition.type === type && condition.status === status),
  );
  return found === undefined ? undefined : `Pod ${titleOf(pod)} has condition ${found.type}`;
}
