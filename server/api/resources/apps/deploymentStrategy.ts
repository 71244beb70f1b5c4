import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { raiseGeneration, specStatusStrategy, statusStrategy } from "../../registry/strategies/specStatus.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { templateStrategy } from "../strategies/templateStrategy.ts";
import { validateSelectorKept } from "../strategies/workload.ts";
import { validateDeployment, validateDeploymentStatus } from "./deploymentValidation.ts";

const own: Strategy = {
  prepareForUpdate(_context, object, old) {
    // Annotations are copied to replica sets, so a changed annotation raises the generation.
    if (!deepEqual(object.metadata.annotations ?? {}, old.metadata.annotations ?? {})) raiseGeneration(object, old);
  },
  *validating(context, object, old) {
    const errors = yield* validateDeployment(context, object);
    return old === undefined ? errors : [...errors, ...validateSelectorKept(object, old)];
  },
};

/** Rules of deployments. */
export const deploymentStrategy = specStatusStrategy(templateStrategy(own));

/** Rules of the status of deployments. */
export const deploymentStatusStrategy = statusStrategy(deploymentStrategy, {
  metadata: "labels",
  resetFields: [["spec"], ["metadata", "labels"]],
  validate: (_context, object, old) => validateDeploymentStatus(object, old),
});
