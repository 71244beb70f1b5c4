import { specStatusStrategy, statusStrategy } from "../../registry/strategies/specStatus.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { toV2 } from "./conversion.ts";
import { autoscalerErrors, validateHorizontalPodAutoscalerStatus } from "./validation.ts";

const own: Strategy = {
  validating: (context, object, old) =>
    autoscalerErrors(toV2(object), old === undefined ? undefined : toV2(old), context),
};

/** Rules of the v1 view: those of v2, applied to the object converted to v2. */
export const horizontalPodAutoscalerV1Strategy = specStatusStrategy(own, {
  emptyStatus: { currentReplicas: 0, desiredReplicas: 0 },
  tracksGeneration: false,
});

/** Rules of the status of autoscalers in their first version. */
export const horizontalPodAutoscalerV1StatusStrategy = statusStrategy(horizontalPodAutoscalerV1Strategy, {
  validate: (_context, object) => validateHorizontalPodAutoscalerStatus(toV2(object)),
});
