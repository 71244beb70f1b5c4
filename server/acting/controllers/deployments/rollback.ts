import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import type { Deployment, ReplicaSet } from "./kinds.ts";
import { syncNewestSet } from "./newestSet.ts";
import type { Rollout } from "./rollout.ts";

/** The revision that a deployment is asked to go back to, 0 for the one before; undefined when it is not asked. */
export function rollbackRevision({ deployment, tools }: Rollout): bigint | undefined {
  const text = deployment.metadata.annotations?.[tools.annotations.rollback] ?? "";
  return /^\d+$/.test(text) ? BigInt(text) : undefined;
}

/**
 * Gives a deployment the template of one of its revisions, and takes the request away. (Clients of today write the template
 * themselves; the annotation is what the request of earlier versions became.)
 * @throws ApiError
 */
export async function rollBack(rollout: Rollout, requested: bigint): Promise<void> {
  await syncNewestSet(rollout);
  const tell = (type: "Normal" | "Warning", reason: string, message: string): void =>
    rollout.tools.recorder.tell(rollout.deployment, type, reason, message);
  const revision = requested === 0n ? revisionBefore(rollout) : requested;
  if (revision === 0n) {
    tell("Warning", "DeploymentRollbackRevisionNotFound", "Unable to find last revision.");
    return rollout.update(withoutRequest(rollout));
  }
  const set = rollout.sets.find((each) => rollout.revision(each) === revision);
  if (set === undefined) {
    tell("Warning", "DeploymentRollbackRevisionNotFound", "Unable to find the revision to rollback to.");
    return rollout.update(withoutRequest(rollout));
  }
  const { name } = rollout.deployment.metadata;
  const template = templateOf(rollout, set);
  if (deepEqual(template, rollout.deployment.spec.template)) {
    tell(
      "Warning",
      "DeploymentRollbackTemplateUnchanged",
      `The rollback revision contains the same template as current deployment "${name}"`,
    );
    return rollout.update(withoutRequest(rollout));
  }
  const changed = withoutRequest(rollout);
  await rollout.update({ ...changed, spec: { ...changed.spec, template } });
  tell("Normal", "DeploymentRollback", `Rolled back deployment "${name}" to revision ${revision}`);
}

/** The second highest revision; 0 when there are not two. */
function revisionBefore(rollout: Rollout): bigint {
  const revisions = rollout.sets.map((set) => rollout.revision(set)).sort((a, b) => (a < b ? 1 : a > b ? -1 : 0));
  return revisions[1] ?? 0n;
}

function templateOf({ tools }: Rollout, { spec }: ReplicaSet): Deployment["spec"]["template"] {
  const template = spec.template as Deployment["spec"]["template"];
  const { [tools.hashLabel]: _, ...labels } = template.metadata?.labels ?? {};
  return { ...template, metadata: { ...template.metadata, labels } };
}

function withoutRequest({ deployment, tools }: Rollout): Deployment {
  const { [tools.annotations.rollback]: _, ...annotations } = deployment.metadata.annotations ?? {};
  return { ...deployment, metadata: { ...deployment.metadata, annotations } };
}
