import { type InformedParts, type RunningController, startController } from "../controller.ts";
import { budgetKeeper } from "./budgets.ts";
import { resetStaleConditions } from "./staleConditions.ts";

/**
 * Keeps the status of disruption budgets, by which evictions are allowed, and resets disruptions that did not happen.
 */
export function disruptionController(parts: InformedParts): RunningController {
  const running = [startController(parts, budgetKeeper(parts)), resetStaleConditions(parts)];
  return {
    async settled() {
      await Promise.all(running.map((each) => each.settled()));
    },
    async stop() {
      await Promise.all(running.map((each) => each.stop()));
    },
  };
}
