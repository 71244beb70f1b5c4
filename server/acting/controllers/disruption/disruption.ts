import { combineControllers } from "../combineControllers.ts";
import { type InformedParts, type RunningController, startController } from "../controller.ts";
import { budgetKeeper } from "./budgets.ts";
import { resetStaleConditions } from "./staleConditions.ts";

/**
 * Maintains the status of disruption budgets, which decides about evictions, and resets disruptions that did not
 * happen.
 */
export function disruptionController(parts: InformedParts): RunningController {
  return combineControllers(startController(parts, budgetKeeper(parts)), resetStaleConditions(parts));
}
