import { pathNotFound } from "../../../../shared/status.ts";
import { timestamp } from "../../../../shared/time.ts";
import type { Action, ActionContext } from "../../../api/registry/action.ts";
import { noAdmission } from "../../../api/registry/admission/chain.ts";
import { checkDeleteOptions } from "../../../api/registry/deletion/deleteOptions.ts";
import { checkPreconditions, deleteObject } from "../../../api/registry/deletion/deletion.ts";
import type { Resource } from "../../../api/registry/resource.ts";
import type { Services } from "../../../api/registry/services.ts";
import type { UpdateTarget } from "../../../api/registry/write/guaranteedUpdate.ts";
import { updateDirectly } from "../../../api/registry/write/updateDirectly.ts";
import { bindingAction } from "../../../api/resources/core/pods/binding.ts";
import { evictionAction, markDisrupted } from "../../../api/resources/core/pods/eviction.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { trackUpdate } from "../../../model/apply/fieldManager.ts";

const targetOf = (resource: Resource, { namespace, dryRun, time }: ActionContext, name: string): UpdateTarget => ({
  resource,
  namespace,
  name,
  dryRun,
  time,
});

/** Binding and eviction: actions on pods that need the registry. */
export function podActions(
  services: Pick<Services, "store" | "hub" | "writeQueues" | "admission" | "catalog" | "vocabulary">,
): Map<string, Action> {
  const served = (group: string, resource: string): Resource => {
    const found = services.catalog.find(group, "v1", resource);
    if (found === undefined) throw pathNotFound();
    return found;
  };
  const bind = bindingAction({
    updatePod: (context, name, change) => updateDirectly(services, targetOf(served("", "pods"), context, name), change),
  });
  const evict = evictionAction({
    async deletePod(context, name, options) {
      const resource = served("", "pods");
      const request = {
        resource,
        subresource: "eviction",
        context,
        name,
        options: { ...options },
        strategy: resource.definition.strategy,
      };
      const checked = checkDeleteOptions({ ...options }, services.vocabulary);
      const { preconditions: { resourceVersion: _, ...preconditions } = {}, ...rest } = checked;
      if (!context.dryRun) {
        await updateDirectly(services, targetOf(resource, context, name), (pod) => {
          checkPreconditions(request, checked, pod);
          return markDisrupted(pod, timestamp(context.now()));
        });
      }
      // The eviction was admitted; the deletion that follows from it is not admitted again. The pod's new condition
      // changed the revision.
      const deps = { ...services, admission: noAdmission };
      await deleteObject(deps, request, context.dryRun ? checked : { ...rest, preconditions });
    },
    async updateBudget(context, name, change) {
      const resource = served("policy", "poddisruptionbudgets");
      await updateDirectly(services, targetOf(resource, context, name), (budget) =>
        inTurns(
          trackUpdate({
            live: budget,
            next: change(budget),
            node: resource.node,
            apiVersion: resource.apiVersion,
            manager: services.vocabulary.render("{prefix}-apiserver"),
            subresource: "status",
            now: context.now(),
          }),
        ),
      );
    },
  });
  return new Map([
    ["bindings", bind],
    ["pods/binding", bind],
    ["pods/eviction", evict],
  ]);
}
