import type { Strategy } from "../../registry/strategy.ts";
import { specStatusStrategy, statusStrategy } from "../strategies/specStatus.ts";
import { validateSelectorKept } from "../strategies/workload.ts";
import { validateReplicaSet, validateReplicaSetStatus } from "./replicaSetValidation.ts";

const own: Strategy = {
  validate: validateReplicaSet,
  validateUpdate: (context, object, old) => [
    ...validateReplicaSet(context, object),
    ...validateSelectorKept(object, old),
  ],
};

/** Rules of replica sets. */
export const replicaSetStrategy = specStatusStrategy(own, { emptyStatus: { replicas: 0 } });

/** Rules of the status of replica sets. */
export const replicaSetStatusStrategy = statusStrategy(replicaSetStrategy, {
  validate: (_context, object) => validateReplicaSetStatus(object),
});
