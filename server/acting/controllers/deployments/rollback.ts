import { int64 } from "./annotations.ts";
import type { Deployment, ReplicaSet } from "./kinds.ts";
import { ensureNewestSet } from "./newestSet.ts";
import type { Rollout } from "./rollout.ts";

/**
 * The revision that a deployment is asked to roll back to, 0 for the previous one; undefined without such a request.
 */
export function rollbackRevision({ deployment, tools }: Rollout): bigint | undefined {
  return int64(deployment.metadata.annotations?.[tools.annotations.rollback] ?? "");
}

/**
 * Rolls a deployment back to the template and annotations of a former revision, and removes the request. (Current
 * clients write the template themselves; the annotation is a leftover of a field in earlier API versions.)
 * @throws ApiError
 */
export async function rollBack(rollout: Rollout, requested: bigint): Promise<void> {
  await ensureNewestSet(rollout);
  const recordEvent = (type: "Normal" | "Warning", reason: string, message: string): void =>
    rollout.tools.recorder.record(rollout.deployment, type, reason, message);
  const revision = requested === 0n ? revisionBefore(rollout) : requested;
  if (revision === 0n) {
    recordEvent("Warning", "DeploymentRollbackRevisionNotFound", "Unable to find last revision.");
    return rollout.update(withoutRequest(rollout));
  }
  const set = rollout.sets.find((each) => rollout.revision(each) === revision);
  if (set === undefined) {
    recordEvent("Warning", "DeploymentRollbackRevisionNotFound", "Unable to find the revision to rollback to.");
    return rollout.update(withoutRequest(rollout));
  }
  const { name } = rollout.deployment.metadata;
  if (rollout.isOfTemplate(set)) {
    recordEvent(
      "Warning",
      "DeploymentRollbackTemplateUnchanged",
      `The rollback revision contains the same template as current deployment "${name}"`,
    );
    return rollout.update(withoutRequest(rollout));
  }
  const changed = withoutRequest(rollout);
  const metadata = { ...changed.metadata, annotations: annotationsOf(rollout, changed, set) };
  await rollout.update({ ...changed, metadata, spec: { ...changed.spec, template: templateOf(rollout, set) } });
  recordEvent("Normal", "DeploymentRollback", `Rolled back deployment "${name}" to revision ${revision}`);
}

/** The second highest revision; 0 when there are fewer than two. */
function revisionBefore(rollout: Rollout): bigint {
  const revisions = rollout.sets.map((set) => rollout.revision(set)).sort((a, b) => (a < b ? 1 : a > b ? -1 : 0));
  return revisions[1] ?? 0n;
}

function templateOf({ tools }: Rollout, { spec }: ReplicaSet): Deployment["spec"]["template"] {
  const template = spec.template as Deployment["spec"]["template"];
  const { [tools.hashLabel]: _, ...labels } = template.metadata?.labels ?? {};
  return { ...template, metadata: { ...template.metadata, labels } };
}

/** The deployment's annotations when it created the replica set, except for the deployment's own ones. */
function annotationsOf({ tools }: Rollout, deployment: Deployment, set: ReplicaSet): Record<string, string> {
  const { own } = tools.annotations;
  const mine = Object.entries(deployment.metadata.annotations ?? {}).filter(([name]) => own.has(name));
  const former = Object.entries(set.metadata.annotations ?? {}).filter(([name]) => !own.has(name));
  return Object.fromEntries([...mine, ...former]);
}

function withoutRequest({ deployment, tools }: Rollout): Deployment {
  const { [tools.annotations.rollback]: _, ...annotations } = deployment.metadata.annotations ?? {};
  return { ...deployment, metadata: { ...deployment.metadata, annotations } };
}
