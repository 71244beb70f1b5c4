import { type InformedParts, type RunningController, startController } from "../controller.ts";
import { together } from "../together.ts";
import { budgetKeeper } from "./budgets.ts";
import { resetStaleConditions } from "./staleConditions.ts";

/**
 * Keeps the status of disruption budgets, by which evictions are allowed, and resets disruptions that did not happen.
 */
export function disruptionController(parts: InformedParts): RunningController {
  return together(startController(parts, budgetKeeper(parts)), resetStaleConditions(parts));
}
