import { specStatusStrategy, statusStrategy } from "../../registry/strategies/specStatus.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { dropParts } from "./conversion.ts";
import { autoscalerErrors, validateHorizontalPodAutoscalerStatus } from "./validation.ts";

const own: Strategy = {
  validating: (context, object, old) => autoscalerErrors(object, old, context),
  canonicalize: dropParts,
};

/** Autoscalers have no generation. */
export const horizontalPodAutoscalerStrategy = specStatusStrategy(own, {
  emptyStatus: { desiredReplicas: 0, currentMetrics: null },
  tracksGeneration: false,
});

/** Rules of the status of horizontal pod autoscalers. */
export const horizontalPodAutoscalerStatusStrategy = statusStrategy(horizontalPodAutoscalerStrategy, {
  validate: (_context, object) => validateHorizontalPodAutoscalerStatus(object),
});
