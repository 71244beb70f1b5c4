import type { Deployment } from "kubernetes-types/apps/v1";
import { deepEqual } from "../../registry/deepEqual.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { validateImmutable } from "../strategies/immutable.ts";
import { decoded } from "../strategies/narrow.ts";
import { raiseGeneration, specStatusStrategy, statusStrategy } from "../strategies/specStatus.ts";
import { labelSelectorText } from "../validation/goText.ts";
import { validateDeployment, validateDeploymentStatus } from "./deploymentValidation.ts";

const own: Strategy = {
  prepareForUpdate(_context, object, old) {
    // Annotations are copied to replica sets, so that a change of theirs is a change to act upon.
    if (!deepEqual(object.metadata.annotations ?? {}, old.metadata.annotations ?? {})) raiseGeneration(object, old);
  },
  validate: validateDeployment,
  validateUpdate(context, object, old) {
    const { selector } = decoded<Deployment>(object).spec ?? {};
    return [
      ...validateDeployment(context, object),
      ...validateImmutable(
        selector,
        decoded<Deployment>(old).spec?.selector,
        "spec.selector",
        labelSelectorText(selector),
      ),
    ];
  },
};

export const deploymentStrategy = specStatusStrategy(own);

export const deploymentStatusStrategy = statusStrategy(deploymentStrategy, {
  metadata: "labels",
  resetFields: [["spec"], ["metadata", "labels"]],
  validate: (_context, object, old) => validateDeploymentStatus(object, old),
});
