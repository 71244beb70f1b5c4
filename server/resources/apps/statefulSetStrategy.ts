import type { Strategy } from "../../registry/strategy.ts";
import { specStatusStrategy, statusStrategy } from "../strategies/specStatus.ts";
import { validateStatefulSet, validateStatefulSetChange, validateStatefulSetStatus } from "./statefulSetValidation.ts";

const own: Strategy = {
  validate: validateStatefulSet,
  validateUpdate: (context, object, old) => [
    ...validateStatefulSet(context, object),
    ...validateStatefulSetChange(object, old),
  ],
};

/** Rules of stateful sets. */
export const statefulSetStrategy = specStatusStrategy(own, { emptyStatus: { replicas: 0, availableReplicas: 0 } });

/** Rules of the status of stateful sets. */
export const statefulSetStatusStrategy = statusStrategy(statefulSetStrategy, {
  validate: (_context, object) => validateStatefulSetStatus(object),
});
