import { newCondition, withCondition } from "./conditions.ts";
import { conditionOf, hasDeadline } from "./kinds.ts";
import type { Rollout } from "./rollout.ts";

/** Writes a condition when a rollout is paused or resumed: no deadline runs while it is paused. @throws ApiError */
export async function writePausing(rollout: Rollout): Promise<void> {
  const { deployment, tools } = rollout;
  if (!hasDeadline(deployment)) return;
  const known = conditionOf(deployment.status, "Progressing");
  // The deadline was missed before; the condition keeps reporting that.
  if (known?.reason === "ProgressDeadlineExceeded") return;
  const isPaused = deployment.spec.paused === true;
  if (isPaused === (known?.reason === "DeploymentPaused")) return;
  const words = isPaused
    ? { reason: "DeploymentPaused", message: "Deployment is paused" }
    : { reason: "DeploymentResumed", message: "Deployment is resumed" };
  const condition = newCondition({ type: "Progressing", status: "Unknown", ...words }, tools.now());
  await rollout.updateStatus(withCondition(deployment.status ?? {}, condition));
}
