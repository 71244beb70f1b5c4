/** A condition in the form that most kinds share. */
export interface StatusCondition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly lastTransitionTime: string;
  readonly observedGeneration?: number;
}

/** Sets one of the conditions: its transition time is kept as long as its status is. */
export function withCondition(
  conditions: readonly StatusCondition[],
  condition: Omit<StatusCondition, "lastTransitionTime">,
  time: string,
): StatusCondition[] {
  const known = conditions.find(({ type }) => type === condition.type);
  const lastTransitionTime = known?.status === condition.status ? known.lastTransitionTime : time;
  const next = { ...condition, lastTransitionTime };
  return known === undefined ? [...conditions, next] : conditions.map((each) => (each === known ? next : each));
}
