import { NO_METADATA_ERRORS } from "../../registry/metadata/objectMeta.ts";
import { specStatusStrategy, statusStrategy } from "../../registry/strategies/specStatus.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { templateStrategy } from "../strategies/templateStrategy.ts";
import { validateSelectorKept } from "../strategies/workload.ts";
import { validateReplicaSet, validateReplicaSetStatus } from "./replicaSetValidation.ts";

const own: Strategy = {
  metadataOnUpdate: "woven",
  *validating(context, object, old, { whole, change } = NO_METADATA_ERRORS) {
    const errors = yield* validateReplicaSet(context, object);
    // The reference validates an update as a new object and as a change, and lists the errors twice.
    if (old === undefined) return errors;
    return [...whole, ...errors, ...change, ...errors, ...validateSelectorKept(object, old)];
  },
};

/** Rules of replica sets. */
export const replicaSetStrategy = specStatusStrategy(templateStrategy(own), { emptyStatus: { replicas: 0 } });

/** Rules of the status of replica sets. */
export const replicaSetStatusStrategy = statusStrategy(replicaSetStrategy, {
  validate: (_context, object) => validateReplicaSetStatus(object),
});
