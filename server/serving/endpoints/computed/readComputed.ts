import type { ApiObject } from "../../../../shared/object.ts";
import type { ComputedObjects } from "../../../api/registry/computed.ts";
import type { Services } from "../../../api/registry/services.ts";
import type { Answer, RequestContext } from "../../../ground/request/context.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { negotiateObject, objectAnswer } from "../answers/objectAnswer.ts";
import { encodeObjects } from "../list/listAnswer.ts";
import { parseListOptions } from "../list/listOptions.ts";
import { parseSelection } from "../list/selection.ts";
import type { Target } from "../target.ts";

/** GET of computed objects: they have no version, and their lists are never paged. */
export async function readComputed(
  services: Services,
  context: RequestContext,
  { resource, namespace, name }: Target,
  source: ComputedObjects,
): Promise<Answer> {
  await services.hub.fresh();
  await source.refresh?.();
  if (name !== "") {
    const negotiated = negotiateObject(services, context, { resource });
    return objectAnswer(services, context, resource, negotiated, source.get(namespace, name));
  }
  const negotiated = negotiateObject(services, context, { collection: true, resource });
  parseListOptions(context.query, false, services);
  const selection = parseSelection(context.query, resource);
  const isSelected = ({ metadata }: Pick<ApiObject, "metadata">) =>
    selection.everything || selection.matches({ metadata });
  const objects = await inTurns(source.list(namespace, isSelected));
  return encodeObjects(services, context, resource, negotiated, objects);
}
