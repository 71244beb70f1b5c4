import type { ApiObject } from "../../../../shared/object.ts";
import { notFound } from "../../../../shared/status.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { guaranteedUpdate, RACED, type UpdateTarget } from "./guaranteedUpdate.ts";
import { answerFor, type StoreDependencies, toStored } from "./write.ts";

/**
 * Changes a stored object on the server's behalf, as sub-resources such as binding do. There is no admission, no
 * validation, and no change of ownership except what `change` records. Starts over when another write changes the
 * object first. With `dryRun` nothing is stored.
 *
 * @param change returns the new object and must not modify its argument; errors that it throws are passed on
 * @throws ApiError 404, 504
 */
export async function updateDirectly(
  deps: Pick<StoreDependencies, "store" | "hub" | "writeQueues">,
  target: UpdateTarget,
  change: (object: ApiObject) => Promise<ApiObject> | ApiObject,
): Promise<ApiObject> {
  const { resource, namespace, name } = target;
  return guaranteedUpdate(deps, target, async (existing) => {
    if (existing === undefined) throw notFound(resource, name);
    const next = await change(existing.object);
    if (target.dryRun) return next;
    const stored = await inTurns(toStored(resource, next), target.inFlight);
    const answer = await answerFor(resource, stored, target.inFlight);
    const result = await deps.store.commit([
      {
        type: "put",
        key: resource.key(namespace, name),
        value: await inTurns(deps.store.encode(stored)),
        guard: { modRevision: existing.revision },
        attachment: stored,
      },
    ]);
    return result.ok ? answer(result.revision) : RACED;
  });
}
